/** Replaces `node:crypto` in browser bundles. Signing needs a secret, which no browser may have. */

export function createHmac(): never {
  throw new Error('Signing needs a secret: use it only on servers.');
}

export function timingSafeEqual(): never {
  return createHmac();
}
