import { createHash, timingSafeEqual } from 'node:crypto';
import type { Actor } from '../operator/actor.ts';
import { findToken } from '../operator/tokens/tokens.ts';
import type { ServiceContext } from '../platform/context.ts';

const BEARER = 'Bearer ';

/** Who asks, by the key of the data directory or a token; undefined where it is neither. */
export async function identifyActor(
  context: Pick<ServiceContext, 'db' | 'now'>,
  operatorKey: string,
  authorization: string | undefined,
): Promise<Omit<Actor, 'address'> | undefined> {
  if (authorization?.startsWith(BEARER) !== true) return undefined;
  const bearer = authorization.slice(BEARER.length);
  if (isSame(bearer, operatorKey)) return { name: 'operator key', role: 'admin' };
  const found = await findToken(context, bearer);
  return found && { name: `token ${found.name}`, role: found.role };
}

/** Compares digests: they have one length, and the comparison takes one time. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
