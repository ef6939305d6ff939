import { sql, type Kysely, type Selectable } from 'kysely';
import type { Account, Movement } from '#domain/ledger/posting.ts';
import type { GateAccountTable, WalletTable } from '../platform/database/tables/ledger.ts';
import type { Tables } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { BalanceChanges, GateChange, WalletChange } from './balance-changes.ts';

type Db = Kysely<Tables>;

export interface Posting {
  movement: Movement;
  /**
   * Null for what the operator moves, one movement at a time; an order is posted to once by each kind of
   * movement. So the two tell the movements of a statement apart, whose ids the database gives.
   */
  orderId: string | null;
  at: Date;
}

/**
 * Changes the balances and, when every one of them could be changed, appends the movements and their
 * entries: one statement, one round trip. A gate's available money is taken only as far as it goes.
 *
 * @returns how many balances were changed
 */
export async function appendMovements(
  trx: Db,
  postings: readonly Posting[],
  changes: BalanceChanges,
): Promise<number> {
  const wanted = changes.gates.length + changes.wallets.length;
  const query = sql<{ changed: number }>`
    with gates_changed as (
      update gate_accounts as account
      set available_minor = account.available_minor + change.available,
          hold_minor = account.hold_minor + change.hold,
          rolling_minor = account.rolling_minor + change.rolling,
          payout_reserve_minor = account.payout_reserve_minor + change.payout_reserve
      from jsonb_to_recordset(${json(changes.gates)}::jsonb) as change (
        "gateId" uuid, currency text,
        available bigint, hold bigint, rolling bigint, payout_reserve bigint)
      where account.gate_id = change."gateId" and account.currency = change.currency
        and account.available_minor + change.available >= 0
      returning 1
    ), wallets_changed as (
      update wallets as wallet
      set balance_minor = wallet.balance_minor + change.balance
      from jsonb_to_recordset(${json(changes.wallets)}::jsonb) as change (
        "merchantId" uuid, currency text, balance bigint)
      where wallet.merchant_id = change."merchantId" and wallet.currency = change.currency
        and wallet.balance_minor + change.balance >= 0
      returning 1
    ), result as (
      select (select count(*) from gates_changed) + (select count(*) from wallets_changed) as changed
    ), movements as (
      insert into ledger_movements (kind, order_id, at)
      select kind, "orderId", at
      from result, jsonb_to_recordset(${json(movementRows(postings))}::jsonb)
        as movement (kind text, "orderId" uuid, at timestamptz)
      where result.changed = ${wanted}
      returning id, kind, order_id
    ), entries as (
      insert into ledger_entries (movement_id, line, account, owner_id, currency, amount_minor)
      select movements.id, entry.line, entry.account, entry.owner, entry.currency, entry.amount
      from movements join jsonb_to_recordset(${json(entryRows(postings))}::jsonb) as entry (
        kind text, "orderId" uuid, line smallint, account text, owner uuid, currency text, amount bigint)
        on entry.kind = movements.kind and entry."orderId" is not distinct from movements.order_id
    )
    select changed::integer from result`;
  const [result] = await prepared(trx, query.compile(trx));
  return result?.changed ?? 0;
}

function movementRows(postings: readonly Posting[]) {
  return postings.map(({ movement, orderId, at }) => ({ kind: movement.kind, orderId, at }));
}

/** An entry as a statement takes it. */
export type EntryRow = ReturnType<typeof entryRows>[number];

export function entryRows(postings: readonly Omit<Posting, 'at'>[]) {
  return postings.flatMap(({ movement: { kind, entries }, orderId }) =>
    entries.map(({ account, currency, amountMinor }, line) => ({
      ...{ kind, orderId, line, account: account.kind, owner: ownerOf(account), currency },
      amount: amountMinor,
    })),
  );
}

function ownerOf(account: Account): string | null {
  if ('gateId' in account) return account.gateId;
  return 'merchantId' in account ? account.merchantId : null;
}

/** Amounts travel as text, so that no digit is lost on the way. */
function json(value: readonly object[]): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? member.toString() : member,
  );
}

/** In their fixed order, until the transaction ends. */
export async function lockGateAccounts(
  trx: Db,
  wanted: readonly Pick<GateChange, 'gateId' | 'currency'>[],
): Promise<Selectable<GateAccountTable>[]> {
  if (wanted.length === 0) return [];
  return trx
    .selectFrom('gate_accounts')
    .selectAll()
    .where((eb) =>
      eb.or(
        wanted.map(({ gateId, currency }) =>
          eb('gate_id', '=', gateId).and('currency', '=', currency),
        ),
      ),
    )
    .orderBy('gate_id')
    .orderBy('currency')
    .forUpdate()
    .execute();
}

/** As `lockGateAccounts`, and after it. */
export async function lockWallets(
  trx: Db,
  wanted: readonly Pick<WalletChange, 'merchantId' | 'currency'>[],
): Promise<Selectable<WalletTable>[]> {
  if (wanted.length === 0) return [];
  return trx
    .selectFrom('wallets')
    .selectAll()
    .where((eb) =>
      eb.or(
        wanted.map(({ merchantId, currency }) =>
          eb('merchant_id', '=', merchantId).and('currency', '=', currency),
        ),
      ),
    )
    .orderBy('merchant_id')
    .orderBy('currency')
    .forUpdate()
    .execute();
}
