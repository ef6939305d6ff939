const BUCKETS = `'available', 'hold', 'rolling', 'payout_reserve'`;

/**
 * The ledger: movements and their entries, which are only ever appended, and the balances that they add up to.
 *
 * The four balances of a gate in one currency share a row: a movement between them changes one row, and a balance is
 * read without a sum. The platform's own accounts (clearing, fee income, conversion) only have entries: one balance for
 * all merchants would be a row for which they all wait.
 */
export const LEDGER = [
  // The checks are the last line of defence: no statement, ours or by hand, overdraws a gate.
  `create table gate_accounts (
    gate_id uuid not null references gates,
    currency text not null,
    available_minor bigint not null default 0 check (available_minor >= 0),
    hold_minor bigint not null default 0 check (hold_minor >= 0),
    rolling_minor bigint not null default 0 check (rolling_minor >= 0),
    payout_reserve_minor bigint not null default 0 check (payout_reserve_minor >= 0),
    primary key (gate_id, currency)
  ) with (fillfactor = 50)`,

  `create table wallets (
    merchant_id uuid not null references merchants,
    currency text not null,
    balance_minor bigint not null default 0 check (balance_minor >= 0),
    primary key (merchant_id, currency)
  )`,

  `create table ledger_movements (
    id bigint primary key generated always as identity,
    kind text not null check (kind in (
      'payin_success', 'payout_reserve', 'payout_settle', 'payout_release',
      'hold_release', 'rolling_release', 'transfer', 'conversion')),
    order_id uuid,
    at timestamptz not null,
    check ((order_id is null) = (kind in ('transfer', 'conversion')))
  )`,
  // The last line of defence: no order is credited, reserved, settled or released twice.
  `create unique index ledger_movements_once on ledger_movements (order_id, kind)
    where order_id is not null`,

  // One statement appends a movement and its entries. The ledger check verifies that each entry has its movement,
  // instead of a lookup for every entry.
  `create table ledger_entries (
    movement_id bigint not null,
    line smallint not null,
    account text not null check (account in (
      ${BUCKETS}, 'wallet', 'provider_clearing', 'fee_income', 'conversion')),
    owner_id uuid,
    currency text not null,
    amount_minor bigint not null check (amount_minor <> 0),
    primary key (movement_id, line),
    check ((owner_id is null) = (account in ('provider_clearing', 'fee_income', 'conversion')))
  )`,

  // What a gate holds back of a payin, and until when. Inserted by the statement that ends the payin.
  `create table retentions (
    payin_id uuid not null,
    bucket text not null check (bucket in ('hold', 'rolling')),
    gate_id uuid not null,
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    due_at timestamptz not null,
    released_at timestamptz,
    primary key (payin_id, bucket)
  )`,
  `create index retentions_due on retentions (due_at) where released_at is null`,
];
