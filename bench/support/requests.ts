import { DEFAULT_PROFILE, signRequest } from '#contract/signature.ts';
import type { SandboxFile } from '#service/sandbox/file.ts';

/** A request before it is signed. */
export interface BenchRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: string | undefined;
}

export type Headers = Record<string, string>;

export function signedHeaders(sandbox: SandboxFile, request: BenchRequest): Headers {
  const { method, path, body = '' } = request;
  const timestamp = Math.floor(Date.now() / 1000).toString();
  const parts = { method, path, timestamp, body: Buffer.from(body) };
  return {
    Accept: 'application/json',
    'X-Api-Key-Id': sandbox.api_key_id,
    'X-Timestamp': timestamp,
    'X-Signature': signRequest(DEFAULT_PROFILE, sandbox.api_secret, parts),
    ...(body && { 'Content-Type': 'application/json' }),
  };
}

/** As it goes over the wire. Signing costs the load's process some microseconds, the server none. */
export function signedBytes(sandbox: SandboxFile, request: BenchRequest): Buffer {
  const { method, path, body = '' } = request;
  const headers: Headers = {
    Host: '127.0.0.1',
    ...signedHeaders(sandbox, request),
    ...(body && { 'Content-Length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
