import { createHash, timingSafeEqual } from 'node:crypto';
import { ADDRESS_HEADER } from '#contract/client-address.ts';
import type { Actor } from '../../operator/actor.ts';
import { findSession, type Session } from '../../operator/people/sessions.ts';
import { findToken } from '../../operator/tokens/tokens.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { RequestContext } from '../request-context.ts';
import { sessionToken } from './session-cookie.ts';

const BEARER = 'Bearer ';

type Context = Pick<ServiceContext, 'db' | 'now' | 'keyring'>;

/** Who asks: by the key of the data directory, a token, or a session; undefined where it is none of these. */
export async function identifyActor(
  context: Context,
  operatorKey: string,
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
  const found = await findToken(context, bearer);
  return found && { name: `token ${found.name}`, role: found.role, address };
}

export async function currentSession(
  context: Context,
  c: RequestContext,
): Promise<Session | undefined> {
  const token = sessionToken(c);
  return token === undefined ? undefined : findSession(context, token);
}

/** Whoever has signed in, as the audit names them. */
export function actorOf({ email, role, merchantId }: Session, address: string | undefined): Actor {
  const scope = merchantId === null ? undefined : { merchantId };
  return { name: `person ${email}`, role, scope, address };
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
