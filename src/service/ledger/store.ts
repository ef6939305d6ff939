import {
  BUCKETS,
  type Account,
  type Bucket,
  type Entry,
  type Movement,
} from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { column, recordset, type ColumnTypes, type InputOf } from '../platform/database/batch.ts';
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

/** Returns an object with a member for each of a gate's buckets. */
function perBucket<Value>(value: (bucket: Bucket) => Value): Record<Bucket, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has a member for each of them
  return Object.fromEntries(BUCKETS.map((name) => [name, value(name)])) as Record<Bucket, Value>;
}

/** The change to each bucket of a gate account, in minor units. */
const GATE_CHANGE = {
  gateId: column<string>('uuid'),
  currency: column<Currency>('text'),
  ...perBucket(() => column<bigint>('bigint')),
  /** Whether the available balance may fall below zero. */
  overdraws: column<boolean>('boolean'),
};

type GateChange = InputOf<typeof GATE_CHANGE>;

const WALLET_CHANGE = {
  merchantId: column<string>('uuid'),
  currency: column<Currency>('text'),
  balance: column<bigint>('bigint'),
};

type WalletChange = InputOf<typeof WALLET_CHANGE>;

interface BalanceChanges {
  gates: GateChange[];
  wallets: WalletChange[];
}

/** The number of accounts found, covered and changed. Nothing is changed unless all are found and covered. */
interface AppendedRow {
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
 *
 * @param overdraws whether the available balance may fall below zero
 * @returns the number of accounts that the postings change, and how many of them were found, covered and changed
 */
export async function appendMovements(
  trx: Db,
  postings: readonly Posting[],
  overdraws: boolean,
): Promise<AppendedRow & { accounts: number }> {
  const entries = postings.flatMap(({ movement }) => movement.entries);
  const { gates, wallets } = balanceChanges(entries, overdraws);
  const wanted = gates.length + wallets.length;
  const rows = postings.map(({ movement, orderId: id, at }) => {
    return { id, at, ...movementColumns(movement) };
  });
  const query = sql<AppendedRow>`
    with ${rowsOf('gate_changes', GATE_CHANGE, gates)},
    ${rowsOf('wallet_changes', WALLET_CHANGE, wallets)},
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
    ), moved as (
      select posted.* from result, ${recordset('posted', POSTED_COLUMNS, rows)}
      where result.changed = ${wanted}
    ), ${APPENDED}
    select locked.found::integer, locked.covered::integer, result.changed::integer from locked, result`;
  const [result] = await prepared(trx, query.compile(trx));
  return { accounts: wanted, ...(result ?? { found: 0, covered: 0, changed: 0 }) };
}

/** Sums entries by the balance they change. The platform's own accounts have no balance. */
function balanceChanges(entries: readonly Entry[], overdraws: boolean): BalanceChanges {
  const gates = new Map<string, GateChange>();
  const wallets = new Map<string, WalletChange>();
  for (const { account, currency, amountMinor } of entries) {
    if ('gateId' in account) {
      const change = taken(gates, `${account.gateId} ${currency}`, () => ({
        gateId: account.gateId,
        currency,
        ...perBucket(() => 0n),
        overdraws,
      }));
      change[account.kind] += amountMinor;
    } else if ('merchantId' in account) {
      const { merchantId } = account;
      const fresh = () => ({ merchantId, currency, balance: 0n });
      taken(wallets, `${merchantId} ${currency}`, fresh).balance += amountMinor;
    }
  }
  return { gates: [...gates.values()], wallets: [...wallets.values()] };
}

function taken<Value>(map: Map<string, Value>, key: string, fresh: () => Value): Value {
  const value = map.get(key) ?? fresh();
  map.set(key, value);
  return value;
}

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
    update gate_accounts as account set ${CHANGED_BUCKETS}
    from ${changes}
    where account.gate_id = change."gateId" and account.currency = change.currency`;
}

const CHANGED_BUCKETS = sql.raw(
  BUCKETS.map((name) => `${name}_minor = account.${name}_minor + change.${name}`).join(', '),
);

/** A movement with its entries, one array element for each. `movement` is null if there is nothing to post. */
const MOVEMENT_COLUMNS = {
  movement: column<Movement['kind'] | null>('text'),
  accounts: column<readonly Account['kind'][]>('text[]'),
  owners: column<readonly (string | null)[]>('uuid[]'),
  currencies: column<readonly string[]>('text[]'),
  amounts: column<readonly bigint[]>('bigint[]'),
};

function movementColumns(movement: Movement | undefined): InputOf<typeof MOVEMENT_COLUMNS> {
  const { kind = null, entries = [] } = movement ?? {};
  return {
    movement: kind,
    accounts: entries.map(({ account }) => account.kind),
    owners: entries.map(({ account }) => ownerOf(account)),
    currencies: entries.map(({ currency }) => currency),
    amounts: entries.map(({ amountMinor }) => amountMinor),
  };
}

const POSTED_COLUMNS = {
  id: column<string | null>('uuid'),
  at: column<Date>('timestamptz'),
  ...MOVEMENT_COLUMNS,
};

/** A movement as an input of a batched statement, with its change to each bucket of the gate. */
export const POSTING_COLUMNS = {
  ...MOVEMENT_COLUMNS,
  ...perBucket(() => column<bigint>('bigint')),
};

export type PostingColumns = InputOf<typeof POSTING_COLUMNS>;

/** A payin's credit as an input of a batched statement, with the amounts retained and their due dates. */
export const CREDIT_COLUMNS = {
  ...POSTING_COLUMNS,
  buckets: column<readonly RetentionTable['bucket'][]>('text[]'),
  retainedMinor: column<readonly bigint[]>('bigint[]'),
  dueAt: column<readonly Date[]>('timestamptz[]'),
};

export type CreditColumns = InputOf<typeof CREDIT_COLUMNS>;

/** A payin's credit to its gate: the movement, and the amounts retained in hold and rolling. */
export interface Credit {
  movement: Movement;
  retained: readonly Pick<RetentionTable, 'bucket' | 'amount_minor' | 'due_at'>[];
}

/**
 * Returns a credit as the input of a statement that includes `RETAINED`. Without a credit the input posts nothing.
 */
export function creditColumns(credit: Credit | undefined): CreditColumns {
  const { movement, retained = [] } = credit ?? {};
  return {
    ...postingColumns(movement),
    buckets: retained.map(({ bucket }) => bucket),
    retainedMinor: retained.map(({ amount_minor: amountMinor }) => amountMinor),
    dueAt: retained.map(({ due_at: dueAt }) => dueAt),
  };
}

/**
 * Returns a movement as the input of a statement that includes `POSTED`. Without a movement the input posts
 * nothing.
 *
 * @throws Error unless the movement changes exactly one gate account
 */
export function postingColumns(movement: Movement | undefined): PostingColumns {
  const { gates } = balanceChanges(movement?.entries ?? [], false);
  if (gates.length !== (movement === undefined ? 0 : 1)) {
    throw new Error('A movement of an order changes one account');
  }
  return {
    ...movementColumns(movement),
    ...perBucket((bucket) => gates[0]?.[bucket] ?? 0n),
  };
}

/** The parts of a `with` that append the movements, with their entries, of the rows `moved`. */
const APPENDED = sql`
    appended as (
      insert into ledger_movements (kind, order_id, at)
      select movement, id, at from moved where movement is not null
      returning id, kind, order_id
    ), entries as (
      insert into ledger_entries (movement_id, line, account, owner_id, currency, amount_minor)
      select appended.id, entry.line - 1, entry.account, entry.owner, entry.currency, entry.amount
      from appended join moved
        on moved.movement = appended.kind and moved.id is not distinct from appended.order_id
      cross join lateral unnest(moved.accounts, moved.owners, moved.currencies, moved.amounts)
        with ordinality as entry (account, owner, currency, amount, line)
    )`;

/**
 * The parts of a `with` that post movements of orders: they change each gate account once, and append the movements
 * with their entries. From each row of the table `moved` they read id, gate_id, currency, at and `POSTING_COLUMNS`.
 *
 * Locks the gate accounts, but checks nothing: the statement must post only to accounts that exist and cover what
 * is taken.
 */
export const POSTED = sql`
    posted as (${gatesChange(sql`(
      select gate_id as "gateId", currency,
        ${sql.raw(BUCKETS.map((name) => `sum(${name})::bigint as ${name}`).join(', '))}
      from moved where movement is not null group by gate_id, currency order by gate_id, currency
    ) change`)}), ${APPENDED}`;

/** The part of a `with` that records what payins that succeed retain. Their credit is in `POSTED`. */
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

/** Returns the id of the gate or merchant that owns the account; null for the platform's own accounts. */
function ownerOf(account: Account): string | null {
  if ('gateId' in account) return account.gateId;
  return 'merchantId' in account ? account.merchantId : null;
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
