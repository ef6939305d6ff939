import type { RequestEvent } from '@sveltejs/kit';

import { readPostedForm, takesForms } from '../checkout/posted-form.ts';
import { secondsToWait } from './limit-posts.ts';
import type { Refusal } from './refuse.ts';
import { mayAnswer } from './same-origin.ts';

type Guarded = { ok: true; event: RequestEvent } | { ok: false; refusal: Refusal };

/**
 * The request as the routes are to see it: a form that comes from where it may come from, not too
 * often, and that can be read. Whatever takes no form answers for itself: Kit refuses other
 * methods, and machines (browsers' reports, webhooks) post what they post.
 */
export const guard = async (event: RequestEvent, nowMs: number): Promise<Guarded> => {
  if (event.request.method !== 'POST' || !takesForms(event.route.id)) return { ok: true, event };
  if (!mayAnswer(event)) return refused({ status: 403, state: 'refused' });
  const waitSeconds = secondsToWait(event, nowMs);
  if (waitSeconds > 0) {
    return refused({ status: 429, state: 'tooMany', retryAfterSeconds: waitSeconds });
  }
  const form = await readPostedForm(event);
  return form.ok
    ? { ok: true, event: withForm(event, form.bytes) }
    : refused({ status: form.status, state: 'refused' });
};

const refused = (refusal: Refusal): Guarded => ({ ok: false, refusal });

/**
 * The same request with the body that was read. Kit answers a form with JSON whenever the client
 * would take it, which one that takes anything would. A form is answered as a form unless JSON is
 * what was asked for; what a browser says that it takes stays as it is.
 */
const withForm = (event: RequestEvent, body: Uint8Array<ArrayBuffer>): RequestEvent => {
  const headers = new Headers(event.request.headers);
  if (!/application\/json|text\/html/.test(headers.get('accept') ?? '')) {
    headers.set('accept', 'text/html');
  }
  return { ...event, request: new Request(event.url, { method: 'POST', headers, body }) };
};
