import type { Account, Movement } from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { ColumnTypes } from '../platform/database/batch.ts';
import type { Tables } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type {
  GateAccountTable,
  RetentionTable,
  WalletTable,
} from '../platform/database/tables/ledger.ts';

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
  const gates = sql`jsonb_to_recordset(${json(changes.gates)}::jsonb) as change (
    "gateId" uuid, currency text,
    available bigint, hold bigint, rolling bigint, payout_reserve bigint, refund_reserve bigint,
    dispute_reserve bigint, overdraws boolean)`;
  const movements = sql`result, jsonb_to_recordset(${json(movementRows(postings))}::jsonb)
    as movement (kind text, "orderId" uuid, at timestamptz)
    where result.changed = ${wanted}`;
  const entries = sql`jsonb_to_recordset(${json(entryRows(postings))}::jsonb) as entry (
    kind text, "orderId" uuid, line smallint, account text, owner uuid, currency text, amount bigint)`;
  const query = sql<{ changed: number }>`
    with gates_changed as (${gatesChange(gates)} returning 1),
    wallets_changed as (
      update wallets as wallet
      set balance_minor = wallet.balance_minor + change.balance
      from jsonb_to_recordset(${json(changes.wallets)}::jsonb) as change (
        "merchantId" uuid, currency text, balance bigint)
      where wallet.merchant_id = change."merchantId" and wallet.currency = change.currency
        and wallet.balance_minor + change.balance >= 0
      returning 1
    ), result as (
      select (select count(*) from gates_changed) + (select count(*) from wallets_changed) as changed
    ), ${append(movements, entries)}
    select changed::integer from result`;
  const [result] = await prepared(trx, query.compile(trx));
  return result?.changed ?? 0;
}

/**
 * Changes gates' balances by the rows `change`, as far as there is available money. What comes in is taken by an
 * account that disputes have drawn below zero as well.
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
    where account.gate_id = change."gateId" and account.currency = change.currency
      and (account.available_minor + change.available >= 0 or change.available >= 0 or change.overdraws)`;
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
      select gate_id as "gateId", currency, ${sql.join(sums)}, false as overdraws
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
