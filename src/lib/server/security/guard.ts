import type { RequestEvent } from '@sveltejs/kit';

import { secondsToWait } from './limit-posts.ts';
import { readPostedForm, takesForms } from '../checkout/posted-form.ts';
import { mayAnswer } from './same-origin.ts';

/**
 * The request as the routes are to see it: a form that comes from where it may come from, not too
 * often, and that can be read. Whatever takes no form answers for itself: Kit refuses other
 * methods, and machines (browsers' reports, webhooks) post what they post.
 */
export const guard = async (event: RequestEvent, nowMs: number): Promise<RequestEvent> => {
  if (event.request.method !== 'POST' || !takesForms(event.route.id)) return event;
  if (!mayAnswer(event)) return turnedAway(event, { status: 403, state: 'refused' });
  const waitSeconds = secondsToWait(event, nowMs);
  if (waitSeconds > 0) {
    return turnedAway(event, { status: 429, state: 'tooMany', retryAfterSeconds: waitSeconds });
  }
  const form = await readPostedForm(event);
  return form.ok
    ? withForm(event, form.bytes)
    : turnedAway(event, { status: form.status, state: 'refused' });
};

/**
 * The same request as a read that only the error page answers: the posted body is never looked
 * at, and the shopper still gets a page that says what to do.
 */
const turnedAway = (event: RequestEvent, refusal: App.Refusal): RequestEvent => {
  event.locals.refusal = refusal;
  const accept = event.request.headers.get('accept') ?? 'text/html';
  return { ...event, request: new Request(event.url, { headers: { accept } }) };
};

/**
 * The same request with the body that was read. Kit answers a form with JSON whenever the client
 * would take it, which one that takes anything would. A form is answered as a form unless JSON is
 * what was asked for.
 */
const withForm = (event: RequestEvent, body: Uint8Array<ArrayBuffer>): RequestEvent => {
  const headers = new Headers(event.request.headers);
  const wantsJson = headers.get('accept')?.includes('application/json') === true;
  if (!wantsJson) headers.set('accept', 'text/html');
  return { ...event, request: new Request(event.url, { method: 'POST', headers, body }) };
};
