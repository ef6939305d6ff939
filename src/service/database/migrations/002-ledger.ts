import { sql, type Kysely } from 'kysely';

/**
 * The books: movements and their entries, which are only ever appended, and beside them the balances
 * that they add up to.
 *
 * A gate's four buckets in one currency share a row, so that a movement between them changes one row
 * and a balance is read without adding anything up. The house's own accounts (clearing, fee income,
 * conversion) have entries alone: one balance for all merchants would be a row they all wait for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const BUCKETS = `'available', 'hold', 'rolling', 'payout_reserve'`;

const STATEMENTS = [
  // A frozen gate takes no new orders; what is under way ends as it would.
  `alter table gates add column frozen boolean not null default false`,

  // The check is the last line of defence: no statement, ours or by hand, overdraws a gate.
  `create table gate_accounts (
    gate_id uuid not null references gates,
    currency text not null,
    available_minor bigint not null default 0 check (available_minor >= 0),
    hold_minor bigint not null default 0 check (hold_minor >= 0),
    rolling_minor bigint not null default 0 check (rolling_minor >= 0),
    payout_reserve_minor bigint not null default 0 check (payout_reserve_minor >= 0),
    primary key (gate_id, currency)
  ) with (fillfactor = 50)`,

  `create index gates_of_merchant on gates (merchant_id)`,

  `create table wallets (
    merchant_id uuid not null references merchants,
    currency text not null,
    balance_minor bigint not null default 0 check (balance_minor >= 0),
    primary key (merchant_id, currency)
  )`,

  `create table ledger_movements (
    id bigint primary key,
    kind text not null check (kind in (
      'payin_success', 'payout_reserve', 'payout_settle', 'payout_release',
      'hold_release', 'rolling_release', 'transfer', 'conversion')),
    order_id uuid,
    at timestamptz not null,
    check ((order_id is null) = (kind in ('transfer', 'conversion')))
  )`,
  `create sequence ledger_movement_ids owned by ledger_movements.id`,
  // Whatever goes wrong above, no order is credited, reserved, settled or released twice.
  `create unique index ledger_movements_once on ledger_movements (order_id, kind)
    where order_id is not null`,

  `create table ledger_entries (
    movement_id bigint not null references ledger_movements,
    line smallint not null,
    account text not null check (account in (
      ${BUCKETS}, 'wallet', 'provider_clearing', 'fee_income', 'conversion')),
    owner_id uuid,
    currency text not null,
    amount_minor bigint not null check (amount_minor <> 0),
    primary key (movement_id, line),
    check ((owner_id is null) = (account in ('provider_clearing', 'fee_income', 'conversion')))
  )`,

  `create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% only grows: post a movement that corrects it', tg_table_name;
  end $$`,
  ...['ledger_movements', 'ledger_entries'].flatMap((table) => [
    `create trigger ${table}_append_only before update or delete
      on ${table} for each row execute function refuse_change()`,
    `create trigger ${table}_never_emptied before truncate
      on ${table} for each statement execute function refuse_change()`,
  ]),

  // Whether a method's gate has an account for its currency is one of the merchant's settings.
  `create function gate_account_changed() returns trigger language plpgsql as $$
  declare
    changed record;
  begin
    changed := coalesce(new, old);
    perform touch_merchant(gates.merchant_id) from gates where gates.id = changed.gate_id;
    return null;
  end $$`,
  `create trigger gate_accounts_changed after insert or delete
    on gate_accounts for each row execute function gate_account_changed()`,

  // What a payin's gate keeps back, and until when.
  `create table retentions (
    payin_id uuid not null references payins,
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
