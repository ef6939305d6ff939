import { sql, type Kysely } from 'kysely';

/** Adds passkeys, and counts failed sign-ins of each person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // A person with a passkey needs no password.
  `alter table people alter column password_hash drop not null`,
  `alter table people add column failed_sign_ins integer not null default 0`,

  // Removed passkeys stay: their credentials are never accepted again.
  `create table passkeys (
    id uuid primary key,
    person_id uuid not null references people,
    credential_id bytea not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text not null,
    name text not null,
    challenged_at timestamptz not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    removed_at timestamptz
  )`,
  `create index passkeys_of_person on passkeys (person_id) where removed_at is null`,
];
