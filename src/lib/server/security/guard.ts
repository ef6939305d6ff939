import type { RequestEvent } from '@sveltejs/kit';

import { readPostedForm, readReturnedForm, takesForms } from '../checkout/posted-form.ts';
import { foreignParameters } from '../checkout/status-address.ts';
import { secondsToWait } from './limit-posts.ts';
import type { Refusal } from '../render-page.ts';
import { mayAnswer, RETURN_ROUTE } from './same-origin.ts';

type Guarded = { ok: true; event: RequestEvent } | { ok: false; refusal: Refusal };

/**
 * The request as the routes are to see it: a form that comes from where it may come from, not too
 * often, and that can be read; what an issuer's page sent back in the address, no more often. Whatever takes no form answers for itself: Kit refuses other
 * methods, and machines (browsers' reports, webhooks) post what they post.
 */
export const guard = async (event: RequestEvent, nowMs: number): Promise<Guarded> => {
  const posts = event.request.method === 'POST' && takesForms(event.route.id);
  if (posts && !mayAnswer(event)) return refused({ status: 403, state: 'refused' });
  const waitSeconds = posts || handsIn(event) ? secondsToWait(event, nowMs) : 0;
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
};

/** The acquirer is asked what such members lead to, as it is of those in a form. */
const handsIn = ({ route, url }: RequestEvent): boolean =>
  route.id === RETURN_ROUTE && foreignParameters(url.searchParams).length > 0;

const refused = (refusal: Refusal): Guarded => ({ ok: false, refusal });

/**
 * The same request with the body that was read. Kit answers a form with JSON whenever the client
 * would take it, which one that takes anything would. A form is answered as a form unless JSON is
 * what was asked for; what a browser says that it takes stays as it is. Without a body it is an empty form.
 */
const withForm = (event: RequestEvent, body?: Uint8Array<ArrayBuffer>): RequestEvent => {
  const headers = new Headers(event.request.headers);
  if (body === undefined) headers.set('content-type', 'application/x-www-form-urlencoded');
  if (!/application\/json|text\/html/.test(headers.get('accept') ?? '')) {
    headers.set('accept', 'text/html');
  }
  return {
    ...event,
    request: new Request(event.url, { method: 'POST', headers, body: body ?? '' }),
  };
};
