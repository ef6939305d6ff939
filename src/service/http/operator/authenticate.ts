import { createHash, timingSafeEqual } from 'node:crypto';
import { ADDRESS_HEADER } from '#contract/client-address.ts';

import type { Actor } from '../../operator/roles.ts';
import { SIGN_IN_MS } from '../../operator/people/provider.ts';
import { type OpenedSession, type Session, findSession } from '../../operator/people/sessions.ts';
import { personActor } from '../../operator/people/store.ts';
import { OPERATOR_NAME_HEADER, readOperatorKey } from '../../operator/operator-key.ts';
import type { FindToken } from '../../operator/tokens.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { RequestContext } from '../request-context.ts';
import { parse, serialize } from 'hono/utils/cookie';

const BEARER = 'Bearer ';

type Context = Pick<
  ServiceContext,
  'db' | 'now' | 'keyring' | 'reportUnverified' | 'operatorKeyPath'
>;

/** Returns the actor of a request, by the operator key, a token or a session; undefined if it has none of these. */
export async function identifyActor(
  context: Context,
  findToken: FindToken,
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
  const operatorKey = await readOperatorKey(context.operatorKeyPath);
  if (operatorKey !== undefined && isSame(bearer, operatorKey)) {
    return { name: keyHolder(c.req.header(OPERATOR_NAME_HEADER)), role: 'admin', address };
  }
  const found = await findToken(bearer);
  return found && { name: `token ${found.name}`, role: found.role, address };
}

/** Returns how the audit names the holder of the key, who may say a name, percent-encoded. Nothing verifies it. */
function keyHolder(said = ''): string {
  const name = new URLSearchParams(`name=${said.slice(0, MAX_HEADER)}`).get('name') ?? '';
  const shown = name.replaceAll(/[^\p{L}\p{M}\p{N} .,@+_'’-]/gu, '').trim();
  return shown === '' ? 'operator key' : `operator key (says ${shown.slice(0, MAX_NAME)})`;
}

const MAX_HEADER = 1_000;

const MAX_NAME = 80;

export async function currentSession(
  context: Context,
  c: RequestContext,
): Promise<Session | undefined> {
  const token = sessionToken(c);
  return token === undefined ? undefined : findSession(context, token);
}

/** Returns the signed-in person as the audit names them. */
export function actorOf(session: Session, address: string | undefined): Actor {
  const { email, role, merchantId: merchant_id, issuer, subject } = session;
  const identity = { oidc_issuer: issuer, oidc_subject: subject };
  return {
    ...personActor({ email, role, merchant_id, ...identity }, address),
    personId: session.personId,
  };
}

/**
 * Returns the client's address: from a proxy that the listening program trusts, or else the other end of the
 * socket.
 */
export function addressOf({ env: { incoming } }: RequestContext): string | undefined {
  return incoming?.headers[ADDRESS_HEADER]?.toString() ?? incoming?.socket.remoteAddress;
}

/** Compares digests, which have the same length, in constant time. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

export const SESSION_COOKIE = 'tollgate_operator';
const PROVIDER_COOKIE = 'tollgate_oidc';
/**
 * The cookies' path. Browsers send the cookies to the host's public port, too, which serves nothing under this
 * path.
 */
const PATH = '/api/operator/v1';

/**
 * Returns the cookie's name for the port of this listener. Browsers send a host's cookies to all its ports, so
 * deployments on one host need different names: otherwise each would sign the other's people out, and read a cookie
 * that any server on the host set. A proxy may leave the port out of
 * Host; OPERATOR_PUBLIC_URL has it.
 */
function nameAt(c: RequestContext, name: string): string {
  const configuredUrl = c.get('operatorUrl');
  const { port } = (configuredUrl === undefined ? addressAsked(c) : new URL(configuredUrl)) ?? {
    port: '',
  };
  return port === '' ? name : `${name}_${port}`;
}

export function sessionToken(c: RequestContext): string | undefined {
  return parse(c.req.header('cookie') ?? '')[nameAt(c, SESSION_COOKIE)];
}

/** @param session undefined to delete the cookie */
export function sessionCookie(
  c: RequestContext,
  session?: Pick<OpenedSession, 'token' | 'lifetimeMs'>,
): string {
  const maxAge = (session?.lifetimeMs ?? 0) / 1_000;
  return serialize(nameAt(c, SESSION_COOKIE), session?.token ?? '', {
    ...attributesFor(c),
    maxAge,
  });
}

/** Returns what the browser keeps while its person signs in at the provider. */
export function keptOf(c: RequestContext): string | undefined {
  return parse(c.req.header('cookie') ?? '')[nameAt(c, PROVIDER_COOKIE)];
}

/**
 * Returns the cookie for a sign-in at the provider. It is Lax, because the provider's site sends the browser back.
 *
 * @param sealed empty to delete the cookie
 */
export function providerCookie(c: RequestContext, sealed: string): string {
  const maxAge = sealed === '' ? 0 : SIGN_IN_MS / 1_000;
  const attributes = { ...attributesFor(c), sameSite: 'Lax', maxAge } as const;
  return serialize(nameAt(c, PROVIDER_COOKIE), sealed, attributes);
}

/** Returns attributes that hide a cookie from scripts and from requests by other sites. */
function attributesFor(c: RequestContext) {
  return {
    path: PATH,
    httpOnly: true,
    sameSite: 'Strict',
    // Browsers refuse a secure cookie over plain http. On this machine there is no network to protect it from.
    secure: !isThisMachine(hostOf(c)),
  } as const;
}

/**
 * Returns whether a request, which a browser would send a cookie with, was made by a page of this origin. SameSite
 * keeps other sites from using the cookie. This check stops other origins of the same site, and covers browsers
 * that do not know SameSite.
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
