import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '../../../platform/database/schema.ts';
import type { PasskeyTable } from '../../../platform/database/tables/people.ts';
import type { Part } from '../queries.ts';

type Db = Kysely<Tables>;
export type PasskeyRow = Selectable<PasskeyTable>;

/** By the authenticator's id of it; undefined where it was removed. */
export function findPasskey(db: Db, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Whether there is or was a passkey of it. */
export async function wasTaken(db: Db, credentialId: Uint8Array): Promise<boolean> {
  const found = await db
    .selectFrom('passkeys')
    .select('id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return found !== undefined;
}

/** A person's, the oldest first. */
export function selectPasskeysOf(db: Db, personId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The latest first. @param personId undefined for everybody's */
export function selectPasskeys(db: Db, personId: string | undefined, { after, limit }: Part) {
  let query = db
    .selectFrom('passkeys')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['passkeys.id', 'people.email as person', 'passkeys.name'])
    .select(['passkeys.created_at', 'passkeys.last_used_at'])
    .where('passkeys.removed_at', 'is', null)
    .orderBy('passkeys.created_at', 'desc')
    .orderBy('passkeys.id', 'desc')
    .limit(limit);
  if (personId !== undefined) query = query.where('person_id', '=', personId);
  if (after === undefined) return query.execute();
  const last = sql`(select last.created_at, last.id from passkeys as last where last.id = ${after})`;
  return query.where(sql<boolean>`(passkeys.created_at, passkeys.id) < ${last}`).execute();
}

/** @returns false where the credential was taken before, be it by a passkey that was removed */
export async function insertPasskey(db: Db, passkey: Insertable<PasskeyTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

interface Use {
  id: string;
  counter: bigint;
  challengedAt: Date;
  at: Date;
}

/**
 * Uses up the challenge that a passkey has answered, and every one that was issued before it.
 *
 * @returns false where that or a later one was answered meanwhile, or the counter has not gone on
 */
export async function usePasskey(db: Db, { id, counter, challengedAt, at }: Use): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, challenged_at: challengedAt, last_used_at: at })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('challenged_at', '<', challengedAt)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0::bigint))`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** @returns false where there is no such passkey any more */
export async function removePasskey(db: Db, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ removed_at: at, grant_mac: null })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function removePasskeysOf(db: Db, personId: string, at: Date): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ removed_at: at, grant_mac: null })
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .execute();
}

export function passkeyState(db: Db, id: string) {
  return db
    .selectFrom('passkeys')
    .select(['person_id', 'name', 'removed_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}
