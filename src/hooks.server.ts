import type { Handle, HandleServerError } from '@sveltejs/kit';

import { admit } from '$lib/server/admit.ts';
import { finishPage } from '$lib/server/finish-page.ts';
import { languageOf } from '$lib/server/language.ts';
import { log } from '$lib/server/log.ts';
import { makeNonce, setSecurityHeaders } from '$lib/server/security-headers.ts';

export const handle: Handle = async ({ event, resolve }) => {
  const nonce = makeNonce();
  const language = languageOf();
  event.locals = { nonce, language };
  const response = await resolve(admit(event), {
    transformPageChunk: ({ html }) => finishPage(html, nonce, language),
  });
  setSecurityHeaders(response.headers, nonce, event.url);
  return response;
};

/** A bug: the page says so, the log says where. Addresses that lead nowhere are no bug. */
export const handleError: HandleServerError = ({ error, event, status }) => {
  if (status === 404) return { message: 'Not found', state: 'notFound' };
  log.error({ err: error, route: event.route.id, method: event.request.method }, 'page failed');
  return { message: 'Internal error', state: 'broken' };
};
