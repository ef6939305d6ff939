import { createHash, timingSafeEqual } from 'node:crypto';
import { ADDRESS_HEADER } from '#contract/client-address.ts';
import type { Actor } from '../../operator/roles.ts';
import { SESSION_MS, type Session, findSession } from '../../operator/people/sessions.ts';
import { personActor } from '../../operator/people/store.ts';
import type { FindToken } from '../../operator/tokens.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { RequestContext } from '../request-context.ts';
import { parse, serialize } from 'hono/utils/cookie';

const BEARER = 'Bearer ';

type Context = Pick<ServiceContext, 'db' | 'now' | 'keyring'>;

interface Credentials {
  /** Of the data directory. */
  operatorKey: string;
  findToken: FindToken;
}

/** Who asks: by the key of the data directory, a token, or a session; undefined where it is none of these. */
export async function identifyActor(
  context: Context,
  { operatorKey, findToken }: Credentials,
  c: RequestContext,
): Promise<Actor | undefined> {
  const authorization = c.req.header('authorization');
  const address = addressOf(c);
  if (authorization === undefined) {
    const session = await currentSession(context, c);
    return session && actorOf(session, address);
  }
  if (!authorization.startsWith(BEARER)) return undefined;
  const bearer = authorization.slice(BEARER.length);
  if (isSame(bearer, operatorKey)) return { name: 'operator key', role: 'admin', address };
  const found = await findToken(bearer);
  return found && { name: `token ${found.name}`, role: found.role, address };
}

export async function currentSession(
  context: Context,
  c: RequestContext,
): Promise<Session | undefined> {
  const token = sessionToken(c);
  return token === undefined ? undefined : findSession(context, token);
}

/** The person who has signed in, as the audit names them. */
export function actorOf({ email, role, merchantId }: Session, address: string | undefined): Actor {
  return personActor({ email, role, merchant_id: merchantId }, address);
}

/** As the program that listens has it from a proxy that it trusts, or else the other end of the socket. */
export function addressOf({ env: { incoming } }: RequestContext): string | undefined {
  return incoming?.headers[ADDRESS_HEADER]?.toString() ?? incoming?.socket.remoteAddress;
}

/** Compares digests: they have one length, and the comparison takes one time. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

export const SESSION_COOKIE = 'tollgate_operator';
const OFFER_COOKIE = 'tollgate_offer';
/** The public port of the same host gets cookies too, but serves nothing there. */
const PATH = '/api/operator/v1';

/**
 * Browsers send a host's cookies to all of its ports: by a name of its own, each deployment of a host keeps its people. A proxy may
 * leave the port out of Host; OPERATOR_PUBLIC_URL has it.
 */
function nameAt(c: RequestContext, name: string): string {
  const told = c.get('operatorUrl');
  const { port } = (told === undefined ? addressAsked(c) : new URL(told)) ?? { port: '' };
  return port === '' ? name : `${name}_${port}`;
}

export function sessionToken(c: RequestContext): string | undefined {
  const cookies = parse(c.req.header('cookie') ?? '');
  // Sessions that began with a release before 0.3 have the name without a port.
  return cookies[nameAt(c, SESSION_COOKIE)] ?? cookies[SESSION_COOKIE];
}

/** The secret that a link offered this browser, sealed: `openInvitation`. */
export function offeredSecretOf(c: RequestContext): string | undefined {
  return parse(c.req.header('cookie') ?? '')[nameAt(c, OFFER_COOKIE)];
}

/** Until the browser is closed, or opens another link. */
export function offerCookie(c: RequestContext, sealedSecret: string): string {
  return serialize(nameAt(c, OFFER_COOKIE), sealedSecret, attributesFor(c));
}

/** @param token empty to have it forgotten */
export function sessionCookie(c: RequestContext, token: string): string {
  const maxAge = token === '' ? 0 : SESSION_MS / 1_000;
  return serialize(nameAt(c, SESSION_COOKIE), token, { ...attributesFor(c), maxAge });
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
  return addressAsked(c)?.hostname ?? '';
}

function addressAsked(c: RequestContext): URL | undefined {
  const url = `http://${c.req.header('host') ?? ''}`;
  return URL.canParse(url) ? new URL(url) : undefined;
}

function isThisMachine(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
