/** What a browser's bundle has in the place of `node:crypto`: whatever signs takes a secret, which no browser may have. */

export function createHmac(): never {
  throw new Error('Signing takes a secret: it is for servers alone.');
}

export function timingSafeEqual(): never {
  return createHmac();
}
