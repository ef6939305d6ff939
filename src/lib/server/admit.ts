import type { RequestEvent } from '@sveltejs/kit';

import { PostLimit } from './post-limit.ts';
import { mayAnswer } from './same-origin.ts';
import { pageConfig } from './settings.ts';

/** Machines post there, each at its own pace: browsers their reports, the service its webhooks. */
const MACHINES_ROUTES: readonly (string | null)[] = ['/csp-reports', '/(sandbox)/shop/webhooks'];

let limit: PostLimit | undefined;

/** The request as the routes are to see it. */
export const admit = (event: RequestEvent, nowMs: number): RequestEvent => {
  if (!mayAnswer(event)) return turnedAway(event, { status: 403, state: 'refused' });
  if (event.request.method !== 'POST') return event;
  const waitSeconds = MACHINES_ROUTES.includes(event.route.id) ? 0 : overLimit(event, nowMs);
  return waitSeconds === 0
    ? withPlainAccept(event)
    : turnedAway(event, { status: 429, state: 'tooMany', retryAfterSeconds: waitSeconds });
};

const overLimit = (event: RequestEvent, nowMs: number): number => {
  const { postsPerMinute } = pageConfig();
  if (postsPerMinute === undefined) return 0;
  limit ??= new PostLimit(postsPerMinute);
  return limit.take(event.getClientAddress(), nowMs);
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
 * Kit answers a form with JSON whenever the client would take it, which one that takes anything
 * would. A form is answered as a form unless JSON is what was asked for.
 */
const withPlainAccept = (event: RequestEvent): RequestEvent => {
  const headers = new Headers(event.request.headers);
  if (headers.get('accept')?.includes('application/json')) return event;
  headers.set('accept', 'text/html');
  return { ...event, request: new Request(event.request, { headers }) };
};
