import { BUSY } from './storage.ts';

/**
 * Merchants with their keys and settings, and the terminals that their routes lead to.
 *
 * Rows that decide who may call the service, and where card data, money and webhooks go, have a keyed hash over
 * themselves, `row_mac`, which somebody who can only write to the database cannot make (decision 018). `audit_number` is
 * the audit row that made them as they are; null if no operator did.
 */
export const MERCHANTS = [
  // A merchant, its branding on the page, its webhooks, and its own limits where they differ from the defaults.
  // `config_version` counts the changes of its settings (merchants/change-settings.ts).
  `create table merchants (
    id uuid primary key,
    name text not null,
    logo_url text,
    accent text,
    support_url text,
    operator_name text,
    terms_url text,
    privacy_url text,
    payin_webhook_url text,
    payout_webhook_url text,
    refund_webhook_url text,
    dispute_webhook_url text,
    webhook_payload text not null default 'retrieval'
      check (webhook_payload in ('retrieval', 'extended')),
    webhook_secret_sealed bytea not null,
    webhook_secret_old_sealed bytea,
    webhook_secret_old_until timestamptz,
    webhook_signature_switches_at timestamptz,
    attempt_limits jsonb not null default '{}',
    dispute_limits jsonb not null default '{}',
    config_version bigint not null default 1,
    row_mac bytea,
    audit_number bigint,
    created_at timestamptz not null,
    check ((webhook_secret_old_sealed is null) = (webhook_secret_old_until is null)),
    check ((webhook_secret_old_sealed is null) = (webhook_signature_switches_at is null))
  )`,

  // A key that signs requests: a merchant's, or the payment page's own.
  `create table api_keys (
    id uuid primary key,
    merchant_id uuid references merchants,
    scope text not null check (scope in ('merchant', 'page')),
    secret_sealed bytea not null,
    row_mac bytea,
    audit_number bigint,
    created_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    check ((scope = 'merchant') = (merchant_id is not null))
  ) with (${BUSY})`,

  // A gate has accounts and methods. A frozen one accepts no new orders; orders under way end normally.
  `create table gates (
    id uuid primary key,
    merchant_id uuid not null references merchants,
    name text not null,
    active boolean not null default true,
    frozen boolean not null default false,
    unique (merchant_id, name)
  )`,

  // A way to pay or to be paid, with its fees, limits and times. `tolerance…` is what a payment may fall short of,
  // `banks` what a payer chooses from.
  `create table gate_methods (
    id uuid primary key,
    gate_id uuid not null references gates,
    name text not null,
    active boolean not null default true,
    direction text not null check (direction in ('payin', 'payout')),
    payment_source text not null,
    currency text not null,
    payment_method_currency text not null,
    conversion_rate numeric check (conversion_rate > 0),
    fee_percent numeric not null default 0,
    fee_fixed_minor bigint not null default 0,
    fee_min_minor bigint,
    fee_max_minor bigint,
    refund_fee text not null default 'kept' check (refund_fee in ('kept', 'returned')),
    refund_fixed_fee_minor bigint not null default 0 check (refund_fixed_fee_minor >= 0),
    dispute_fee_minor bigint not null default 0 check (dispute_fee_minor >= 0),
    amount_min_minor bigint not null,
    amount_max_minor bigint not null,
    max_part_amount_minor bigint,
    tolerance_minor bigint not null default 0 check (tolerance_minor >= 0),
    tolerance_percent numeric not null default 0 check (tolerance_percent between 0 and 5),
    settlement_period_days integer not null default 0,
    rolling_percent numeric not null default 0,
    max_attempts integer not null default 3,
    waiting_seconds integer not null,
    asks_cpf boolean not null default false,
    banks jsonb not null default '[]',
    unique (gate_id, name),
    constraint gate_methods_fees_not_negative check (
      fee_percent >= 0 and fee_fixed_minor >= 0
      and coalesce(fee_min_minor, 0) >= 0 and coalesce(fee_max_minor, 0) >= 0),
    constraint gate_methods_parts_hold_something check (max_part_amount_minor > 0)
  )`,

  // One account of ours at one acquirer. Without a merchant, all merchants share it. `version` counts its changes: a
  // process that has it open in memory compares it.
  `create table terminals (
    id uuid primary key,
    name text not null unique,
    adapter text not null,
    settings jsonb not null,
    credentials_sealed bytea not null,
    merchant_id uuid references merchants,
    up boolean not null default true,
    version bigint not null default 1,
    notified_at timestamptz,
    row_mac bytea,
    audit_number bigint,
    created_at timestamptz not null
  )`,

  // A method's way to a terminal. A condition that is null matches everything. Routes of the same priority share
  // payments by weight.
  `create table routes (
    id uuid primary key,
    method_id uuid not null references gate_methods,
    terminal_id uuid not null references terminals,
    priority integer not null,
    weight integer not null default 1 check (weight > 0),
    brands text[] check (cardinality(brands) > 0),
    bin_prefixes text[] check (cardinality(bin_prefixes) > 0),
    amount_min_minor bigint,
    amount_max_minor bigint,
    countries text[] check (cardinality(countries) > 0),
    up boolean not null default true
  )`,
  // Each payment reads the routes of its method.
  `create index routes_of_method on routes (method_id)`,
  // A terminal that is switched off or changed names its routes.
  `create index routes_to_terminal on routes (terminal_id)`,

  // A merchant's block list, as keyed hashes.
  `create table blocked_values (
    merchant_id uuid not null references merchants,
    kind text not null check (kind in ('email', 'phone', 'destination', 'card')),
    fingerprint bytea not null,
    primary key (merchant_id, kind, fingerprint)
  )`,
];
