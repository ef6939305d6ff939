import type { Handle, HandleServerError } from '@sveltejs/kit';

import { guard } from '$lib/server/security/guard.ts';
import { languageOf } from '$lib/server/checkout/language.ts';
import { SENT_CARD } from '$lib/server/checkout/sent-card.ts';
import { log } from '$lib/server/log.ts';
import { makeNonce, setSecurityHeaders } from '$lib/server/security/security-headers.ts';
import { compressPage, finishPage, refusalPage } from '$lib/server/render-page.ts';

export const handle: Handle = async ({ event, resolve }) => {
  event.locals = {
    nonce: makeNonce(),
    language: languageOf(event),
    sent: event.cookies.get(SENT_CARD),
  };
  const guarded = await guard(event, performance.now());
  const rendered = guarded.ok
    ? await resolve(guarded.event, {
        transformPageChunk: ({ html }) => finishPage(html, event),
      })
    : refusalPage(guarded.refusal, event);
  const response = await compressPage(event.request, rendered);
  setSecurityHeaders(response.headers, event);
  return response;
};

/** A bug: the page says so, the log says where. An address that leads nowhere, or that nobody could decode, is none. */
export const handleError: HandleServerError = ({ error, event, status }) => {
  if (status < 500) return { message: 'Not found', state: 'notFound' };
  log.error({ err: error, route: event.route.id, method: event.request.method }, 'page failed');
  return { message: 'Internal error', state: 'broken' };
};
