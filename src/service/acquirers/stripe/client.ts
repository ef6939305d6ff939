import type { Stripe } from 'stripe';
import { z } from 'zod';
import { boundedHttp } from '../bounded-http.ts';
import type { NotTaken, NotTakenCause } from '../port.ts';
import { declineFields } from './decline.ts';
import type { StripeCredentials, StripeSettings } from './settings.ts';

/** An opened terminal: one of our accounts at Stripe. */
export interface StripeTerminal {
  /** The official package's client, loaded when the first terminal is opened. */
  Stripe: typeof Stripe;
  settings: StripeSettings;
  credentials: StripeCredentials;
  now: () => Date;
}

/** Returns Stripe's client for one call, which ends when the signal is aborted. */
export function clientFor(
  { Stripe, settings, credentials }: StripeTerminal,
  signal: AbortSignal,
): Stripe {
  const { protocol, hostname, port } = new URL(settings.api_url);
  return new Stripe(credentials.secret_key, {
    httpClient: Stripe.createFetchHttpClient(failingByStatus(boundedHttp(signal))),
    host: hostname,
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : port,
    protocol: protocol === 'https:' ? 'https' : 'http',
    // The caller retries with the same idempotency key, and knows when not to.
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/**
 * Adds an error to failed answers that have none: the package treats every answer without an error as a success,
 * whatever its status. Refuses answers that are not objects: the package never answers the caller after some of them.
 */
function failingByStatus(http: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await http(input, init);
    const body: unknown = await answer.json();
    if (answer.ok && !anyObject.safeParse(body).success) {
      throw new Error("Stripe's answer is not an object");
    }
    if (answer.ok || withError.safeParse(body).success) return answer;
    const { status } = answer;
    return Response.json({ error: { type: 'api_error', message: 'no error given' } }, { status });
  };
}

const anyObject = z.looseObject({});
const withError = z.object({ error: z.looseObject({}) });

export type StripeAnswer<Value> =
  | { ok: true; value: Value }
  | { ok: false; failure: StripeFailure };

/**
 * The members read from an error of the package. The message is used only for a decline, where `declineMessage`
 * searches it for card numbers; the raw answer is not read.
 */
const stripeFailure = z.object({
  statusCode: z.int().optional().catch(undefined),
  /** The error type in the answer; the package's own error classes differ from it. */
  rawType: z.string().optional().catch(undefined),
  ...declineFields,
  /** The parameter that the error is about. */
  param: z.string().optional().catch(undefined),
  /** The intent that the request was about, in its current state. */
  payment_intent: z.unknown().transform((intent) => intent ?? undefined),
  message: z.string().catch(''),
});
export type StripeFailure = z.output<typeof stripeFailure>;

export async function answerOf<Value>(call: Promise<Value>): Promise<StripeAnswer<Value>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    return { ok: false, failure: stripeFailure.parse(error) };
  }
}

/** Returns `not_taken` for a request that did nothing, or that by itself could not take money. */
export function notTaken({ statusCode }: StripeFailure): NotTaken {
  return { outcome: 'not_taken', cause: causeOf(statusCode) };
}

function causeOf(status = 500): NotTakenCause {
  if (status === 401 || status === 403) return 'credentials';
  if (status === 429) return 'rate_limited';
  return status >= 400 && status < 500 ? 'request_refused' : 'unreachable';
}

/**
 * Whether Stripe documents that the request was not executed (docs.stripe.com/api/errors and /error-low-level,
 * 2026-11): its key was refused, it exceeded a rate limit, or it was invalid. Not if another request holds the
 * object or used the same idempotency key, and not for answers of proxies, such as redirects or 408.
 */
export function hadNoEffect({ statusCode, rawType, code }: StripeFailure): boolean {
  switch (statusCode) {
    case 401:
    case 403:
      return true;
    case 429:
      return code !== 'lock_timeout';
    case 400:
    case 404:
      return rawType === 'invalid_request_error' && !code?.startsWith('idempotency_');
    default:
      return false;
  }
}

/**
 * Whether Stripe itself refused with 402, which it does for a declined card, or for a refund because of the balance or
 * the bank. Its own error has a type, which is not that of its faults.
 */
export function isDecline({ statusCode, rawType }: StripeFailure): boolean {
  return statusCode === 402 && rawType !== undefined && rawType !== 'api_error';
}

/** Returns an error for an unknown outcome, without the package's own error, which may quote the request. */
export function noAnswerError(step: string, { statusCode }: StripeFailure): Error {
  return new Error(`Stripe gave no answer to ${step}: ${statusCode ?? 'no status'}`);
}
