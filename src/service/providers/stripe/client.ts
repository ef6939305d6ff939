import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { NotTaken, NotTakenCause } from '../acquirer.ts';
import { boundedHttp } from '../bounded-http.ts';
import type { StripeCredentials, StripeSettings } from './settings.ts';

/** A terminal that was opened: an account of ours at Stripe. */
export interface StripeTerminal {
  /** The official package's client, loaded when the first terminal is opened. */
  Stripe: typeof Stripe;
  settings: StripeSettings;
  credentials: StripeCredentials;
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
    // Whoever calls repeats, by the same idempotency key, and knows when not to.
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

export type Answer<Value> = { ok: true; value: Value } | { ok: false; failure: StripeFailure };

/** What is read of an error of the package's; its message and its raw answer stay where they are. */
const stripeFailure = z.object({
  statusCode: z.int().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  /** The package writes an empty one where Stripe gave none. */
  decline_code: z.string().min(1).optional().catch(undefined),
  message: z.string().catch(''),
});
export type StripeFailure = z.output<typeof stripeFailure>;

export async function answerOf<Value>(call: Promise<Value>): Promise<Answer<Value>> {
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
  if (status >= 500) return 'unreachable';
  if (status === 401 || status === 403) return 'credentials';
  return status === 429 ? 'rate_limited' : 'request_refused';
}

/** Silence, whatever its cause; the package's own error may quote the request. */
export function silenceOf(step: string, { statusCode }: StripeFailure): Error {
  return new Error(`Stripe gave no answer to ${step}: ${statusCode ?? 'no status'}`);
}
