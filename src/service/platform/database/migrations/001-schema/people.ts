const ROLES = `('viewer', 'support', 'finance', 'admin', 'merchant')`;

/**
 * The people and programs that operate the service, and what they enter with. `row_mac` is a keyed hash over what a row
 * grants, which somebody who can only write to the database cannot make, and `audit_number` the audit row that made the
 * row, as for merchants' keys (decision 018). Only hashes of tokens are stored.
 */
export const PEOPLE = [
  // A person with role merchant sees only that merchant. Removed people stay, because the audit contains their e-mail. A
  // person of an OpenID Connect provider is its issuer and its subject, and has no passkey; the e-mail is only shown.
  `create table people (
    id uuid primary key,
    email text not null,
    role text not null check (role in ${ROLES}),
    merchant_id uuid references merchants,
    oidc_issuer text,
    oidc_subject text,
    failed_sign_ins integer not null default 0,
    created_at timestamptz not null,
    removed_at timestamptz,
    row_mac bytea,
    audit_number bigint,
    check ((role = 'merchant') = (merchant_id is not null)),
    constraint people_of_provider check ((oidc_issuer is null) = (oidc_subject is null))
  )`,
  `create unique index people_email on people (lower(email))
    where removed_at is null and oidc_issuer is null`,
  `create unique index people_of_provider on people (oidc_issuer, oidc_subject)`,

  // A key in a person's device. Removed ones stay: their credentials are never accepted again.
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
    removed_at timestamptz,
    row_mac bytea,
    audit_number bigint
  )`,
  `create index passkeys_of_person on passkeys (person_id) where removed_at is null`,

  // A link that works once: for a new person with a role, or for an existing person who lost their passkeys.
  `create table invitations (
    id uuid primary key,
    token_hash bytea not null unique,
    person_id uuid references people,
    role text check (role in ${ROLES}),
    merchant_id uuid references merchants,
    email text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    opened_at timestamptz,
    used_at timestamptz,
    row_mac bytea,
    audit_number bigint,
    check ((person_id is null) = (role is not null)),
    check (role is null or (role = 'merchant') = (merchant_id is not null))
  )`,

  // A person's session in one browser.
  `create table operator_sessions (
    id uuid primary key,
    person_id uuid not null references people,
    token_hash bytea not null unique,
    address text,
    agent text,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    row_mac bytea,
    audit_number bigint
  )`,
  `create index operator_sessions_of_person on operator_sessions (person_id) where ended_at is null`,

  // The token of a program. Names are not reused, because the audit contains them.
  `create table operator_tokens (
    id uuid primary key,
    name text not null unique,
    role text not null check (role in ('viewer', 'support', 'finance', 'admin')),
    token_hash bytea not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    row_mac bytea,
    audit_number bigint
  )`,
];
