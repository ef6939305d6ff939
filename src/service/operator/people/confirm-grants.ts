import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { ServiceContext } from '../../platform/context.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { grantMac, type GrantTable } from '../grants.ts';

type Deps = Pick<ServiceContext, 'db' | 'keyring'>;
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
export async function confirmGrants(deps: Deps) {
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
  { db, keyring }: Deps,
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
