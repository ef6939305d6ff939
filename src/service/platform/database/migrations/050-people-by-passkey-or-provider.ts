import { sql, type Kysely } from 'kysely';

/** Removes passwords, authenticators and recovery codes, and adds the people of an OpenID Connect provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `drop table recovery_codes`,
  // A person of a provider is its issuer and its subject, and has no passkey. Their e-mail is only shown.
  `alter table people
    drop column password_hash,
    drop column totp_sealed,
    drop column totp_step,
    add column oidc_issuer text,
    add column oidc_subject text,
    add constraint people_of_provider check ((oidc_issuer is null) = (oidc_subject is null))`,
  `create unique index people_of_provider on people (oidc_issuer, oidc_subject)`,
  `drop index people_email`,
  `create unique index people_email on people (lower(email))
    where removed_at is null and oidc_issuer is null`,
];
