import { bytesOf, type RawBody } from '../raw-body.ts';
import { equalsMac, mac } from './mac.ts';

/** The message that Standard Webhooks signs. Id and body are the same on every delivery of an event. */
export interface WebhookMessage {
  id: string;
  /** Unix seconds of this delivery. */
  timestamp: string;
  body: Uint8Array;
}

/** The secrets that sign a delivery. */
export interface SigningSecrets {
  /** For `X-Signature`, which carries one signature only. */
  single: string;
  /** For `webhook-signature`, which carries one signature by each secret. */
  all: readonly string[];
}

/** A delivery's headers: `Headers`, Node's `request.headers`, or a plain record with names in any case. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

export interface WebhookReceiver {
  /** The merchant's secret (`whsec_` + base64), or several during a rotation. */
  secrets: string | readonly string[];
  /** Unix milliseconds; defaults to the machine's time. */
  nowMs?: number;
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
/** Less is a time in seconds: these milliseconds are in 1973, and these seconds in 5138. */
const LEAST_MS = 100_000_000_000;

/** Returns the headers that sign a delivery: that of the specification, and those of Standard Webhooks. */
export function signDelivery(
  { single, all }: SigningSecrets,
  message: WebhookMessage,
): Record<string, string> {
  return {
    'x-signature': signWebhook(single, message.body),
    'webhook-id': message.id,
    'webhook-timestamp': message.timestamp,
    'webhook-signature': signStandardWebhook(all, message),
  };
}

/**
 * Returns X-Signature of a webhook: the lower-case hex HMAC-SHA-256 of its raw body, keyed with the whole text of the
 * secret.
 */
export function signWebhook(secret: string, rawBody: Uint8Array): string {
  return mac('sha256', { text: secret, encoding: 'utf8' }, [rawBody]).toString('hex');
}

/** Returns the value of `webhook-signature`: one signature for each secret, in the given order. */
export function signStandardWebhook(secrets: readonly string[], message: WebhookMessage): string {
  return secrets.map((secret) => `v1,${standardMac(secret, message).toString('base64')}`).join(' ');
}

/**
 * Verifies a delivery for its receiver; call it with the raw body, before parsing. The returned `id` tells a repeated
 * delivery from a new event.
 *
 * @returns `ok: false` with a reason for a delivery that is not genuine
 * @throws TypeError with a sentence about what to pass, if an argument is of a wrong kind
 */
export function verifyWebhook(
  rawBody: RawBody,
  headers: WebhookHeaders,
  receiver: WebhookReceiver,
): WebhookVerdict {
  const body = bytesOf(rawBody);
  const valueOf = headerReader(headers);
  const secrets = secretsOf(receiver);
  const nowMs = millisecondsOf(receiver.nowMs ?? Date.now());
  const id = valueOf('webhook-id');
  const timestamp = valueOf('webhook-timestamp');
  const signatures = valueOf('webhook-signature');
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    return receiver.allowUndated === true
      ? verifyUndated(body, valueOf('x-signature'), secrets)
      : { ok: false, reason: 'headers_missing' };
  }
  const { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS } = receiver;
  if (!isTimely(timestamp, nowMs, toleranceSeconds)) {
    return { ok: false, reason: 'timestamp_out_of_range' };
  }
  const message = { id, timestamp, body };
  const claims = signatures.split(' ');
  return secrets.some((secret) => isSignedBy(secret, message, claims))
    ? { ok: true, id }
    : { ok: false, reason: 'signature_wrong' };
}

/** @returns a function that reads a header by its name in lower case */
function headerReader(headers: unknown): (name: string) => string | undefined {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) {
    throw new TypeError(
      "verifyWebhook takes the request's headers as its second argument: Headers, Node's request.headers or a plain " +
        'object.',
    );
  }
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    const text: unknown = Array.isArray(value) ? value.join(', ') : value;
    if (typeof text === 'string') values.set(name.toLowerCase(), text);
  }
  return (name) => values.get(name);
}

function secretsOf(receiver: { secrets?: unknown } | undefined): string[] {
  const given = receiver?.secrets;
  const secrets: unknown[] = Array.isArray(given) ? given : [given];
  if (secrets.length > 0 && secrets.every(isSecret)) return secrets;
  throw new TypeError(
    "verifyWebhook needs the webhook secret: pass { secrets: 'whsec_…' }, or a list of secrets. Is the environment " +
      'variable set?',
  );
}

function isSecret(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function millisecondsOf(nowMs: unknown): number {
  if (typeof nowMs === 'number' && nowMs >= LEAST_MS) return nowMs;
  throw new TypeError(
    'nowMs is the time in milliseconds, as Date.now() returns it: leave it out, or multiply seconds by 1000.',
  );
}

function verifyUndated(
  rawBody: Uint8Array,
  signature: string | undefined,
  secrets: readonly string[],
): WebhookVerdict {
  if (signature === undefined) return { ok: false, reason: 'headers_missing' };
  const matches = secrets.some((secret) =>
    equalsMac(Buffer.from(signWebhook(secret, rawBody), 'hex'), signature, 'hex'),
  );
  return matches ? { ok: true, id: undefined } : { ok: false, reason: 'signature_wrong' };
}

function isTimely(timestamp: string, nowMs: number, toleranceSeconds: number): boolean {
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
