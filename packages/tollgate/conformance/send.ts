/**
 * Signs and sends requests as the specification says, without the service's own client. Uses node:http, which sends a
 * path unchanged.
 */
import { createHmac } from 'node:crypto';
import { Agent, request as requestByHttp, type IncomingHttpHeaders } from 'node:http';
import { Agent as TlsAgent, request as requestByHttps } from 'node:https';
import { faultsOf, type AnsweredRequest } from './check-answer.ts';
import type { Key, Target } from './target.ts';

export interface Call {
  method?: string;
  /** The path with its query, if any, percent-encoded as sent. */
  path: string;
  /** A value to send as JSON, or the exact bytes. */
  body?: unknown;
  key?: Key;
  /** How many seconds the timestamp is off this machine's clock. */
  skewSeconds?: number;
  /** Headers that replace those of a valid request; undefined omits one. */
  headers?: Record<string, string | string[] | undefined>;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const CONNECTIONS = { keepAlive: true, maxSockets: 100 };
const TRANSPORTS = {
  'http:': { request: requestByHttp, agent: new Agent(CONNECTIONS) },
  'https:': { request: requestByHttps, agent: new TlsAgent(CONNECTIONS) },
};

/** Signs and sends a call. @returns any answer */
export async function send(target: Target, call: Call): Promise<Answer> {
  const { method = call.body === undefined ? 'GET' : 'POST', path, body } = call;
  const bytes = bytesOf(body);
  const headers = { ...validHeaders(target, { ...call, method }, bytes), ...call.headers };
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  const answer = await sendBytes(target, {
    method,
    path,
    headers: Object.fromEntries(given),
    bytes,
  });
  if (target.isOurs) expectDescribed({ method, path, body: bytes }, answer);
  return answer;
}

/** Checks every request and answer of the tests against the OpenAPI document. */
function expectDescribed(
  request: Pick<AnsweredRequest, 'method' | 'path' | 'body'>,
  { status, headers, text }: Answer,
): void {
  const faults = faultsOf({ ...request, status, text, contentType: headers['content-type'] });
  if (faults.length === 0) return;
  throw new Error(`${request.method} ${request.path}, ${status}: ${faults.join('; ')}`);
}

/** Signs METHOD "\n" PATH "\n" TIMESTAMP "\n" BODY with the UTF-8 bytes of the secret. */
export function sign(
  key: Key,
  parts: { method: string; path: string; timestamp: string; body: Uint8Array },
): string {
  return createHmac('sha256', key.secret)
    .update(`${parts.method}\n${parts.path}\n${parts.timestamp}\n`)
    .update(parts.body)
    .digest('hex');
}

export function timestampNow(skewSeconds = 0): string {
  return String(Math.floor(Date.now() / 1_000) + skewSeconds);
}

function validHeaders(
  target: Target,
  { method, path, skewSeconds, key = target.key }: Call & { method: string },
  bytes: Uint8Array,
): Record<string, string> {
  const timestamp = timestampNow(skewSeconds);
  return {
    Accept: 'application/json',
    'X-Api-Key-Id': key.id,
    'X-Timestamp': timestamp,
    'X-Signature': sign(key, { method, path: signedPath(target, path), timestamp, body: bytes }),
    ...(bytes.length > 0 && {
      'Content-Type': 'application/json',
      'Content-Length': String(bytes.length),
    }),
  };
}

/** Returns the path as signed: as sent, with the prefix and without the query. */
export function signedPath(target: Target, path: string): string {
  return prefixOf(target) + path.replace(/\?.*$/s, '');
}

/** Returns the base URL's path, if any, which is part of the signed path. */
function prefixOf({ baseUrl }: Target): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

function bytesOf(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array();
  return body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
}

interface Sending {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  bytes: Uint8Array;
}

function sendBytes(target: Target, { method, path, headers, bytes }: Sending): Promise<Answer> {
  const { protocol, hostname, port } = new URL(target.baseUrl);
  const { request, agent } = TRANSPORTS[protocol === 'https:' ? 'https:' : 'http:'];
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, hostname, port, method, path: prefixOf(target) + path, headers },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}
