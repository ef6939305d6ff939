import { parse, serialize } from 'hono/utils/cookie';
import { SESSION_MS } from '../../operator/people/sessions.ts';
import type { RequestContext } from '../request-context.ts';

export const SESSION_COOKIE = 'tollgate_operator';
const OFFER_COOKIE = 'tollgate_offer';
/** The public port of the same host gets cookies too, but serves nothing there. */
const PATH = '/api/operator/v1';

export function sessionToken(c: RequestContext): string | undefined {
  return parse(c.req.header('cookie') ?? '', SESSION_COOKIE)[SESSION_COOKIE];
}

/** The secret that a link offered this browser, sealed: `openInvitation`. */
export function offeredSecretOf(c: RequestContext): string | undefined {
  return parse(c.req.header('cookie') ?? '', OFFER_COOKIE)[OFFER_COOKIE];
}

/** Until the browser is closed, or opens another link. */
export function offerCookie(c: RequestContext, sealedSecret: string): string {
  return serialize(OFFER_COOKIE, sealedSecret, attributesFor(c));
}

/** @param token empty to have it forgotten */
export function sessionCookie(c: RequestContext, token: string): string {
  const maxAge = token === '' ? 0 : SESSION_MS / 1_000;
  return serialize(SESSION_COOKIE, token, { ...attributesFor(c), maxAge });
}

/** No script reads it, and no other site has it sent. */
function attributesFor(c: RequestContext) {
  return {
    path: PATH,
    httpOnly: true,
    sameSite: 'Strict',
    // A browser keeps no such cookie of plain http, but for this machine there is no network to cross.
    secure: !isThisMachine(hostOf(c)),
  } as const;
}

/**
 * Whether a request that a browser would send a cookie with was made by a page of this origin. SameSite keeps
 * the cookie from other sites; this keeps it from other origins of the same site, and from browsers that do
 * not know SameSite.
 */
export function isOwnPage(c: RequestContext): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = c.req.header('origin');
  return (
    origin !== undefined && URL.canParse(origin) && new URL(origin).host === c.req.header('host')
  );
}

function hostOf(c: RequestContext): string {
  const url = `http://${c.req.header('host') ?? ''}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function isThisMachine(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
