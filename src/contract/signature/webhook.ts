import { equalsMac, mac } from './mac.ts';
import { signWebhook } from './signature.ts';

/** The message that Standard Webhooks signs. Id and body are the same on every delivery of an event. */
export interface WebhookMessage {
  id: string;
  /** Unix seconds of this delivery. */
  timestamp: string;
  body: Uint8Array;
}

export interface WebhookReceiver {
  /** The merchant's secrets (`whsec_` + base64): several during a rotation. */
  secrets: readonly string[];
  nowMs: number;
  /** How far a delivery's timestamp may be in the past or future. */
  toleranceSeconds?: number;
  /**
   * Accepts deliveries with only X-Signature, as other deployments send them. That signature covers no time: anybody
   * who records a delivery can replay it forever.
   */
  allowUndated?: boolean;
}

export type WebhookVerdict =
  | { ok: true; id: string | undefined }
  | { ok: false; reason: 'headers_missing' | 'timestamp_out_of_range' | 'signature_wrong' };

const SECRET_PREFIX = 'whsec_';
const DEFAULT_TOLERANCE_SECONDS = 300;

/** Returns the value of `webhook-signature`: one signature for each secret, in the given order. */
export function signStandardWebhook(secrets: readonly string[], message: WebhookMessage): string {
  return secrets.map((secret) => `v1,${standardMac(secret, message).toString('base64')}`).join(' ');
}

/**
 * Verifies a delivery for its receiver; call it with the raw body, before parsing. The returned `id` tells a repeated
 * delivery from a new event.
 */
export function verifyWebhook(
  rawBody: Uint8Array,
  headers: Headers,
  receiver: WebhookReceiver,
): WebhookVerdict {
  const id = headers.get('webhook-id');
  const timestamp = headers.get('webhook-timestamp');
  const signatures = headers.get('webhook-signature');
  if (id === null || timestamp === null || signatures === null) {
    return receiver.allowUndated === true
      ? verifyUndated(rawBody, headers.get('X-Signature'), receiver.secrets)
      : { ok: false, reason: 'headers_missing' };
  }
  if (!isTimely(timestamp, receiver)) return { ok: false, reason: 'timestamp_out_of_range' };
  const message = { id, timestamp, body: rawBody };
  const claims = signatures.split(' ');
  return receiver.secrets.some((secret) => isSignedBy(secret, message, claims))
    ? { ok: true, id }
    : { ok: false, reason: 'signature_wrong' };
}

function verifyUndated(
  rawBody: Uint8Array,
  signature: string | null,
  secrets: readonly string[],
): WebhookVerdict {
  if (signature === null) return { ok: false, reason: 'headers_missing' };
  const matches = secrets.some((secret) =>
    equalsMac(Buffer.from(signWebhook(secret, rawBody), 'hex'), signature, 'hex'),
  );
  return matches ? { ok: true, id: undefined } : { ok: false, reason: 'signature_wrong' };
}

function isTimely(timestamp: string, receiver: WebhookReceiver): boolean {
  const { nowMs, toleranceSeconds = DEFAULT_TOLERANCE_SECONDS } = receiver;
  const distanceSeconds = Math.abs(Number(timestamp) - nowMs / 1000);
  return /^\d{1,12}$/.test(timestamp) && distanceSeconds <= toleranceSeconds;
}

function isSignedBy(secret: string, message: WebhookMessage, claims: readonly string[]): boolean {
  const expected = standardMac(secret, message);
  return claims.some((claim) => {
    const [version, signature] = claim.split(',', 2);
    return version === 'v1' && signature !== undefined && equalsMac(expected, signature, 'base64');
  });
}

/** Computes the MAC of Standard Webhooks. The key is the decoded base64 of the secret without its prefix. */
function standardMac(secret: string, { id, timestamp, body }: WebhookMessage): Buffer {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  return mac('sha256', { text, encoding: 'base64' }, [`${id}.${timestamp}.`, body]);
}
