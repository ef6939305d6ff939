import type * as Adyen from '@adyen/api-library';
import type { CheckoutAPI, Types } from '@adyen/api-library';
import type { IRequest } from '@adyen/api-library/lib/src/typings/requestOptions.js';
import { z } from 'zod';
import { boundedHttp, NotReachedError } from '../bounded-http.ts';
import type { NotTaken, NotTakenCause } from '../port.ts';
import type { AdyenCredentials, AdyenSettings } from './settings.ts';

/** An opened terminal: one of our merchant accounts at Adyen. */
export interface AdyenTerminal {
  /** The official package, loaded when the first terminal is opened. */
  adyen: typeof Adyen;
  settings: AdyenSettings;
  credentials: AdyenCredentials;
  now: () => Date;
}

export type CheckoutTypes = typeof Types.checkout;

/** Adyen's Checkout API, and the classes of the requests that its package takes. */
export interface Checkout {
  payments: CheckoutAPI['PaymentsApi'];
  modifications: CheckoutAPI['ModificationsApi'];
  types: CheckoutTypes;
}

/** Returns the API for one call, which ends when the signal is aborted. */
export function checkoutFor(
  { adyen, settings, credentials }: AdyenTerminal,
  signal: AbortSignal,
): Checkout {
  const http = boundedHttp(signal);
  const client = new adyen.Client(
    new adyen.Config({
      apiKey: credentials.api_key,
      environment: adyen.EnvironmentEnum[settings.environment],
      ...(settings.live_prefix !== undefined && { liveEndpointUrlPrefix: settings.live_prefix }),
    }),
    {
      request: (endpoint, json, _config, _isApiKeyRequired, options) =>
        send(http, addressOf(endpoint, settings), json, {
          'X-API-Key': credentials.api_key,
          'Content-Type': 'application/json',
          ...idempotency(options),
        }),
    },
  );
  const api = new adyen.CheckoutAPI(client);
  return {
    payments: api.PaymentsApi,
    modifications: api.ModificationsApi,
    types: adyen.Types.checkout,
  };
}

/** Returns the instance with these members set; the package's constructors take none. */
export function filled<Instance extends object>(
  instance: Instance,
  members: Partial<Instance>,
): Instance {
  return Object.assign(instance, members);
}

/**
 * Sends a request. Replaces the package's own transport, which does not limit an answer's size and logs answers
 * that it cannot parse.
 */
async function send(
  http: typeof globalThis.fetch,
  url: URL,
  body: string | Buffer,
  headers: Record<string, string>,
): Promise<string> {
  const answer = await http(url, { method: 'POST', body: body.toString(), headers });
  if (answer.ok) return answer.text();
  throw new RefusedError(answer.status, serviceError.parse(await answer.json()));
}

const member = z.string().optional().catch(undefined);
const serviceError = z
  .object({ errorCode: member, errorType: member, pspReference: member })
  .catch({ errorCode: undefined, errorType: undefined, pspReference: undefined });
type ServiceError = z.output<typeof serviceError>;

function addressOf(endpoint: string, { api_url: apiUrl }: AdyenSettings): URL {
  const url = new URL(endpoint);
  return apiUrl === undefined ? url : new URL(`${url.pathname}${url.search}`, apiUrl);
}

function idempotency(options: IRequest.Options | undefined): Record<string, string> {
  const key = options?.idempotencyKey;
  return key === undefined ? {} : { 'Idempotency-Key': key };
}

/** Adyen's error, without its text, which may quote the request. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly error: ServiceError;

  constructor(status: number, error: ServiceError) {
    super(`Adyen answered ${status}`);
    this.status = status;
    this.error = error;
  }
}

/** The answer to a request for a refund or a reversal: `status` is always `received`. */
export const modificationAnswer = z.object({ status: z.literal('received') });

export type AdyenAnswer<Value> = { ok: true; value: Value } | { ok: false; failure: AdyenFailure };

export interface AdyenFailure {
  /** `not_reached`: the request was never sent. `unknown`: it may have taken effect. */
  effect: 'none' | 'not_reached' | 'unknown';
  status?: number;
  errorCode?: string | undefined;
  pspReference?: string | undefined;
}

export async function answerOf<Value>(call: Promise<Value>): Promise<AdyenAnswer<Value>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

function failureOf(error: unknown): AdyenFailure {
  if (error instanceof NotReachedError) return { effect: 'not_reached' };
  if (!(error instanceof RefusedError)) return { effect: 'unknown' };
  const { status, error: body } = error;
  const { errorCode, pspReference } = body;
  const effect = hadNoEffect(status, body) ? 'none' : 'unknown';
  return { effect, status, errorCode, pspReference };
}

/**
 * The statuses for which Adyen documents that the request was not processed (docs.adyen.com, "HTTP status codes").
 */
const NOT_PROCESSED: ReadonlySet<number> = new Set([400, 401, 403, 429]);
/** The request was refused; its error code says why. */
const UNPROCESSABLE = 422;
/** "Request already processed or in progress": the first request may have taken the money. */
const ALREADY_PROCESSED = '704';
/** "An unknown error occurred", as Adyen's newer and older services write it. */
const UNKNOWN_ERRORS: ReadonlySet<string> = new Set(['000', '0']);

/**
 * Whether Adyen documents that the request had no effect. For any other answer, the effect is unknown: redirects,
 * timeouts and answers of proxies.
 */
function hadNoEffect(status: number, { errorCode, errorType }: ServiceError): boolean {
  if (errorCode === ALREADY_PROCESSED) return false;
  if (status !== UNPROCESSABLE) return NOT_PROCESSED.has(status);
  return errorCode !== undefined && !UNKNOWN_ERRORS.has(errorCode) && errorType !== 'internal';
}

/** Returns `not_taken` for a failure that is known to have had no effect. */
export function notTaken({ effect, status }: AdyenFailure): NotTaken {
  const cause: NotTakenCause =
    effect === 'not_reached' ? 'unreachable' : (CAUSES[status ?? 0] ?? 'request_refused');
  return { outcome: 'not_taken', cause };
}

const CAUSES: Record<number, NotTakenCause | undefined> = {
  401: 'credentials',
  403: 'credentials',
  429: 'rate_limited',
};

export function noAnswerError(step: string, { status }: AdyenFailure): Error {
  return new Error(`Adyen gave no answer to ${step}: ${status ?? 'no status'}`);
}
