import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import { isDatabaseUnavailable, StatementOverdue } from '../platform/database/unavailable.ts';
import { shareState } from '../platform/shared-state.ts';
import { grantMac, isGranted } from './grants.ts';
import { STAFF_ROLES } from './roles.ts';

type Role = (typeof STAFF_ROLES)[number];

const SECRET_BYTES = 32;
/** Identifies a leaked secret as an operator token. */
const PREFIX = 'tgo_';

export interface NewToken {
  name: string;
  role: Role;
  expiresAt: Date;
}

/**
 * Issues a token for a program. Only its hash is stored: the 32 random bytes cannot be derived from it. A keyed hash
 * binds the token to its name, role and expiry.
 *
 * @returns undefined if the name is taken
 */
export async function issueToken(
  { db, now, newId, keyring }: Pick<ServiceContext, 'db' | 'now' | 'newId' | 'keyring'>,
  { name, role, expiresAt }: NewToken,
): Promise<{ id: string; token: string } | undefined> {
  const token = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const grant = { id: newId(), token_hash: tokenHash(token), name, role, expires_at: expiresAt };
  const grant_mac = grantMac(keyring, 'operator_tokens', grant);
  const issued = await db
    .insertInto('operator_tokens')
    .values({ ...grant, grant_mac, created_at: now(), revoked_at: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return issued && { id: issued.id, token };
}

export interface FoundToken {
  name: string;
  role: Role;
}

/** Finds a token's name and role; undefined if the token is unknown, revoked or expired. */
export type FindToken = (token: string) => Promise<FoundToken | undefined>;

type FinderContext = Pick<ServiceContext, 'db' | 'now' | 'keyring'>;

/** The most tokens remembered for a database outage; the least recently used is evicted first. */
const MOST_REMEMBERED = 100;
/** How long a token stays valid without the database, after the database last confirmed it. */
const REMEMBERED_MS = 24 * 3_600_000;
/** How long the lookup of a remembered token waits for the database: a scrape of the metrics has to be quick. */
const CONFIRMED_WITHIN_MS = 1_000;

const rememberedToken = z.object({
  name: z.string(),
  role: z.enum(STAFF_ROLES),
  countsUntilMs: z.number(),
});
type RememberedToken = z.output<typeof rememberedToken>;

/**
 * Finds tokens in the database. While the database does not answer, a token is accepted that any process sharing this
 * port has confirmed within the last day: the metrics that report the outage have to stay readable.
 */
export function createTokenFinder(context: FinderContext): FindToken {
  const remembered = new LRUCache<string, RememberedToken>({ max: MOST_REMEMBERED });
  const tellOthers = shareState('operator token', (key, value) => {
    const { data } = rememberedToken.safeParse(value);
    if (data === undefined) remembered.delete(key);
    else remembered.set(key, data);
  });
  return async (token) => {
    // A text without the prefix is no token and needs no lookup.
    if (!token.startsWith(PREFIX)) return undefined;
    const hash = tokenHash(token);
    const key = hash.toString('hex');
    const known = remembered.get(key);
    const nowMs = context.now().getTime();
    const mayStandIn = known !== undefined && known.countsUntilMs > nowMs;
    try {
      const asked = selectToken(context, hash);
      const found = await (mayStandIn ? inTime(asked) : asked);
      if (found === undefined) {
        if (remembered.delete(key)) tellOthers(key, {});
        return undefined;
      }
      const { name, role, expires_at: expiresAt } = found;
      const countsUntilMs = Math.min(nowMs + REMEMBERED_MS, expiresAt.getTime());
      remembered.set(key, { name, role, countsUntilMs });
      if (known === undefined) tellOthers(key, { name, role, countsUntilMs });
      return { name, role };
    } catch (error) {
      if (!mayStandIn || !isDatabaseUnavailable(error)) throw error;
      return { name: known.name, role: known.role };
    }
  };
}

async function inTime<Found>(asked: Promise<Found>): Promise<Found> {
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new StatementOverdue('Looking up a token took too long'));
  }, CONFIRMED_WITHIN_MS);
  return Promise.race([asked, overdue]).finally(() => {
    clearTimeout(timer);
  });
}

async function selectToken({ db, now, keyring }: FinderContext, hash: Buffer) {
  const found = await db
    .selectFrom('operator_tokens')
    .select(['id', 'token_hash', 'name', 'role', 'expires_at', 'grant_mac'])
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return found && isGranted(keyring, 'operator_tokens', found) ? found : undefined;
}

/** @returns false if there is no such token, or it is revoked already */
export async function revokeToken(
  { db, now }: Pick<ServiceContext, 'db' | 'now'>,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_tokens')
    .set({ revoked_at: now(), grant_mac: null })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export function tokenState(db: Db, name: string) {
  return db
    .selectFrom('operator_tokens')
    .select(['role', 'expires_at', 'revoked_at'])
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Lists tokens by name. */
export function listTokens(db: Db, { after, limit }: { after: string | undefined; limit: number }) {
  const query = db
    .selectFrom('operator_tokens')
    .select(['name', 'role', 'created_at', 'expires_at', 'revoked_at'])
    .orderBy('name')
    .limit(limit);
  return (after === undefined ? query : query.where('name', '>', after)).execute();
}

const BYTES = 32;

/**
 * Generates the secret of a link or cookie: 32 random bytes, which can neither be guessed nor derived from their hash.
 */
export function newToken(): string {
  return randomBytes(BYTES).toString('base64url');
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
