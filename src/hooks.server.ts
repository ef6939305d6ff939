import type { Handle, HandleServerError } from '@sveltejs/kit';

import { compressPage } from '$lib/server/compress.ts';
import { IN_PLACE } from '$lib/card-form/fields.ts';
import { finishPage, withoutStylesAndScripts } from '$lib/server/finish-page.ts';
import { guard } from '$lib/server/security/guard.ts';
import { languageOf } from '$lib/server/checkout/language.ts';
import { log } from '$lib/server/log.ts';
import { makeNonce, setSecurityHeaders } from '$lib/server/security/security-headers.ts';

export const handle: Handle = async ({ event, resolve }) => {
  event.locals = { nonce: makeNonce(), language: languageOf(event) };
  const response = await resolve(await guard(event, performance.now()), {
    transformPageChunk: ({ html }) => {
      const page = finishPage(html, event.locals);
      return event.request.headers.has(IN_PLACE) ? withoutStylesAndScripts(page) : page;
    },
  });
  setSecurityHeaders(response.headers, event);
  return compressPage(event.request, response);
};

/** A bug: the page says so, the log says where. An address that leads nowhere, or that nobody could decode, is none. */
export const handleError: HandleServerError = ({ error, event, status }) => {
  if (status < 500) return { message: 'Not found', state: 'notFound' };
  log.error({ err: error, route: event.route.id, method: event.request.method }, 'page failed');
  return { message: 'Internal error', state: 'broken' };
};
