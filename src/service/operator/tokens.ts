import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import { retrySoonAfterConnectionLoss } from '../platform/database/transaction.ts';
import { isDatabaseUnavailable, StatementOverdue } from '../platform/database/unavailable.ts';
import { shareState } from '../platform/shared-state.ts';
import { changeBoundRow, isCopiedBack, type BindDeps } from '../platform/bound-rows.ts';
import { isGranted, type GrantDeps } from './grants.ts';
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
 * Issues a token for a program. Only its hash is stored: the 32 random bytes cannot be derived from it.
 *
 * @returns undefined if the name is taken
 */
export async function issueToken(
  deps: BindDeps & Pick<ServiceContext, 'now' | 'newId'>,
  { name, role, expiresAt }: NewToken,
): Promise<{ id: string; token: string } | undefined> {
  const token = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const id = deps.newId();
  const grant = { id, token_hash: tokenHash(token), name, role, expires_at: expiresAt };
  const issued = await changeBoundRow(deps, { table: 'operator_tokens', id }, (trx) =>
    trx
      .insertInto('operator_tokens')
      .values({ ...grant, created_at: deps.now(), revoked_at: null })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst(),
  );
  return issued && { id: issued.id, token };
}

export interface FoundToken {
  name: string;
  role: Role;
}

/** Finds a token's name and role; undefined if the token is unknown, revoked or expired. */
export type FindToken = (token: string) => Promise<FoundToken | undefined>;

export interface TokenFinder {
  /** Asks the database. */
  find: FindToken;
  /**
   * Asks the database. While it does not answer, a token is accepted that any process sharing this port has confirmed
   * within the last day: the metrics that report the outage have to stay readable. Nothing else may use this.
   */
  findForMetrics: FindToken;
}

type FinderContext = Pick<ServiceContext, 'db' | 'now'> & GrantDeps;

/** The most tokens remembered for a database outage; the least recently used is evicted first. */
const MOST_REMEMBERED = 100;
/** How long a token stays valid without the database, after the database last confirmed it. */
const REMEMBERED_MS = 24 * 3_600_000;
/** After this long, the database counts as not answering: a scrape gives up after ten seconds, and has to read, too. */
const CONFIRMED_WITHIN_MS = 3_000;

const rememberedToken = z.object({
  name: z.string(),
  role: z.enum(STAFF_ROLES),
  countsUntilMs: z.number(),
});
type RememberedToken = z.output<typeof rememberedToken>;

export function createTokenFinder(context: FinderContext): TokenFinder {
  const remembered = new LRUCache<string, RememberedToken>({ max: MOST_REMEMBERED });
  const tellOthers = shareState('operator token', (key, value) => {
    const { data } = rememberedToken.safeParse(value);
    if (data === undefined) remembered.delete(key);
    else remembered.set(key, data);
  });

  async function confirm(hash: Buffer): Promise<FoundToken | undefined> {
    const token = await selectToken(context, hash);
    const key = hash.toString('hex');
    if (token === undefined) {
      if (remembered.delete(key)) tellOthers(key, {});
      return undefined;
    }
    const { name, role, expires_at: expiresAt } = token;
    const countsUntilMs = Math.min(context.now().getTime() + REMEMBERED_MS, expiresAt.getTime());
    if (!remembered.has(key)) tellOthers(key, { name, role, countsUntilMs });
    remembered.set(key, { name, role, countsUntilMs });
    return { name, role };
  }

  return {
    async find(token) {
      return isToken(token) ? confirm(tokenHash(token)) : undefined;
    },
    async findForMetrics(token) {
      if (!isToken(token)) return undefined;
      const hash = tokenHash(token);
      try {
        // A single lost connection does not mean that the database does not answer.
        return await inTime(retrySoonAfterConnectionLoss(() => confirm(hash)));
      } catch (error) {
        const standIn = remembered.get(hash.toString('hex'));
        const counts = standIn !== undefined && standIn.countsUntilMs > context.now().getTime();
        if (!counts || !isDatabaseUnavailable(error)) throw error;
        return { name: standIn.name, role: standIn.role };
      }
    },
  };
}

/** A text without the prefix is no token and needs no lookup. */
function isToken(text: string): boolean {
  return text.startsWith(PREFIX);
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

async function selectToken(context: FinderContext, hash: Buffer) {
  const found = await context.db
    .selectFrom('operator_tokens')
    .selectAll()
    .select(isCopiedBack('operator_tokens').as('is_copied_back'))
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', context.now())
    .executeTakeFirst();
  return found && isGranted(context, 'operator_tokens', found) ? found : undefined;
}

/** @returns when it was revoked; undefined if there is no such token, or it is revoked already */
export async function revokeToken(
  deps: BindDeps & Pick<ServiceContext, 'now'>,
  name: string,
): Promise<Date | undefined> {
  const token = await deps.db
    .selectFrom('operator_tokens')
    .select('id')
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (token === undefined) return undefined;
  const { id } = token;
  const revoked_at = deps.now();
  // Whatever else its row says, a revoked token grants nothing.
  const row = { table: 'operator_tokens', id, isWhole: true } as const;
  const { numUpdatedRows } = await changeBoundRow(deps, row, (trx) =>
    trx
      .updateTable('operator_tokens')
      .set({ revoked_at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows === 1n ? revoked_at : undefined;
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
