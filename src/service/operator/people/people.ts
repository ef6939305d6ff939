import type { ServiceContext } from '../../platform/context.ts';
import { type GrantTable, grantMac } from '../grants.ts';
import { type ActsAs, endInvitationsOf } from './invitations.ts';
import { removePasskey, removePasskeysOf, selectPasskeysOf } from './passkeys.ts';
import { endSessionsOf } from './sessions.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import { type PersonRow, countAdmins, updatePerson, replaceRecoveryCodes } from './store.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'keyring'>;

type Done = 'done' | 'last_admin';

/**
 * Changes a person's role. The person must have been read under `lockPeople`, so that two admins cannot remove each
 * other's role at the same time.
 */
export async function changeRole(
  { db, keyring }: Deps,
  person: PersonRow,
  { role, merchantId }: ActsAs,
): Promise<Done> {
  if (role !== 'admin' && (await isLastAdmin(db, person))) return 'last_admin';
  const merchant_id = merchantId ?? null;
  const grant_mac = grantMac(keyring, 'people', { ...person, role, merchant_id });
  await updatePerson(db, person.id, { role, merchant_id, grant_mac });
  return 'done';
}

/**
 * Removes a person, who must have been read under `lockPeople`. Ends their sessions at once. The row stays, because the
 * audit refers to its e-mail.
 */
export async function removePerson(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: PersonRow,
): Promise<Done> {
  if (await isLastAdmin(db, person)) return 'last_admin';
  await updatePerson(db, person.id, { removed_at: now(), grant_mac: null });
  await removePasskeysOf(db, person.id, now());
  await endSessionsOf({ db, now }, person.id);
  await endInvitationsOf(db, person.id, now());
  return 'done';
}

/**
 * Removes a person's second factors: authenticator, passkeys and recovery codes. Ends their sessions. They cannot sign
 * in until they set up a new one by link.
 */
export async function removeSecondFactor(
  { db, now, keyring }: Deps,
  person: PersonRow,
): Promise<void> {
  await updatePerson(db, person.id, { totp_sealed: null });
  await removePasskeysOf(db, person.id, now());
  await replaceRecoveryCodes({ db, keyring }, person.id, [], now());
  await endSessionsOf({ db, now }, person.id);
  await endInvitationsOf(db, person.id, now());
}

/**
 * Removes a passkey, unless it is the person's last way to sign in; `removeSecondFactor` removes that. The person must
 * have been read under `lockPeople`.
 */
export async function removePasskeyUnlessLast(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: PersonRow,
  id: string,
): Promise<'done' | 'last_way_in' | 'not_found'> {
  const passkeys = await selectPasskeysOf(db, person.id);
  if (!passkeys.some((passkey) => passkey.id === id)) return 'not_found';
  if (passkeys.length === 1 && !hasPasswordWay(person)) return 'last_way_in';
  await removePasskey(db, id, now());
  return 'done';
}

/** Returns whether a person can sign in by password, which needs an authenticator too. */
export function hasPasswordWay({ password_hash, totp_sealed }: PersonRow): boolean {
  return password_hash !== null && totp_sealed !== null;
}

async function isLastAdmin(db: ServiceContext['db'], person: PersonRow): Promise<boolean> {
  return person.role === 'admin' && (await countAdmins(db)) === 1;
}

/** Tables whose rows can be confirmed. Sessions cannot: people sign in again. */
type Confirmed = Exclude<GrantTable, 'operator_sessions'>;

/** The conditions of rows that grant access at all. */
const IN_FORCE = {
  people: sql`removed_at is null`,
  passkeys: sql`removed_at is null`,
  invitations: sql`used_at is null`,
  recovery_codes: sql`used_at is null`,
  operator_tokens: sql`revoked_at is null`,
} as const satisfies Record<Confirmed, RawBuilder<unknown>>;

/**
 * Adds the keyed hash to grants that a release without such hashes wrote. The admin vouches for them: they cannot be
 * told apart from rows that somebody added to the database. A row with a wrong hash is left unchanged, and stays
 * invalid.
 */
export async function confirmGrants(deps: Pick<Deps, 'db' | 'keyring'>) {
  const people = await confirm(deps, 'people');
  const tokens = await confirm(deps, 'operator_tokens');
  return {
    people: people.map(({ email, role }) => `${email}: ${role}`),
    tokens: tokens.map(({ name, role }) => `${name}: ${role}`),
    passkeys: (await confirm(deps, 'passkeys')).length,
    invitations: (await confirm(deps, 'invitations')).length,
    recovery_codes: (await confirm(deps, 'recovery_codes')).length,
  };
}

async function confirm<Table extends Confirmed>(
  { db, keyring }: Pick<Deps, 'db' | 'keyring'>,
  table: Table,
): Promise<Selectable<Tables[Table]>[]> {
  const { rows } = await sql<Selectable<Tables[Table]>>`
    select * from ${sql.table(table)} where grant_mac is null and ${IN_FORCE[table]}`.execute(db);
  for (const row of rows) {
    const mac = grantMac(keyring, table, row);
    await sql`update ${sql.table(table)} set grant_mac = ${mac} where ${isRow(row)}`.execute(db);
  }
  return rows;
}

/** Matches a row by its id or, for a recovery code, by its person and hash. */
function isRow(row: object): RawBuilder<unknown> {
  return 'id' in row
    ? sql`id = ${row.id}`
    : sql`person_id = ${'person_id' in row ? row.person_id : null}
        and code_hash = ${'code_hash' in row ? row.code_hash : null}`;
}
