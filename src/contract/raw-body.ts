/** A webhook's body as it was received, before anything parsed it. */
export type RawBody = Uint8Array | ArrayBuffer | string;

/** @throws TypeError if something parsed the body */
export function bytesOf(body: RawBody): Uint8Array {
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (typeof body === 'string') return new TextEncoder().encode(body);
  throw new TypeError(
    "Pass the webhook's raw body, as bytes or text: the signature covers the bytes, and parseWebhook reads them.",
  );
}
