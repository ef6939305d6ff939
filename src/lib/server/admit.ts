import type { RequestEvent } from '@sveltejs/kit';

import { mayAnswer } from './same-origin.ts';

/** The request as the routes are to see it. */
export const admit = (event: RequestEvent): RequestEvent => {
  if (!mayAnswer(event)) return refused(event);
  return event.request.method === 'POST' ? withPlainAccept(event) : event;
};

/**
 * The same request as a read that only the error page answers: the posted body is never looked
 * at, and the shopper still gets a page that says what to do.
 */
const refused = (event: RequestEvent): RequestEvent => ({
  ...event,
  request: new Request(event.url, { headers: { accept: 'text/html' } }),
  locals: { ...event.locals, refusal: { status: 403, state: 'refused' } },
});

/**
 * Kit answers a form with JSON whenever the client would take it, which one that takes anything
 * would. A form is answered as a form unless JSON is what was asked for.
 */
const withPlainAccept = (event: RequestEvent): RequestEvent => {
  const headers = new Headers(event.request.headers);
  if (headers.get('accept')?.includes('application/json')) return event;
  headers.set('accept', 'text/html');
  return { ...event, request: new Request(event.request, { headers }) };
};
