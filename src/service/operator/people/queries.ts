import { sql, type Kysely, type Selectable } from 'kysely';
import { UUID } from '#contract/patterns.ts';
import type { Tables } from '../../platform/database/schema.ts';
import type { InvitationTable, PersonTable } from '../../platform/database/tables/people.ts';

type Db = Kysely<Tables>;
export type PersonRow = Selectable<PersonTable>;
export type InvitationRow = Selectable<InvitationTable>;

/** Whoever changes who may operate waits here for whoever else does, until that transaction ends. */
export async function lockPeople(trx: Db): Promise<void> {
  await sql`select from exclusive_work where name = 'change-people' for update`.execute(trx);
}

/** By e-mail, in whatever case, or id; nobody who was removed. */
export function findPerson(db: Db, reference: string): Promise<PersonRow | undefined> {
  const query = db.selectFrom('people').selectAll().where('removed_at', 'is', null);
  return (
    UUID.test(reference)
      ? query.where('id', '=', reference)
      : query.where(sql`lower(email)`, '=', reference.toLowerCase())
  ).executeTakeFirst();
}

export interface Part {
  after: string | undefined;
  limit: number;
}

/** By e-mail; nobody who was removed. */
export function selectPeople(db: Db, { after, limit }: Part) {
  const query = db
    .selectFrom('people')
    .leftJoin('merchants', 'merchants.id', 'people.merchant_id')
    .select(['people.id', 'email', 'role', 'merchants.name as merchant', 'people.created_at'])
    .select(sql<boolean>`totp_sealed is not null`.as('second_factor'))
    .where('removed_at', 'is', null)
    .orderBy(sql`lower(email)`)
    .limit(limit);
  if (after === undefined) return query.execute();
  const last = sql`(select lower(last.email) from people as last where last.id = ${after})`;
  return query.where(sql`lower(email)`, '>', last).execute();
}

export async function countPeople(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('people')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function countAdmins(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('people')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('role', '=', 'admin')
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertPerson(db: Db, person: Omit<PersonRow, 'removed_at'>): Promise<void> {
  await db
    .insertInto('people')
    .values({ ...person, removed_at: null })
    .execute();
}

export async function updatePerson(
  db: Db,
  id: string,
  changes: Partial<Omit<PersonRow, 'id'>>,
): Promise<void> {
  await db.updateTable('people').set(changes).where('id', '=', id).execute();
}

/** @returns false where a code of this step or a later one was used meanwhile */
export async function useTotpStep(db: Db, personId: string, step: bigint): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('people')
    .set({ totp_step: step })
    .where('id', '=', personId)
    .where('totp_step', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The new codes alone are good from now on. */
export async function replaceRecoveryCodes(
  db: Db,
  personId: string,
  hashes: readonly Buffer[],
  at: Date,
): Promise<void> {
  await endRecoveryCodes(db, personId, at);
  if (hashes.length === 0) return;
  const rows = hashes.map((code_hash) => ({ person_id: personId, code_hash, used_at: null }));
  await db.insertInto('recovery_codes').values(rows).execute();
}

async function endRecoveryCodes(db: Db, personId: string, at: Date): Promise<void> {
  await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute();
}

/** @returns false where there is no such code, or it was used */
export async function useRecoveryCode(
  db: Db,
  { personId, hash, at }: { personId: string; hash: Buffer; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('person_id', '=', personId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function insertInvitation(
  db: Db,
  invitation: Omit<InvitationRow, 'used_at'>,
): Promise<void> {
  await db
    .insertInto('invitations')
    .values({ ...invitation, used_at: null })
    .execute();
}

export function findInvitation(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** @returns false where it was used meanwhile */
export async function useInvitation(db: Db, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Links for a person that were not used are of no use any more. */
export async function endInvitationsOf(db: Db, personId: string, at: Date): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ used_at: at })
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute();
}

/** Those that still work, the latest first. */
export function selectInvitations(db: Db, now: Date, { after, limit }: Part) {
  return db
    .selectFrom('invitations')
    .leftJoin('people', 'people.id', 'person_id')
    .leftJoin('merchants', 'merchants.id', 'invitations.merchant_id')
    .select(['invitations.id', 'invitations.role', 'merchants.name as merchant'])
    .select(({ fn }) => fn.coalesce('people.email', 'invitations.email').as('email'))
    .select(['invitations.created_at', 'expires_at'])
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(invitations.created_at, invitations.id) < (
          select last.created_at, last.id from invitations as last where last.id = ${after})`,
      ),
    )
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .limit(limit)
    .execute();
}

export function invitationState(db: Db, id: string) {
  return db.selectFrom('invitations').select('used_at').where('id', '=', id).executeTakeFirst();
}
