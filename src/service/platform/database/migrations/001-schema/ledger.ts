import { BUSY, UPDATED_IN_PLACE } from './storage.ts';

/**
 * The ledger: movements and their entries, which are only ever appended, and the balances that they add up to.
 *
 * The platform's own accounts (clearing, fee income, conversion) only have entries: one balance for all merchants would
 * be a row for which they all wait. The checks are the last line of defence: no statement, ours or by hand, overdraws a
 * gate.
 */
export const LEDGER = [
  // The balances of a gate in one currency share a row: a movement between them changes one row, and a balance is read
  // without a sum. Only the available one may be negative: a disputed payment is taken back even if the merchant no
  // longer has the money. `fee_corrections` grows with each correction of fees: a refund, which returns a share of the
  // fee, compares it.
  `create table gate_accounts (
    gate_id uuid not null references gates,
    currency text not null,
    available_minor bigint not null default 0,
    hold_minor bigint not null default 0 check (hold_minor >= 0),
    rolling_minor bigint not null default 0 check (rolling_minor >= 0),
    payout_reserve_minor bigint not null default 0 check (payout_reserve_minor >= 0),
    refund_reserve_minor bigint not null default 0 check (refund_reserve_minor >= 0),
    dispute_reserve_minor bigint not null default 0 check (dispute_reserve_minor >= 0),
    fee_corrections bigint not null default 0,
    primary key (gate_id, currency)
  ) with (${UPDATED_IN_PLACE})`,

  // What a merchant has outside its gates.
  `create table wallets (
    merchant_id uuid not null references merchants,
    currency text not null,
    balance_minor bigint not null default 0 check (balance_minor >= 0),
    primary key (merchant_id, currency)
  ) with (${BUSY})`,

  // A movement, for an order or an adjustment unless it is between a merchant's own accounts.
  `create table ledger_movements (
    id bigint primary key generated always as identity,
    kind text not null check (kind in (
      'payin_success', 'payin_shortfall', 'payout_reserve', 'payout_settle', 'payout_release',
      'refund_reserve', 'refund_settle', 'refund_release', 'refund_take', 'refund_return',
      'refund_correction', 'dispute_reserve', 'dispute_lose', 'dispute_recover', 'dispute_release',
      'hold_release', 'rolling_release', 'transfer', 'conversion', 'adjustment')),
    order_id uuid,
    at timestamptz not null,
    check ((order_id is null) = (kind in ('transfer', 'conversion')))
  ) with (${BUSY})`,
  // The last line of defence: no order is credited, reserved, settled or released twice.
  `create unique index ledger_movements_once on ledger_movements (order_id, kind)
    where order_id is not null`,
  // Settlement and fee reports find movements by time, operators list them by kind.
  `create index ledger_movements_at on ledger_movements (at)`,
  `create index ledger_movements_of_kind on ledger_movements (kind, at, id)`,

  // The entries of a movement, which add up to zero in each currency. One statement appends a movement and its entries.
  // The ledger check verifies that each entry has its movement, instead of a lookup for every entry.
  `create table ledger_entries (
    movement_id bigint not null,
    line smallint not null,
    account text not null check (account in (
      'available', 'hold', 'rolling', 'payout_reserve', 'refund_reserve', 'dispute_reserve',
      'wallet', 'provider_clearing', 'fee_income', 'conversion')),
    owner_id uuid,
    currency text not null,
    amount_minor bigint not null check (amount_minor <> 0),
    primary key (movement_id, line),
    check ((owner_id is null) = (account in ('provider_clearing', 'fee_income', 'conversion')))
  ) with (${BUSY})`,
  // Operators list the movements of a gate or a merchant.
  `create index ledger_entries_of_owner on ledger_entries (owner_id, currency, movement_id)
    where owner_id is not null`,

  // What a gate holds back of a payin, and until when. Inserted by the statement that ends the payin. One that refunds
  // took completely has nothing left to release.
  `create table retentions (
    payin_id uuid not null,
    bucket text not null check (bucket in ('hold', 'rolling')),
    gate_id uuid not null,
    currency text not null,
    amount_minor bigint not null check (amount_minor >= 0),
    refunded_minor bigint not null default 0 check (refunded_minor >= 0),
    due_at timestamptz not null,
    released_at timestamptz,
    primary key (payin_id, bucket)
  ) with (${BUSY})`,
  // By due time, for their release, and with their amounts, for the forecast by month.
  `create index retentions_kept_back on retentions (due_at)
    include (gate_id, bucket, currency, amount_minor) where released_at is null`,

  // Credits and debits of a gate that operators ask for, for instance to put a wrong fee right. One that corrects the
  // fees of a method has the orders' time and the right fee; null for the fixed fee keeps that of each order.
  `create table adjustments (
    id uuid primary key,
    gate_id uuid not null references gates,
    currency text not null,
    amount_minor bigint not null check (amount_minor <> 0),
    reason text not null,
    evidence text not null,
    method_id uuid,
    fee_from timestamptz,
    fee_before timestamptz,
    fee_percent numeric,
    fee_fixed_minor bigint,
    status text not null check (status in ('waiting', 'posted', 'rejected')),
    requested_by text not null,
    requested_by_person uuid,
    requested_at timestamptz not null,
    decided_by text,
    decided_at timestamptz,
    allows_negative boolean not null default false,
    check (num_nonnulls(method_id, fee_from, fee_before, fee_percent) in (0, 4))
  )`,
  `create index adjustments_latest on adjustments (requested_at, id)`,
  // A refund returns the corrected fee.
  `create index adjustments_of_method on adjustments (method_id, fee_from) where method_id is not null`,

  // The results of ledger checks. Their findings are stored with them, because there are only a few.
  `create table ledger_checks (
    id uuid primary key,
    at timestamptz not null,
    movements bigint not null,
    findings jsonb not null
  )`,
  // The last one is in the metrics.
  `create index ledger_checks_latest on ledger_checks (at)`,
];
