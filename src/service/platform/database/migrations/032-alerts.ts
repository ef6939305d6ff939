import { sql, type Kysely } from 'kysely';

/** Where alerts go, what was told to whom, and what is on its way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // To an address of its own, or by e-mail to everybody of a role. shown is what of an address may be read.
  `create table alert_channels (
    id uuid primary key,
    kind text not null check (kind in ('email', 'chat', 'webhook')),
    role text,
    merchant_id uuid,
    address_sealed bytea,
    secret_sealed bytea,
    shown text not null,
    silent_until timestamptz,
    created_at timestamptz not null,
    check ((role is null) <> (address_sealed is null))
  )`,
  `create table alerts (
    channel_id uuid not null,
    kind text not null,
    subject text not null,
    detail text not null,
    began_at timestamptz not null,
    seen_at timestamptz not null,
    primary key (channel_id, kind, subject)
  )`,
  `create table alert_messages (
    id uuid primary key,
    channel_id uuid not null,
    body jsonb not null,
    created_at timestamptz not null,
    due_at timestamptz,
    tries integer not null default 0,
    error text,
    sent_at timestamptz
  )`,
  `create index alert_messages_due on alert_messages (due_at) where due_at is not null`,
  `create index alert_messages_of on alert_messages (channel_id, created_at)`,
  `insert into timed_work (name, due_at) values ('note-alerts', '1970-01-01Z')`,
];
