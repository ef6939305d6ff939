import type { Endpoint } from '../endpoints.ts';
import { DEFAULT_PROFILE, signRequest, type SignatureProfile } from '../signature/signature.ts';

export interface RawRequest {
  method: Endpoint['method'];
  /** Path below the base URL, percent-encoded exactly as it is sent and signed. */
  path: string;
  query?: Query | undefined;
  body?: Uint8Array<ArrayBuffer> | undefined;
  /** Headers in addition to the signature headers. */
  headers?: Record<string, string | undefined> | undefined;
}

/** Query parameters. An array repeats the parameter. */
export type Query = Record<string, string | number | readonly string[] | undefined>;

/** A request as sent; repeats send the same one. */
export interface SignedRequest {
  url: URL;
  init: RequestInit;
}

interface Signer {
  /** With or without a path prefix, which is part of the signed path. */
  baseUrl: URL;
  apiKeyId: string;
  apiSecret: string;
  profile?: SignatureProfile | undefined;
  nowMs: number;
}

/** Builds a signed request. Signs exactly the bytes and path to send. */
export function signedRequest(
  { method, path, query, body, headers }: RawRequest,
  signer: Signer,
): SignedRequest {
  const url = new URL(signer.baseUrl);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  url.search = search(query).toString();
  const signed = signatureHeaders(signer, { method, path: url.pathname, body });
  return {
    url,
    init: { method, headers: { ...given(headers), ...signed }, ...(body && { body }) },
  };
}

function signatureHeaders(
  { apiKeyId, apiSecret, profile = DEFAULT_PROFILE, nowMs }: Signer,
  { method, path, body }: Pick<RawRequest, 'method' | 'path' | 'body'>,
): Record<string, string> {
  const timestamp = Math.floor(nowMs / 1000).toString();
  const parts = { method, path, timestamp, body: body ?? new Uint8Array() };
  return {
    Accept: 'application/json',
    ...(body && { 'Content-Type': 'application/json' }),
    'X-Api-Key-Id': apiKeyId,
    'X-Timestamp': timestamp,
    'X-Signature': signRequest(profile, apiSecret, parts),
  };
}

/**
 * Fills parameters into a path of the endpoint table, percent-encoded.
 *
 * @throws TypeError if one is empty: the path would be another endpoint's
 */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (!value) throw new TypeError(`${name} is empty: pass the one of the object that is meant`);
    return encodeURIComponent(value);
  });
}

function given(headers: RawRequest['headers'] = {}): Record<string, string> {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function search(query: Query = {}): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, value = []]) =>
    [value].flat().map((single) => [name, String(single)]),
  );
  return new URLSearchParams(pairs);
}
