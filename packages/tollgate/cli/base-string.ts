import { findCardNumber } from '../../../src/domain/card/find-number.ts';
import { WrongUse } from './command.ts';
import type { SignedParts } from '../../../src/contract/signature/signature.ts';

/**
 * Returns the path to sign, from a URL or a path, without the query.
 *
 * @throws WrongUse for anything else
 */
export function pathIn(address: string): string {
  const isAddress = /^https?:\/\//i.test(address) && URL.canParse(address);
  if (!isAddress && !address.startsWith('/')) {
    throw new WrongUse(`${address} is not a path or URL: it must start with / or http.`);
  }
  const path = isAddress ? new URL(address).pathname : address;
  return path.split('?')[0] ?? '';
}

/**
 * Returns the signed text as a JSON string, so that line feeds are visible. Replaces a body that contains a card
 * number.
 */
export function describeBase({ method, path, timestamp, body }: SignedParts): string {
  const text = new TextDecoder().decode(body);
  const shown = findCardNumber(text) === undefined ? text : `{body: ${body.length} bytes}`;
  return JSON.stringify([method.toUpperCase(), path, timestamp, shown].join('\n'));
}
