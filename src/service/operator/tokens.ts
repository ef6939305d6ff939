import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import type { Tables } from '../platform/database/schema.ts';
import { grantMac, isGranted } from './grants.ts';
import type { STAFF_ROLES } from './roles.ts';

type Role = (typeof STAFF_ROLES)[number];

const SECRET_BYTES = 32;
/** By which a secret that was found somewhere is known for what it is. */
const PREFIX = 'tgo_';

export interface NewToken {
  name: string;
  role: Role;
  expiresAt: Date;
}

/**
 * Makes a token for a program. Of its secret only the hash is kept: 32 random bytes cannot be guessed from it.
 * A keyed hash binds it to its name, role and end.
 *
 * @returns undefined where another has the name
 */
export async function issueToken(
  { db, now, newId, keyring }: Pick<ServiceContext, 'db' | 'now' | 'newId' | 'keyring'>,
  { name, role, expiresAt }: NewToken,
): Promise<{ id: string; token: string } | undefined> {
  const token = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const grant = { id: newId(), token_hash: hashOf(token), name, role, expires_at: expiresAt };
  const grant_mac = grantMac(keyring, 'operator_tokens', grant);
  const issued = await db
    .insertInto('operator_tokens')
    .values({ ...grant, grant_mac, created_at: now(), revoked_at: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return issued && { id: issued.id, token };
}

/** Whose token it is; undefined where there is none such, or it has ended. */
export async function findToken(
  { db, now, keyring }: Pick<ServiceContext, 'db' | 'now' | 'keyring'>,
  token: string,
): Promise<{ name: string; role: Role } | undefined> {
  // What is none is not looked up.
  if (!token.startsWith(PREFIX)) return undefined;
  const found = await db
    .selectFrom('operator_tokens')
    .select(['id', 'token_hash', 'name', 'role', 'expires_at', 'grant_mac'])
    .where('token_hash', '=', hashOf(token))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  if (found === undefined || !isGranted(keyring, 'operator_tokens', found)) return undefined;
  return { name: found.name, role: found.role };
}

/** @returns false where there is no such token that has not ended */
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

export function tokenState(db: Kysely<Tables>, name: string) {
  return db
    .selectFrom('operator_tokens')
    .select(['role', 'expires_at', 'revoked_at'])
    .where('name', '=', name)
    .executeTakeFirst();
}

/** By name. */
export function listTokens(
  db: Kysely<Tables>,
  { after, limit }: { after: string | undefined; limit: number },
) {
  const query = db
    .selectFrom('operator_tokens')
    .select(['name', 'role', 'created_at', 'expires_at', 'revoked_at'])
    .orderBy('name')
    .limit(limit);
  return (after === undefined ? query : query.where('name', '>', after)).execute();
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const BYTES = 32;

/** What a link or a cookie carries: nobody guesses 32 random bytes, nor finds them from their hash. */
export function newToken(): string {
  return randomBytes(BYTES).toString('base64url');
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
