import type { ServiceContext } from '../../platform/context.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { z } from 'zod';
import { type Refused, NOT_FOUND } from '../answer.ts';
import type { Actor } from '../roles.ts';
import { EMAIL, EMAIL_LENGTH, hasLength, UUID } from '#contract/patterns.ts';
import { changeBoundRow, isCopiedBack, type BindDeps } from '../../platform/bound-rows.ts';
import type { PersonTable } from '../../platform/database/tables/people.ts';
import type { Page } from '../lists.ts';

/** The option that names a person. */
export const person = z
  .string()
  .min(1)
  .max(EMAIL_LENGTH.max)
  .describe('Their e-mail, if nobody else has it, or id.');

/** Lists the things of a person, or of everybody if there is no reference. */
export async function ofPerson<Item>(
  { db }: Pick<ServiceContext, 'db'>,
  reference: string | undefined,
  list: (id: string | undefined) => Promise<readonly Item[]>,
): Promise<readonly Item[] | Refused> {
  if (reference === undefined) return list(undefined);
  const found = await findPerson(db, reference);
  return found === undefined ? NOT_FOUND : list(found.id);
}

/**
 * Tells whether a text is a person's e-mail address: one mailbox in ASCII, its domain in punycode. Other characters look
 * like these, and some mail programs read several addresses in one text.
 */
export function isEmail(text: string): boolean {
  return hasLength(text, EMAIL_LENGTH) && EMAIL.test(text);
}

export const NO_EMAIL = 'must be an e-mail address in ASCII, such as ada@shop.example';

/** Returns the actor that the audit records for a person. */
export function personActor(
  person: Named & Pick<PersonRow, 'role' | 'merchant_id'>,
  address: string | undefined,
): Actor {
  const { role, merchant_id } = person;
  const scope = merchant_id === null ? undefined : { merchantId: merchant_id };
  return { name: `person ${personName(person)}`, role, scope, address };
}

type Named = Pick<PersonRow, 'email' | 'oidc_issuer' | 'oidc_subject'>;

/**
 * Returns the name of a person in the audit. The provider's own name for its people is part of theirs: the e-mail that
 * a provider tells may be somebody else's.
 */
export function personName({ email, oidc_issuer: issuer, oidc_subject: subject }: Named): string {
  return issuer === null || subject === null ? email : `${email} (${subject} at ${issuer})`;
}

export type PersonRow = Selectable<PersonTable>;

/** A person, and whether somebody copied their row back from before. */
export type FoundPerson = PersonRow & { is_copied_back: boolean };

function selectPeopleRows(db: Db) {
  return db.selectFrom('people').selectAll().select(isCopiedBack('people').as('is_copied_back'));
}

/** Locks people until the transaction ends: changes to people run one after the other. */
export async function lockPeople(trx: Db): Promise<void> {
  await sql`select from exclusive_work where name = 'change-people' for update`.execute(trx);
}

/** Finds a person by id, or by an e-mail that only one has, in any case; removed people are not found. */
export async function findPerson(db: Db, reference: string): Promise<FoundPerson | undefined> {
  const query = selectPeopleRows(db).where('removed_at', 'is', null).limit(2);
  const rows = await (
    UUID.test(reference)
      ? query.where('id', '=', reference)
      : query.where(sql`lower(email)`, '=', reference.toLowerCase())
  ).execute();
  return rows.length === 1 ? rows[0] : undefined;
}

/** Finds a person who was invited, by e-mail in any case: nobody is matched by the e-mail that a provider tells. */
export function findInvitedPerson(db: Db, email: string): Promise<PersonRow | undefined> {
  return selectPeopleRows(db)
    .where('removed_at', 'is', null)
    .where('oidc_issuer', 'is', null)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Finds a person of a provider, also a removed one. */
export function findProviderPerson(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<FoundPerson | undefined> {
  return selectPeopleRows(db)
    .where('oidc_issuer', '=', issuer)
    .where('oidc_subject', '=', subject)
    .executeTakeFirst();
}

/** Finds a removed person of a provider by id. */
export function findRemovedPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  return selectPeopleRows(db)
    .where('id', '=', id)
    .where('oidc_issuer', 'is not', null)
    .where('removed_at', 'is not', null)
    .executeTakeFirst();
}

/** Selects people as admins see them, without removed ones. */
function described(db: Db) {
  return db
    .selectFrom('people')
    .leftJoin('merchants', 'merchants.id', 'people.merchant_id')
    .select(['people.id', 'email', 'role', 'people.created_at'])
    .select(['oidc_issuer as issuer', 'oidc_subject as subject'])
    .select('merchants.name as merchant')
    .select(
      sql<number>`(select count(*)::int from passkeys
        where person_id = people.id and passkeys.removed_at is null)`.as('passkeys'),
    )
    .select('failed_sign_ins')
    .where('people.removed_at', 'is', null);
}

/** Lists people by e-mail. */
export function selectPeople(db: Db, { after, limit }: Page) {
  const query = described(db)
    .orderBy(sql`lower(email)`)
    .orderBy('people.id')
    .limit(limit);
  if (after === undefined) return query.execute();
  const last = sql`(select lower(last.email), last.id from people as last where last.id = ${after})`;
  return query.where(sql<boolean>`(lower(email), people.id) > ${last}`).execute();
}

export function selectPerson(db: Db, id: string) {
  return described(db).where('people.id', '=', id).executeTakeFirst();
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

export function insertPerson(
  deps: BindDeps,
  person: Omit<PersonRow, 'failed_sign_ins' | 'row_mac' | 'audit_number'>,
): Promise<PersonRow> {
  return changeBoundRow(deps, { table: 'people', id: person.id }, (trx) =>
    trx.insertInto('people').values(person).returningAll().executeTakeFirstOrThrow(),
  );
}

export async function countFailedSignIn(db: Db, id: string): Promise<void> {
  await db
    .updateTable('people')
    .set(({ eb }) => ({ failed_sign_ins: eb('failed_sign_ins', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/**
 * Resets the count of failed sign-ins. Locks the person until the transaction ends.
 *
 * @returns the count before
 */
export async function takeFailedSignIns(trx: Db, id: string): Promise<number> {
  const { failed_sign_ins: failed } = await trx
    .selectFrom('people')
    .select('failed_sign_ins')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (failed > 0) await updatePerson(trx, id, { failed_sign_ins: 0 });
  return failed;
}

export async function updatePerson(
  db: Db,
  id: string,
  changes: Partial<Omit<PersonRow, 'id'>>,
): Promise<void> {
  await db.updateTable('people').set(changes).where('id', '=', id).execute();
}
