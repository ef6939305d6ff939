import { findCardNumber } from '#domain/card/find-number.ts';
import type { SignedParts } from '#contract/signature/signature.ts';

/** Of an address its path, as it is signed; of a path itself without its query. */
export function pathIn(address: string): string {
  const path = /^https?:\/\//i.test(address) ? new URL(address).pathname : address;
  return path.split('?')[0] ?? '';
}

/** What is signed, as a JSON string, so that line feeds are seen; a body with a card is not repeated. */
export function describeBase({ method, path, timestamp, body }: SignedParts): string {
  const text = new TextDecoder().decode(body);
  const shown = findCardNumber(text) === undefined ? text : `{body: ${body.length} bytes}`;
  return JSON.stringify([method.toUpperCase(), path, timestamp, shown].join('\n'));
}
