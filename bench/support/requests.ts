import { randomUUID } from 'node:crypto';
import { DEFAULT_PROFILE, signRequest } from '#contract/signature.ts';
import type { SandboxFile } from '#service/sandbox/file.ts';
import type { NextRequest } from './load.ts';

/** What differs from one request to the next; the rest of its bytes is made once. */
interface RequestLine {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

/** Signed requests as bytes. Signing costs the load's process some microseconds, the server none. */
function signer(sandbox: SandboxFile): (line: RequestLine) => Buffer {
  return ({ method, path, body = '' }) => {
    const bytes = Buffer.from(body);
    const timestamp = Math.floor(Date.now() / 1000).toString();
    const parts = { method, path, timestamp, body: bytes };
    const head = [
      `${method} ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Accept: application/json',
      `X-Api-Key-Id: ${sandbox.api_key_id}`,
      `X-Timestamp: ${timestamp}`,
      `X-Signature: ${signRequest(DEFAULT_PROFILE, sandbox.api_secret, parts)}`,
      ...(body ? ['Content-Type: application/json', `Content-Length: ${bytes.length}`] : []),
    ];
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
  };
}

/** A new order each time, with what a shop usually knows of its customer. */
export function createPayinRequests(sandbox: SandboxFile): NextRequest {
  const sign = signer(sandbox);
  return () =>
    sign({
      method: 'POST',
      path: '/api/v1/orders/payin',
      body: JSON.stringify({
        reference_id: randomUUID(),
        currency: 'EUR',
        amount: 12.5,
        merchant_gate_method_id: sandbox.methods['card_eur'],
        customer: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' },
        return_urls: {
          success: 'https://shop.example/thanks',
          fail: 'https://shop.example/basket',
        },
      }),
    });
}

export function getPayinRequests(sandbox: SandboxFile, ids: readonly string[]): NextRequest {
  const sign = signer(sandbox);
  let turn = 0;
  return () => {
    turn += 1;
    return sign({ method: 'GET', path: `/api/v1/orders/payin/${ids[turn % ids.length] ?? ''}` });
  };
}
