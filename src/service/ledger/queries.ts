import { sql, type Kysely, type Selectable } from 'kysely';
import type { Account, Movement } from '#domain/ledger/posting.ts';
import type { GateAccountTable, WalletTable } from '../database/schema-ledger.ts';
import type { Tables } from '../database/schema.ts';
import { prepared } from '../database/statement.ts';
import type { BalanceChanges, GateChange, WalletChange } from './balance-changes.ts';

type Db = Kysely<Tables>;

export interface Posting {
  movement: Movement;
  /** Null for what the operator moves; an order is posted to once by each kind of movement. */
  orderId: string | null;
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
  at: Date,
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
    ), numbered as materialized (
      select nextval('ledger_movement_ids') as id, movement.*
      from result, jsonb_to_recordset(${json(movementRows(postings))}::jsonb)
        as movement (n integer, kind text, "orderId" uuid)
      where result.changed = ${wanted}
    ), movements as (
      insert into ledger_movements (id, kind, order_id, at)
      select id, kind, "orderId", ${at} from numbered
    ), entries as (
      insert into ledger_entries (movement_id, line, account, owner_id, currency, amount_minor)
      select numbered.id, entry.line, entry.account, entry.owner, entry.currency, entry.amount
      from numbered join jsonb_to_recordset(${json(entryRows(postings))}::jsonb) as entry (
        n integer, line smallint, account text, owner uuid, currency text, amount bigint)
        on entry.n = numbered.n
    )
    select changed::integer from result`;
  const [result] = await prepared(trx, query.compile(trx));
  return result?.changed ?? 0;
}

function movementRows(postings: readonly Posting[]) {
  return postings.map(({ movement, orderId }, n) => ({ n, kind: movement.kind, orderId }));
}

function entryRows(postings: readonly Posting[]) {
  return postings.flatMap(({ movement }, n) =>
    movement.entries.map(({ account, currency, amountMinor }, line) => ({
      ...{ n, line, account: account.kind, owner: ownerOf(account), currency },
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
