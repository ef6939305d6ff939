import { sql, type Kysely } from 'kysely';

/** Adds the people who operate the service, their invitations, and their sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of PEOPLE) await sql.raw(statement).execute(db);
}

const ROLES = `('viewer', 'support', 'finance', 'admin', 'merchant')`;

const PEOPLE = [
  // A person with role merchant sees only that merchant. Removed people stay, because the audit contains their e-mail.
  `create table people (
    id uuid primary key,
    email text not null,
    role text not null check (role in ${ROLES}),
    merchant_id uuid references merchants,
    password_hash text not null,
    totp_sealed bytea,
    totp_step bigint not null default 0,
    created_at timestamptz not null,
    removed_at timestamptz,
    check ((role = 'merchant') = (merchant_id is not null))
  )`,
  `create unique index people_email on people (lower(email)) where removed_at is null`,

  // Only the hash of a link's token is stored. A link for an existing person gives them a new second factor.
  `create table invitations (
    id uuid primary key,
    token_hash bytea not null unique,
    person_id uuid references people,
    role text check (role in ${ROLES}),
    merchant_id uuid references merchants,
    email text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    check ((person_id is null) = (role is not null)),
    check (role is null or (role = 'merchant') = (merchant_id is not null))
  )`,

  `create table recovery_codes (
    person_id uuid not null references people,
    code_hash bytea not null,
    used_at timestamptz,
    primary key (person_id, code_hash)
  )`,

  `create table operator_sessions (
    id uuid primary key,
    person_id uuid not null references people,
    token_hash bytea not null unique,
    address text,
    agent text,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create index operator_sessions_of_person on operator_sessions (person_id) where ended_at is null`,

  // Locked by each change of who may operate, so that two admins cannot remove each other at once.
  `insert into exclusive_work (name) values ('change-people')`,
];
