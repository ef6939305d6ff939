import type { RequestEvent } from '@sveltejs/kit';

import { foreignParameters } from '../checkout/status-address.ts';
import { log } from '../log.ts';
import { pageConfig } from '../page-config.ts';
import type { Refusal } from '../render-page.ts';
import { clientOf } from './client-address.ts';
import { RateLimit } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { isOwnRequest, RETURN_ROUTE } from './same-origin.ts';

type Guarded = { ok: true; event: RequestEvent } | { ok: false; refusal: Refusal };

/** A readable form, or the status that says why it is not. */
type PostedForm =
  | { ok: true; bytes: Uint8Array<ArrayBuffer> }
  | { ok: false; status: 400 | 413 | 415 };

/** Sixteen times the size of a card form with every field at its longest. */
const FORM_LIMIT_BYTES = 64 * 1024;

/**
 * An office or a mobile network may share an address, so the main limit is per address and order. Over all orders,
 * one address may post this many times as much; more looks like someone trying cards on one order after another.
 */
const ORDERS_PER_ADDRESS = 10;

/**
 * The actions of every route with a form. Kit looks up an action by the name in the URL, including inherited
 * properties of the object, before it looks at the form.
 */
const ACTIONS: ReadonlyMap<string | null, readonly string[]> = new Map([
  ['/pay/[id=uuid]', ['default']],
  ['/pay/[id=uuid]/card', ['default']],
  ['/pay/[id=uuid]/status', ['default']],
  ['/pay/[id=uuid]/[told=told]', ['default']],
  ['/link/[id=uuid]', ['default']],
  ['/(sandbox)/shop', ['default']],
  ['/(sandbox)/challenge/[id=uuid]', ['approve', 'refuse']],
  ['/(sandbox)/bank/[id=uuid]', ['default']],
]);

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/**
 * Checks a request before the routes see it. A form must come from an allowed origin, within the rate limits, and be
 * readable. Data that an issuer's page sent back in the URL counts towards the same limits. Routes without forms are
 * not checked: Kit refuses other methods, and machine endpoints (browser reports, webhooks) validate their own
 * bodies.
 */
export async function guard(event: RequestEvent, nowMs: number): Promise<Guarded> {
  const posts = event.request.method === 'POST' && ACTIONS.has(event.route.id);
  if (posts && !isOwnRequest(event)) return refused({ status: 403, state: 'refused' });
  const waitSeconds = posts || hasReturned(event) ? secondsToWait(event, nowMs) : 0;
  if (waitSeconds > 0) {
    const headers = { 'Retry-After': String(waitSeconds) };
    return refused({ status: 429, state: 'tooMany', headers });
  }
  if (!posts) return { ok: true, event };
  if (event.route.id === RETURN_ROUTE) {
    const returned = await readReturnedForm(event);
    return { ok: true, event: returned.ok ? withForm(event, returned.bytes) : withForm(event) };
  }
  const form = await readPostedForm(event);
  return form.ok
    ? { ok: true, event: withForm(event, form.bytes) }
    : refused({ status: form.status, state: 'refused' });
}

/** Tells whether the URL has data from an issuer. The acquirer is asked about it, as with a form. */
function hasReturned({ route, url }: RequestEvent): boolean {
  return route.id === RETURN_ROUTE && foreignParameters(url.searchParams).length > 0;
}

function refused(refusal: Refusal): Guarded {
  return { ok: false, refusal };
}

let limits: { order: RateLimit; address: RateLimit } | undefined;

/** Returns the seconds to wait before this post is allowed; 0 if it is allowed now. */
function secondsToWait(event: RequestEvent, nowMs: number): number {
  const { postsPerMinute } = pageConfig();
  if (postsPerMinute === undefined) return 0;
  limits ??= {
    order: new RateLimit(postsPerMinute),
    address: new RateLimit(postsPerMinute * ORDERS_PER_ADDRESS),
  };
  const { network, addressClass } = clientOf(event.request);
  const orderId = event.params.id;
  const refused = [
    limits.order.take(`${network} ${orderId ?? event.route.id}`, nowMs),
    limits.address.take(network, nowMs),
  ].find((taken) => !taken.ok);
  if (refused === undefined) return 0;
  if (refused.isFirst) {
    log.warn(
      { route: event.route.id, orderId, address: network, addressClass, status: 429 },
      'too many posts of one address',
    );
  }
  return refused.waitSeconds;
}

/**
 * Rebuilds the request with the body that was read; without a body, the form is empty. Also narrows the Accept header:
 * Kit answers a form with JSON to any client that accepts anything; here only clients that name JSON get it.
 */
function withForm(event: RequestEvent, body?: Uint8Array<ArrayBuffer>): RequestEvent {
  const headers = new Headers(event.request.headers);
  if (body === undefined) headers.set('content-type', URLENCODED);
  if (!/application\/json|text\/html/.test(headers.get('accept') ?? '')) {
    headers.set('accept', 'text/html');
  }
  return {
    ...event,
    request: new Request(event.url, { method: 'POST', headers, body: body ?? '' }),
  };
}

/** Reads a whole posted form, so that routes get a form that they can parse, or none. */
async function readPostedForm({ request, url, route }: RequestEvent): Promise<PostedForm> {
  if (!isKnownAction(url, ACTIONS.get(route.id) ?? [])) return { ok: false, status: 400 };
  const contentType = request.headers.get('content-type') ?? '';
  const type = mediaType(contentType);
  if (type !== URLENCODED && type !== MULTIPART) return { ok: false, status: 415 };
  const body = await readBody(request, FORM_LIMIT_BYTES);
  if (!body.ok) return { ok: false, status: body.reason === 'too-large' ? 413 : 400 };
  const isReadable =
    type === URLENCODED ? isUrlEncoded(body.bytes) : await isMultipart(body.bytes, contentType);
  return isReadable ? body : { ok: false, status: 400 };
}

/**
 * Reads the form that an issuer's page sent back with the shopper, as far as it is readable. Accepts almost anything,
 * line breaks within values included, because the shopper is shown the order in any case.
 */
async function readReturnedForm({ request }: RequestEvent): Promise<PostedForm> {
  const contentType = request.headers.get('content-type') ?? '';
  const type = mediaType(contentType);
  const body = await readBody(request, FORM_LIMIT_BYTES);
  const isReadable =
    body.ok &&
    (type === URLENCODED || (type === MULTIPART && (await isMultipart(body.bytes, contentType))));
  return isReadable ? body : { ok: false, status: 400 };
}

function mediaType(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * Tells whether the URL names a known action. `?/name` names an action; a URL without one means the default action,
 * which has no name.
 */
function isKnownAction(url: URL, actions: readonly string[]): boolean {
  const asked = [...url.searchParams.keys()].find((name) => name.startsWith('/'))?.slice(1);
  return asked === undefined
    ? actions.includes('default')
    : asked !== 'default' && actions.includes(asked);
}

/**
 * Text without control characters, in which every % begins an escape. The escapes may be in any encoding, since banks
 * that send the shopper back use older ones.
 */
const URL_ENCODED_TEXT = /^(?:[^%\p{Cc}]|%[0-9a-f]{2})*$/iu;

function isUrlEncoded(bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    return URL_ENCODED_TEXT.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

async function isMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<boolean> {
  try {
    await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
    return true;
  } catch {
    return false;
  }
}
