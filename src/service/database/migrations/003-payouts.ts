import { sql, type Kysely } from 'kysely';

/** Payout orders, one row a part, and what their providers were asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // A card number rests sealed until the order is final, and never in `destination_shown`.
  `create table payouts (
    id uuid primary key,
    group_id uuid not null,
    part integer not null check (part >= 0),
    merchant_id uuid not null,
    reference_id text not null,
    gate_id uuid not null,
    method_id uuid not null references gate_methods,
    status text not null,
    resolution text,
    resolution_code text,
    resolution_message text,
    provider_error_message text,
    payment_source text not null,
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    destination_shown text not null,
    destination_sealed bytea,
    destination_fingerprint bytea not null,
    fee_percent numeric not null,
    fee_fixed_minor bigint not null,
    fee_min_minor bigint,
    fee_max_minor bigint,
    fee_total_minor bigint not null,
    total_minor bigint not null,
    payment_method_data jsonb,
    customer jsonb not null,
    comment text,
    request jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (merchant_id, reference_id, part),
    check (destination_sealed is null or status not in ('SUCCESS', 'FAILED', 'CLOSED'))
  )`,
  `create index payouts_of_group on payouts (group_id)`,
  `create index payouts_under_way on payouts (gate_id, currency)
    where status in ('IN_PROGRESS', 'PROCESS_PENDING')`,

  `create table payout_attempts (
    id uuid primary key,
    payout_id uuid not null references payouts,
    adapter text not null,
    outcome text check (outcome in ('paid', 'refused', 'never_seen')),
    provider_reference text,
    next_ask_at timestamptz,
    asked integer not null default 0,
    created_at timestamptz not null,
    settled_at timestamptz,
    check ((outcome is null) = (settled_at is null))
  )`,
  `create index payout_attempts_of on payout_attempts (payout_id)`,
  `create index payout_attempts_to_ask on payout_attempts (next_ask_at) where outcome is null`,
];
