import { json, type Handle, type HandleServerError, type RequestEvent } from '@sveltejs/kit';

import { keepLanguage, languageOf } from '$lib/server/checkout/language.ts';
import { PAYER_COOKIE, SENT_CARD_COOKIE } from '$lib/server/checkout/status-address.ts';
import { log } from '$lib/server/log.ts';
import { serviceFetch } from '$lib/server/orders.ts';
import { pageConfig } from '$lib/server/page-config.ts';
import { pageResponse, refusalPage } from '$lib/server/render-page.ts';
import { guard } from '$lib/server/security/guard.ts';
import { setSecurityHeaders } from '$lib/server/security/security-headers.ts';

export const handle: Handle = async ({ event, resolve }) => {
  const service = event.platform?.req.service;
  event.locals = {
    language: languageOf(event),
    service,
    serviceFetch: serviceFetch(service),
    sentCard: event.cookies.get(SENT_CARD_COOKIE),
    isPayer: event.cookies.get(PAYER_COOKIE) !== undefined,
  };
  if (pageConfig().isQuiet && event.request.method === 'POST') return quietPage(event);
  const guarded = await guard(event, performance.now());
  const response = guarded.ok
    ? await render(guarded.event, resolve)
    : await refusalPage(guarded.refusal, event);
  keepLanguage(response.headers, event.url);
  setSecurityHeaders(response.headers, event);
  return response;
};

/** Refuses a form of a copy that must not act. Only people who look after the deployment meet it, so it is in English. */
function quietPage(event: RequestEvent): Response {
  const text = 'It is a copy of the deployment and takes no payments. Nothing was sent.';
  const response = event.request.headers.get('accept')?.includes('application/json')
    ? json({ message: QUIET, state: 'unavailable' }, { status: 503 })
    : new Response(
        `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${QUIET}</title><h1>${QUIET}</h1><p>${text}</p>`,
        { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
      );
  setSecurityHeaders(response.headers, event);
  return response;
}

const QUIET = 'This copy is quiet';

/**
 * Renders a page. Kit gets an empty body: otherwise it would hash and encode one that we then compress, which costs a
 * millisecond per page.
 */
async function render(
  event: RequestEvent,
  resolve: Parameters<Handle>[0]['resolve'],
): Promise<Response> {
  let html = '';
  const response = await resolve(event, {
    transformPageChunk(chunk) {
      html += chunk.html;
      return '';
    },
  });
  if (response.status === 405) {
    // Kit names the methods that the route takes, in an answer without a page.
    const headers = { Allow: response.headers.get('Allow') ?? '' };
    return refusalPage({ status: 405, state: 'refused', headers }, event);
  }
  return html === '' ? response : pageResponse(html, event, response);
}

/** Logs unexpected errors, and shows the page for them. An unknown or undecodable URL is not an error. */
export const handleError: HandleServerError = ({ error, event, status }) => {
  if (status < 500) return { message: 'Not found', state: 'notFound' };
  log.error({ err: error, route: event.route.id, method: event.request.method }, 'page failed');
  return { message: 'Internal error', state: 'broken' };
};
