import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import type { InvitationTable } from '../../platform/database/tables/people.ts';
import type { Part } from './queries.ts';

type Db = Kysely<Tables>;
export type InvitationRow = Selectable<InvitationTable>;

export async function insertInvitation(
  db: Db,
  invitation: Omit<InvitationRow, 'used_at' | 'opened_at'>,
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

/** Says the first time alone. */
export async function noteOpened(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ opened_at: at })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .execute();
}

/** @returns false where it was used meanwhile */
export async function useInvitation(db: Db, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ used_at: at, grant_mac: null })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Links for a person that were not used are of no use any more. */
export async function endInvitationsOf(db: Db, personId: string, at: Date): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ used_at: at, grant_mac: null })
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
    .select(['invitations.id', 'invitations.role'])
    .select(({ fn }) => [
      fn.coalesce('merchants.name', 'invitations.merchant_name').as('merchant'),
      fn.coalesce('people.email', 'invitations.email').as('email'),
    ])
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
