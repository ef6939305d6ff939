import type { Handle, HandleServerError, RequestEvent } from '@sveltejs/kit';

import { guard } from '$lib/server/security/guard.ts';
import { languageOf } from '$lib/server/checkout/language.ts';
import { SENT_CARD } from '$lib/server/checkout/sent-card.ts';
import { log } from '$lib/server/log.ts';
import { makeNonce, setSecurityHeaders } from '$lib/server/security/security-headers.ts';
import { pageResponse } from '$lib/server/page-response.ts';
import { refuse } from '$lib/server/security/refuse.ts';
import { answerShown } from '$lib/server/templates/answer-shown.ts';
import { ownValues } from '$lib/server/templates/own-values.ts';

export const handle: Handle = async ({ event, resolve }) => {
  const nonce = makeNonce();
  const own = ownValues();
  own.take(nonce);
  const language = languageOf(event);
  event.locals = { nonce, own, language, sent: event.cookies.get(SENT_CARD) };
  const guarded = await guard(event, performance.now());
  const response = guarded.ok
    ? await answer(guarded.event, resolve)
    : refuse(guarded.refusal, event);
  setSecurityHeaders(response.headers, event);
  return response;
};

/**
 * With a page that is known, or else a rendered one. Kit is left an empty page: it would go on to hash and
 * encode one that is not finished yet.
 */
const answer = async (
  event: RequestEvent,
  resolve: Parameters<Handle>[0]['resolve'],
): Promise<Response> => {
  const known = await answerShown(event);
  if (known) return known;
  let html = '';
  const response = await resolve(event, {
    transformPageChunk(chunk) {
      html += chunk.html;
      return '';
    },
  });
  return html === '' ? response : pageResponse(event, html, response);
};

/** A bug: the page says so, the log says where. An address that leads nowhere, or that nobody could decode, is none. */
export const handleError: HandleServerError = ({ error, event, status }) => {
  if (status < 500) return { message: 'Not found', state: 'notFound' };
  log.error({ err: error, route: event.route.id, method: event.request.method }, 'page failed');
  return { message: 'Internal error', state: 'broken' };
};
