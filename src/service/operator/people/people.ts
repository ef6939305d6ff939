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

/** The person was read under `lockPeople`, so that no two admins take each other's role away at once. */
export async function changeRole(
  { db, keyring }: Deps,
  person: PersonRow,
  { role, merchantId, merchantName }: ActsAs,
): Promise<Done> {
  if (role !== 'admin' && (await isLastAdmin(db, person))) return 'last_admin';
  const merchant = { merchant_id: merchantId ?? null, merchant_name: merchantName ?? null };
  const grant_mac = grantMac(keyring, 'people', { ...person, role, ...merchant });
  await updatePerson(db, person.id, { role, ...merchant, grant_mac });
  return 'done';
}

/** As with a role, read under `lockPeople`. Sessions end at once; the row stays, for the audit says the e-mail. */
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

/** Nobody signs in as them until they have taken a new one, by a link; passkeys are as lost as the rest. */
export async function takeSecondFactor(
  { db, now, keyring }: Deps,
  person: PersonRow,
): Promise<void> {
  await updatePerson(db, person.id, { totp_sealed: null });
  await removePasskeysOf(db, person.id, now());
  await replaceRecoveryCodes({ db, keyring }, person.id, [], now());
  await endSessionsOf({ db, now }, person.id);
  await endInvitationsOf(db, person.id, now());
}

/** Their last way in stays: what takes it away is `takeSecondFactor`. The person was read under `lockPeople`. */
export async function takePasskey(
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

/** A password lets nobody in without its second factor. */
export function hasPasswordWay({ password_hash, totp_sealed }: PersonRow): boolean {
  return password_hash !== null && totp_sealed !== null;
}

async function isLastAdmin(db: ServiceContext['db'], person: PersonRow): Promise<boolean> {
  return person.role === 'admin' && (await countAdmins(db)) === 1;
}

/** Nobody needs an old session: people sign in again. */
type Confirmed = Exclude<GrantTable, 'operator_sessions'>;

/** What lets somebody in at all. */
const IN_FORCE = {
  people: sql`removed_at is null`,
  passkeys: sql`removed_at is null`,
  invitations: sql`used_at is null`,
  recovery_codes: sql`used_at is null`,
  operator_tokens: sql`revoked_at is null`,
} as const satisfies Record<Confirmed, RawBuilder<unknown>>;

/**
 * Binds what a release recorded that knew of no grants, on an admin's word: nothing tells it from rows that somebody
 * added to the database. What has a keyed hash that is not right stays as it is.
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

/** Recovery codes have no id. */
function isRow(row: object): RawBuilder<unknown> {
  return 'id' in row
    ? sql`id = ${row.id}`
    : sql`person_id = ${'person_id' in row ? row.person_id : null}
        and code_hash = ${'code_hash' in row ? row.code_hash : null}`;
}
