import type { Handle, HandleServerError } from '@sveltejs/kit';

import { admit } from '$lib/server/admit.ts';
import { compressPage } from '$lib/server/compress.ts';
import { finishPage } from '$lib/server/finish-page.ts';
import { languageOf } from '$lib/server/language.ts';
import { log } from '$lib/server/log.ts';
import { makeNonce, setSecurityHeaders } from '$lib/server/security-headers.ts';

export const handle: Handle = async ({ event, resolve }) => {
  event.locals = { nonce: makeNonce(), language: languageOf(event) };
  const response = await resolve(admit(event, Date.now()), {
    transformPageChunk: ({ html }) => finishPage(html, event.locals),
  });
  setSecurityHeaders(response.headers, event);
  return compressPage(event.request, response);
};

/** A bug: the page says so, the log says where. Addresses that lead nowhere are no bug. */
export const handleError: HandleServerError = ({ error, event, status }) => {
  if (status === 404) return { message: 'Not found', state: 'notFound' };
  log.error({ err: error, route: event.route.id, method: event.request.method }, 'page failed');
  return { message: 'Internal error', state: 'broken' };
};
