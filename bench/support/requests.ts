import { DEFAULT_PROFILE, signRequest } from '#contract/signature/signature.ts';
import type { SandboxFile } from '#service/sandbox/keys-file.ts';

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

/** A signed request. Signing costs the load's process some microseconds, and the server nothing. */
export interface SignedRequest extends BenchRequest {
  headers: Headers;
}

export function signed(sandbox: SandboxFile, request: BenchRequest): SignedRequest {
  return { ...request, headers: signedHeaders(sandbox, request) };
}
