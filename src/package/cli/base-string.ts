import { findCardNumber } from '#domain/card/find-number.ts';
import { WrongUse } from './command.ts';
import type { SignedParts } from '#contract/signature/signature.ts';

/**
 * Of an address its path, as it is signed; of a path itself without its query.
 *
 * @throws WrongUse for what is neither
 */
export function pathIn(address: string): string {
  const isAddress = /^https?:\/\//i.test(address) && URL.canParse(address);
  if (!isAddress && !address.startsWith('/')) {
    throw new WrongUse(`${address} is not a path or URL: it must start with / or http.`);
  }
  const path = isAddress ? new URL(address).pathname : address;
  return path.split('?')[0] ?? '';
}

/** What is signed, as a JSON string, so that line feeds are seen; a body with a card is not repeated. */
export function describeBase({ method, path, timestamp, body }: SignedParts): string {
  const text = new TextDecoder().decode(body);
  const shown = findCardNumber(text) === undefined ? text : `{body: ${body.length} bytes}`;
  return JSON.stringify([method.toUpperCase(), path, timestamp, shown].join('\n'));
}
