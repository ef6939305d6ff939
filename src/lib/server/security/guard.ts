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

/** A form that can be read, or the status that says why it cannot. */
type PostedForm =
  | { ok: true; bytes: Uint8Array<ArrayBuffer> }
  | { ok: false; status: 400 | 413 | 415 };

/** A card form with every field at its longest is a sixteenth of this. */
const FORM_LIMIT_BYTES = 64 * 1024;

/**
 * A whole office or a mobile network may share an address, so the limit is on what one address does
 * with one order; over all orders together it may do so many times more, before it looks like
 * cards being tried out on one order after the other.
 */
const ORDERS_PER_ADDRESS = 10;

/**
 * The actions of every route that takes a form. Kit looks an action up by whatever name the address
 * gives, inherited properties of the object included, and only then looks at the form.
 */
const ACTIONS: ReadonlyMap<string | null, readonly string[]> = new Map([
  ['/pay/[id=uuid]', ['default']],
  ['/pay/[id=uuid]/card', ['default']],
  ['/pay/[id=uuid]/status', ['default']],
  ['/pay/[id=uuid]/another-card', ['default']],
  ['/(sandbox)/shop', ['default']],
  ['/(sandbox)/challenge/[id=uuid]', ['approve', 'refuse']],
  ['/(sandbox)/bank/[id=uuid]', ['default']],
]);

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/**
 * The request as the routes are to see it: a form that comes from where it may come from, not too
 * often, and that can be read; what an issuer's page sent back in the address, no more often. Routes that take no form
 * answer for themselves: Kit refuses other methods, and machines (browsers' reports, webhooks) post what they post.
 */
export async function guard(event: RequestEvent, nowMs: number): Promise<Guarded> {
  const posts = event.request.method === 'POST' && ACTIONS.has(event.route.id);
  if (posts && !isOwnRequest(event)) return refused({ status: 403, state: 'refused' });
  const waitSeconds = posts || hasReturned(event) ? secondsToWait(event, nowMs) : 0;
  if (waitSeconds > 0) {
    return refused({ status: 429, state: 'tooMany', retryAfterSeconds: waitSeconds });
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

/** Whether the address holds what an issuer sent back: the acquirer is asked about it, as about a form. */
function hasReturned({ route, url }: RequestEvent): boolean {
  return route.id === RETURN_ROUTE && foreignParameters(url.searchParams).length > 0;
}

function refused(refusal: Refusal): Guarded {
  return { ok: false, refusal };
}

let limits: { order: RateLimit; address: RateLimit } | undefined;

/** Seconds to wait before this post may be made; 0 when it may pass. */
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
 * The same request with the body that was read. Kit answers a form with JSON whenever the client accepts
 * JSON, as one does that accepts anything. Here only a client that names JSON gets it. Without a body the form
 * is empty.
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

/** Reads a posted form whole, so that a route finds one that it can parse, or none at all. */
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
 * What came back with a shopper whom an issuer's page sent, in as much of a body as can be read. Whatever it is, the
 * shopper is shown the order: banks post what they post, line breaks within values included.
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

/** `?/name` asks for an action, and an address without one for the default, which has no name. */
function isKnownAction(url: URL, actions: readonly string[]): boolean {
  const asked = [...url.searchParams.keys()].find((name) => name.startsWith('/'))?.slice(1);
  return asked === undefined
    ? actions.includes('default')
    : asked !== 'default' && actions.includes(asked);
}

/**
 * Text without control characters, in which every % begins an escape. What the escapes stand for may
 * be of any encoding: banks that send the shopper back use older ones.
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
