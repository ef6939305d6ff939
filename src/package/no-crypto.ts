/** What a browser's bundle has in the place of `node:crypto`: whatever signs takes a secret, which no browser may have. */

export function createHmac(): never {
  throw new Error('Signing needs a secret: use it only on servers.');
}

export function timingSafeEqual(): never {
  return createHmac();
}
