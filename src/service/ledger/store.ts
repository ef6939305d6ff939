import type { Account, Movement } from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { column, type ColumnTypes, type InputOf } from '../platform/database/batch.ts';
import type { Db } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { GateAccountTable, RetentionTable } from '../platform/database/tables/ledger.ts';

export interface Posting {
  movement: Movement;
  /**
   * The order, the refund, the dispute's notice or the adjustment; null for a movement by the operator.
   *
   * Within a statement, kind and order id identify a movement, because the database assigns the movement's id on
   * insert. An order gets each kind of movement at most once, and movements without an order are posted one per
   * statement.
   */
  orderId: string | null;
  at: Date;
  /** Whether the available balance may fall below zero; by default, the kind of the movement decides. */
  overdraws?: boolean | undefined;
}

/** The change to each bucket of a gate account, in minor units. */
export interface GateChange {
  gateId: string;
  currency: Currency;
  available: bigint;
  hold: bigint;
  rolling: bigint;
  payout_reserve: bigint;
  refund_reserve: bigint;
  dispute_reserve: bigint;
  /** Whether the available balance may fall below zero. */
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

/** The number of accounts found, covered and changed. Nothing is changed unless all are found and covered. */
export interface AppendedRow {
  found: number;
  covered: number;
  changed: number;
}

/**
 * Locks the accounts, changes the balances and appends the movements with their entries, in one statement and so
 * one round trip. Changes nothing if an account is missing or does not cover what is taken from it.
 *
 * Locks gate accounts by gate and currency, then wallets. Checks balances on rows read with a lock, since only
 * those are current: PostgreSQL first evaluates an update's own conditions and checks on the row as it was when the
 * statement began. An account that disputes took below zero still accepts incoming money.
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
 * Returns a `with` table of the given rows. Listed as `values`, their number is known to the planner. For a list
 * passed as one parameter it would assume many rows and read all accounts.
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
 * Changes gate balances by the rows `change`. The statement must already have checked on locked rows that the
 * balances suffice: a condition here would be evaluated on the account as it was before the statement waited for
 * the lock.
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

/**
 * Returns the parts of a `with` that append the rows `movement`, each with the rows `entry` of its kind and order.
 */
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

/**
 * A movement as an input of a batched statement, with its change to the gate's available balance. `movement` is
 * null if there is nothing to post.
 */
export const POSTING_COLUMNS = {
  movement: column<Movement['kind'] | null>('text'),
  available: column<bigint>('bigint'),
  accounts: column<readonly Account['kind'][]>('text[]'),
  owners: column<readonly (string | null)[]>('uuid[]'),
  currencies: column<readonly string[]>('text[]'),
  amounts: column<readonly bigint[]>('bigint[]'),
};

export type PostingColumns = InputOf<typeof POSTING_COLUMNS>;

/** A payin's credit as an input of a batched statement, with the amounts retained and their due dates. */
export const CREDIT_COLUMNS = {
  ...POSTING_COLUMNS,
  hold: column<bigint>('bigint'),
  rolling: column<bigint>('bigint'),
  buckets: column<readonly RetentionTable['bucket'][]>('text[]'),
  retainedMinor: column<readonly bigint[]>('bigint[]'),
  dueAt: column<readonly Date[]>('timestamptz[]'),
};

export type CreditColumns = InputOf<typeof CREDIT_COLUMNS>;

export type Bucket = (typeof BUCKETS)[number];

const BUCKETS = [
  'available',
  'hold',
  'rolling',
  'payout_reserve',
  'refund_reserve',
  'dispute_reserve',
] as const;

/**
 * Returns the parts of a `with` that post movements of orders: they change each gate account once, and append the
 * movements with their entries. From each row of the table `moved` they read id, gate_id, currency, at, the columns
 * of `PostingColumns`, and the columns of the other buckets named.
 *
 * Locks the gate accounts, but checks nothing: the statement must post only to accounts that exist and cover what
 * is taken.
 */
export function postMoved(...others: Exclude<Bucket, 'available'>[]) {
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

/** The part of a `with` that records what payins that succeed retain. Their credit is posted by `postMoved`. */
export const RETAINED = sql`
    retained as (
      insert into retentions (payin_id, bucket, gate_id, currency, amount_minor, due_at)
      select moved.id, part.bucket, gate_id, currency, part.minor, part.due
      from moved, unnest(moved.buckets, moved."retainedMinor", moved."dueAt") as part (bucket, minor, due)
    )`;

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
/** Returns the id of the gate or merchant that owns the account; null for the platform's own accounts. */
export function ownerOf(account: Account): string | null {
  if ('gateId' in account) return account.gateId;
  return 'merchantId' in account ? account.merchantId : null;
}

/** Writes JSON with bigint amounts as text, so that they lose no digit. */
function json(value: readonly object[]): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? member.toString() : member,
  );
}

/** Locks gate accounts until the transaction ends, by gate and currency as `appendMovements` does. */
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
