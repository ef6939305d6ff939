import type { Stripe } from 'stripe';
import { z } from 'zod';
import { boundedHttp } from '../bounded-http.ts';
import type { NotTaken, NotTakenCause } from '../port.ts';
import { saidOfDecline } from './decline.ts';
import type { StripeCredentials, StripeSettings } from './settings.ts';

/** A terminal that was opened: an account of ours at Stripe. */
export interface StripeTerminal {
  /** The official package's client, loaded when the first terminal is opened. */
  Stripe: typeof Stripe;
  settings: StripeSettings;
  credentials: StripeCredentials;
  now: () => Date;
}

/** Stripe's client for one call, which ends with it. */
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
    // The caller repeats with the same idempotency key, and knows when not to.
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/** The package takes an answer for a success, whatever its status, unless it has an error in it. */
function failingByStatus(http: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await http(input, init);
    if (answer.ok || withError.safeParse(await answer.clone().json()).success) return answer;
    const { status } = answer;
    return Response.json({ error: { type: 'api_error', message: 'no error given' } }, { status });
  };
}

const withError = z.object({ error: z.looseObject({}) });

export type StripeAnswer<Value> =
  | { ok: true; value: Value }
  | { ok: false; failure: StripeFailure };

/** What is read of an error of the package's; its message and its raw answer stay where they are. */
const stripeFailure = z.object({
  statusCode: z.int().optional().catch(undefined),
  /** Of the answer itself; the package has classes of its own beside it. */
  rawType: z.string().optional().catch(undefined),
  ...saidOfDecline,
  /** Which parameter the error is about. */
  param: z.string().optional().catch(undefined),
  /** How the intent stands that the request was about. */
  payment_intent: z.unknown(),
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

/** For a request that made nothing, or could take no money by itself. */
export function notTaken({ statusCode }: StripeFailure): NotTaken {
  return { outcome: 'not_taken', cause: causeOf(statusCode) };
}

function causeOf(status = 500): NotTakenCause {
  if (status === 401 || status === 403) return 'credentials';
  if (status === 429) return 'rate_limited';
  return status >= 400 && status < 500 ? 'request_refused' : 'unreachable';
}

/**
 * Whether Stripe's documents promise that the request was not carried out (docs.stripe.com/api/errors and
 * /error-low-level, 2026-11): its key was refused, it was over the limit, or it was found invalid. Not so
 * where another request holds the object, or came by the same idempotency key; nor for what is no answer
 * of Stripe's, such as a redirect or 408 of something in between.
 */
export function didNothing({ statusCode, rawType, code }: StripeFailure): boolean {
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

/** Silence, whatever its cause; the package's own error may quote the request. */
export function silenceOf(step: string, { statusCode }: StripeFailure): Error {
  return new Error(`Stripe gave no answer to ${step}: ${statusCode ?? 'no status'}`);
}
