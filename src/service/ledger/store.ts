import type { Account, Movement } from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { ColumnTypes } from '../platform/database/batch.ts';
import type { Db } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { GateAccountTable, RetentionTable } from '../platform/database/tables/ledger.ts';

export interface Posting {
  movement: Movement;
  /**
   * Null for what the operator moves, one movement at a time; an order is posted to once by each kind of
   * movement. So the two tell the movements of a statement apart, whose ids the database gives.
   */
  orderId: string | null;
  at: Date;
}

/** What entries do to a gate's buckets in one currency, in minor units. */
export interface GateChange {
  gateId: string;
  currency: Currency;
  available: bigint;
  hold: bigint;
  rolling: bigint;
  payout_reserve: bigint;
  refund_reserve: bigint;
  dispute_reserve: bigint;
  /** Whether what is available may fall below zero: only what disputes take. */
  overdraws: boolean;
}

export interface WalletChange {
  merchantId: string;
  currency: Currency;
  balance: bigint;
}

export interface BalanceChanges {
  gates: GateChange[];
  wallets: WalletChange[];
}

/** What became of a posting: where not all accounts were found and covered, nothing was changed. */
export interface AppendedRow {
  found: number;
  covered: number;
  changed: number;
}

/**
 * Locks the accounts and, where each is there and has what is taken of it, changes the balances and appends the
 * movements with their entries: one statement, one round trip.
 *
 * Locks gates' accounts by gate and currency, then wallets. Only what is read with a lock is what the row has by then:
 * conditions and checks of an update are first evaluated on the row as it was when the statement began. What comes in
 * is taken by an account that disputes have drawn below zero as well.
 */
export async function appendMovements(
  trx: Db,
  postings: readonly Posting[],
  { gates, wallets }: BalanceChanges,
): Promise<AppendedRow> {
  const wanted = gates.length + wallets.length;
  const movements = sql`result, jsonb_to_recordset(${json(movementRows(postings))}::jsonb)
    as movement (kind text, "orderId" uuid, at timestamptz)
    where result.changed = ${wanted}`;
  const entries = sql`jsonb_to_recordset(${json(entryRows(postings))}::jsonb) as entry (
    kind text, "orderId" uuid, line smallint, account text, owner uuid, currency text, amount bigint)`;
  const query = sql<AppendedRow>`
    with ${rowsOf('gate_changes', GATE_CHANGE_TYPES, gates)},
    ${rowsOf('wallet_changes', WALLET_CHANGE_TYPES, wallets)},
    gates_locked as (
      select account.available_minor + change.available >= 0
        or change.available >= 0 or change.overdraws as covers
      from gate_changes as change join gate_accounts as account
        on account.gate_id = change."gateId" and account.currency = change.currency
      order by account.gate_id, account.currency
      for update of account
    ), wallets_locked as (
      select wallet.merchant_id, wallet.currency, wallet.balance_minor + change.balance as left_minor
      from wallet_changes as change join wallets as wallet
        on wallet.merchant_id = change."merchantId" and wallet.currency = change.currency
      where (select count(*) from gates_locked) = ${gates.length}
      order by wallet.merchant_id, wallet.currency
      for update of wallet
    ), locked as (
      select count(*) as found, count(*) filter (where covers) as covered
      from (
        select covers from gates_locked union all select left_minor >= 0 from wallets_locked
      ) as each (covers)
    ), gates_changed as (
      ${gatesChange(sql`gate_changes as change, locked`)} and locked.covered = ${wanted} returning 1
    ), wallets_changed as (
      update wallets as wallet set balance_minor = wallets_locked.left_minor
      from wallets_locked, locked
      where wallet.merchant_id = wallets_locked.merchant_id
        and wallet.currency = wallets_locked.currency and locked.covered = ${wanted}
      returning 1
    ), result as (
      select (select count(*) from gates_changed) + (select count(*) from wallets_changed) as changed
    ), ${append(movements, entries)}
    select locked.found::integer, locked.covered::integer, result.changed::integer from locked, result`;
  const [result] = await prepared(trx, query.compile(trx));
  return result ?? { found: 0, covered: 0, changed: 0 };
}

const GATE_CHANGE_TYPES = {
  gateId: 'uuid',
  currency: 'text',
  available: 'bigint',
  hold: 'bigint',
  rolling: 'bigint',
  payout_reserve: 'bigint',
  refund_reserve: 'bigint',
  dispute_reserve: 'bigint',
  overdraws: 'boolean',
} as const satisfies ColumnTypes<GateChange>;

const WALLET_CHANGE_TYPES = {
  merchantId: 'uuid',
  currency: 'text',
  balance: 'bigint',
} as const satisfies ColumnTypes<WalletChange>;

/**
 * Of a `with`, a table of so many rows. The planner knows how many: with as many as it takes a list for, it would
 * read all accounts.
 */
function rowsOf<Row extends object>(
  name: string,
  types: ColumnTypes<Row>,
  rows: readonly Row[],
): RawBuilder<unknown> {
  const columns = Object.entries<string>(types);
  const names = sql.join(columns.map(([column]) => sql.ref(column)));
  const values = (row?: Row) =>
    sql.join(
      columns.map(([column, type]) => {
        const value: unknown = row === undefined ? null : Reflect.get(row, column);
        return sql`${value}::${sql.raw(type)}`;
      }),
    );
  const source =
    rows.length === 0
      ? sql`select ${values()} where false`
      : sql`values ${sql.join(rows.map((row) => sql`(${values(row)})`))}`;
  return sql`${sql.ref(name)} (${names}) as (${source})`;
}

/**
 * Changes gates' balances by the rows `change`. Whether the money reaches is for the statement to know by then, of
 * locked rows: a condition here would be that of the account before the statement waited for it.
 */
function gatesChange(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update gate_accounts as account
    set available_minor = account.available_minor + change.available,
        hold_minor = account.hold_minor + change.hold,
        rolling_minor = account.rolling_minor + change.rolling,
        payout_reserve_minor = account.payout_reserve_minor + change.payout_reserve,
        refund_reserve_minor = account.refund_reserve_minor + change.refund_reserve,
        dispute_reserve_minor = account.dispute_reserve_minor + change.dispute_reserve
    from ${changes}
    where account.gate_id = change."gateId" and account.currency = change.currency`;
}

/** Appends the rows `movement`, each with those rows `entry` that have its kind and order: parts of a `with`. */
function append(movements: RawBuilder<unknown>, entries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    appended as (
      insert into ledger_movements (kind, order_id, at)
      select kind, "orderId", at from ${movements}
      returning id, kind, order_id
    ), entries as (
      insert into ledger_entries (movement_id, line, account, owner_id, currency, amount_minor)
      select appended.id, entry.line, entry.account, entry.owner, entry.currency, entry.amount
      from appended join ${entries}
        on entry.kind = appended.kind and entry."orderId" is not distinct from appended.order_id
    )`;
}

/** A movement as an input of a batched statement has it, with what it does to a gate; `movement` is null where there is none. */
export interface PostingColumns {
  movement: Movement['kind'] | null;
  available: bigint;
  accounts: readonly Account['kind'][];
  owners: readonly (string | null)[];
  currencies: readonly string[];
  amounts: readonly bigint[];
}

export const POSTING_TYPES = {
  movement: 'text',
  available: 'bigint',
  accounts: 'text[]',
  owners: 'uuid[]',
  currencies: 'text[]',
  amounts: 'bigint[]',
} as const satisfies ColumnTypes<PostingColumns>;

/** A payin's credit, with what is retained of it. */
export interface CreditColumns extends PostingColumns {
  hold: bigint;
  rolling: bigint;
  buckets: readonly RetentionTable['bucket'][];
  retainedMinor: readonly bigint[];
  dueAt: readonly Date[];
}

export const CREDIT_TYPES = {
  ...POSTING_TYPES,
  hold: 'bigint',
  rolling: 'bigint',
  buckets: 'text[]',
  retainedMinor: 'bigint[]',
  dueAt: 'timestamptz[]',
} as const satisfies ColumnTypes<CreditColumns>;

const BUCKETS = [
  'available',
  'hold',
  'rolling',
  'payout_reserve',
  'refund_reserve',
  'dispute_reserve',
] as const;

/**
 * Posts movements of orders to their gates within a statement: parts of its `with`, which change the gates' accounts, each
 * once, and append the movements with their entries. Of each row of the table `moved` they read id, gate_id, currency, at,
 * the columns of `PostingColumns`, and those of the other buckets named.
 *
 * Locks the gates' accounts. The statement has to post only what has an account, and the money that it takes.
 */
export function postMoved(...others: Exclude<(typeof BUCKETS)[number], 'available'>[]) {
  const sums = BUCKETS.map((bucket) => {
    const column = sql.ref(bucket);
    const changes = bucket === 'available' || others.includes(bucket);
    return changes ? sql`sum(${column})::bigint as ${column}` : sql`0::bigint as ${column}`;
  });
  const gates = sql`(
      select gate_id as "gateId", currency, ${sql.join(sums)}
      from moved where movement is not null group by gate_id, currency order by gate_id, currency
    ) change`;
  const movements = sql`(
      select movement as kind, id as "orderId", at from moved where movement is not null
    ) movement`;
  const entries = sql`(
      select movement as kind, id as "orderId", part.line - 1 as line, part.account, part.owner,
        part.currency, part.amount
      from moved, unnest(moved.accounts, moved.owners, moved.currencies, moved.amounts)
        with ordinality as part (account, owner, currency, amount, line)
    ) entry`;
  return sql`posted as (${gatesChange(gates)}), ${append(movements, entries)}`;
}

/** The same for payins that succeed, some of whose money is retained. */
export const CREDIT = sql`
    retained as (
      insert into retentions (payin_id, bucket, gate_id, currency, amount_minor, due_at)
      select moved.id, part.bucket, gate_id, currency, part.minor, part.due
      from moved, unnest(moved.buckets, moved."retainedMinor", moved."dueAt") as part (bucket, minor, due)
    ), ${postMoved('hold', 'rolling')}`;

export async function selectGateAccount(
  db: Db,
  gateId: string,
  currency: Currency,
): Promise<Selectable<GateAccountTable> | undefined> {
  return db
    .selectFrom('gate_accounts')
    .selectAll()
    .where('gate_id', '=', gateId)
    .where('currency', '=', currency)
    .executeTakeFirst();
}

function movementRows(postings: readonly Posting[]) {
  return postings.map(({ movement, orderId, at }) => ({ kind: movement.kind, orderId, at }));
}

function entryRows(postings: readonly Posting[]) {
  return postings.flatMap(({ movement: { kind, entries }, orderId }) =>
    entries.map(({ account, currency, amountMinor }, line) => ({
      kind,
      orderId,
      line,
      account: account.kind,
      owner: ownerOf(account),
      currency,
      amount: amountMinor,
    })),
  );
}
/** The gate or merchant whose account it is; null for the platform's own. */
export function ownerOf(account: Account): string | null {
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
