import { sql, type Insertable, type Kysely } from 'kysely';
import type { OrderStatus } from '#domain/order/status.ts';
import type { PayoutCause } from '#domain/order/payout-status.ts';
import type {
  NewPayout,
  PayoutAttemptTable,
  PayoutRow,
} from '../platform/database/tables/payouts.ts';
import type { Tables } from '../platform/database/schema.ts';
import { prepared, statement, type Slot } from '../platform/database/statement.ts';
import { countMade } from '../orders/count-changes.ts';
import { PAYOUT_COLUMNS } from './payout-columns.ts';
import type { CreationGuard } from '../orders/creation-guard.ts';

type Db = Kysely<Tables>;

/**
 * Makes the first order of a payout's group in one statement. Nothing is inserted when the reference
 * is taken, the merchant's settings have changed, or a fingerprint is blocked. Whoever makes the same
 * reference at the same time waits here until this transaction ends.
 *
 * @returns undefined when the merchant is gone
 */
export async function insertFirstPayout(
  trx: Db,
  payout: NewPayout,
  guard: CreationGuard,
): Promise<{ configVersion: bigint; row: PayoutRow | undefined } | undefined> {
  const entries = Object.entries(payout);
  const columns = sql.join(entries.map(([column]) => sql.ref(column)));
  const values = sql.join(entries.map(([, value]) => sql.val(value)));
  const query = sql<PayoutRow & { settings_version: bigint }>`
    with caller as (
      select config_version from merchants where id = ${payout.merchant_id}
    ), created as (
      insert into payouts (${columns})
      select ${values} from caller
      where caller.config_version = ${guard.configVersion} and not exists (
        select from blocked_values
        where merchant_id = ${payout.merchant_id}
          and fingerprint = any (${guard.fingerprints}::bytea[])
      )
      on conflict (merchant_id, reference_id, part) do nothing
      returning ${sql.join(PAYOUT_COLUMNS.map((column) => sql.ref(column)))}
    )
    select caller.config_version as settings_version, created.*
    from caller left join created on true`;
  const [row] = await prepared(trx, query.compile(trx));
  if (row === undefined) return undefined;
  const { settings_version: configVersion, ...created } = row;
  return { configVersion, row: wasFound(created) ? created : undefined };
}

/** The other orders of a group whose first is in, and theirs alone: nobody else can have them. */
export async function insertOtherPayouts(trx: Db, payouts: NewPayout[]): Promise<PayoutRow[]> {
  if (payouts.length === 0) return [];
  return trx.insertInto('payouts').values(payouts).returningAll().execute();
}

interface RecordedMove {
  from: OrderStatus | null;
  to: OrderStatus;
  cause: PayoutCause;
  at: Date;
}

/** The transitions of orders, a row for each of them and each transition. */
export async function recordTransitions(
  trx: Db,
  ids: readonly string[],
  moves: readonly RecordedMove[],
): Promise<void> {
  await trx
    .with('recorded', (db) => db.insertInto('order_transitions').values(transitionRows(ids, moves)))
    .with('made', (db) => db.selectFrom('payouts').selectAll().where('id', 'in', ids))
    .with('counted', () => countMade('payout'))
    .selectFrom('made')
    .select('id')
    .execute();
}

function transitionRows(ids: readonly string[], moves: readonly RecordedMove[]) {
  return moves.flatMap(({ from, to, cause, at }) =>
    ids.map((id) => ({ order_id: id, from_status: from, to_status: to, cause, at })),
  );
}

/**
 * Sets orders that were made and reserved in this transaction under way, with their attempts: one
 * statement, because the gate's account is locked meanwhile and others wait for it.
 */
export async function startPayouts(
  trx: Db,
  start: { ids: string[]; attempts: Insertable<PayoutAttemptTable>[]; moves: RecordedMove[] },
): Promise<void> {
  await trx
    .with('recorded', (db) =>
      db.insertInto('order_transitions').values(transitionRows(start.ids, start.moves)),
    )
    .with('asked', (db) => db.insertInto('payout_attempts').values(start.attempts))
    .with('made', (db) =>
      db
        .updateTable('payouts')
        .set({ status: 'IN_PROGRESS' })
        .where('id', 'in', start.ids)
        .where('status', '=', 'CREATED')
        .returningAll(),
    )
    .with('counted', () => countMade('payout'))
    .selectFrom('made')
    .select('id')
    .execute();
}

/** The order that stands for all of a reference's. */
export async function selectFirstPayout(
  db: Db,
  merchantId: string,
  referenceId: string,
): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('reference_id', '=', referenceId)
    .where('part', '=', 0)
    .executeTakeFirst();
}

export async function selectPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A merchant's own order, with the settings' version of this moment, in one round trip. */
export async function selectOwnPayout(
  db: Db,
  merchantId: string,
  id: string,
): Promise<{ configVersion: bigint; row: PayoutRow | undefined } | undefined> {
  const found = await db
    .selectFrom('merchants')
    .leftJoin('payouts', (join) =>
      join.onRef('payouts.merchant_id', '=', 'merchants.id').on('payouts.id', '=', id),
    )
    .selectAll('payouts')
    .select('merchants.config_version as settings_version')
    .where('merchants.id', '=', merchantId)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { settings_version: configVersion, ...row } = found;
  return { configVersion, row: wasFound(row) ? row : undefined };
}

/**
 * A merchant's orders of one reference, in the order of their parts, with the settings' version of
 * this moment, in one round trip. Undefined when the merchant is gone.
 */
export async function selectOwnPayoutsByReference(
  db: Db,
  merchantId: string,
  referenceId: string,
): Promise<{ configVersion: bigint; rows: PayoutRow[] } | undefined> {
  const found = await db
    .selectFrom('merchants')
    .leftJoin('payouts', (join) =>
      join
        .onRef('payouts.merchant_id', '=', 'merchants.id')
        .on('payouts.reference_id', '=', referenceId),
    )
    .selectAll('payouts')
    .select('merchants.config_version as settings_version')
    .where('merchants.id', '=', merchantId)
    .orderBy('payouts.part')
    .execute();
  const [first] = found;
  if (first === undefined) return undefined;
  const rows = found
    .map(({ settings_version: _version, erasure: _erasure, ...row }) => row)
    .filter(wasFound);
  return { configVersion: first.settings_version, rows };
}

/**
 * Locks a group by its first order until the transaction ends, then the order itself; always in this
 * sequence, so that two of a group that end at once see each other, and neither waits for ever.
 */
export async function lockPayout(trx: Db, id: string): Promise<PayoutRow | undefined> {
  await trx
    .selectFrom('payouts')
    .select('id')
    .where('part', '=', 0)
    .where('group_id', '=', (eb) =>
      eb.selectFrom('payouts as other').select('other.group_id').where('other.id', '=', id),
    )
    .forUpdate()
    .execute();
  return trx.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** All orders of a group, in the order of their parts. */
export async function selectGroup(db: Db, groupId: string): Promise<PayoutRow[]> {
  return ofGroup(db, { groupId });
}

const ofGroup = statement('select_payout_group', (db, slot: Slot<{ groupId: string }>) =>
  db
    .selectFrom('payouts')
    .select(PAYOUT_COLUMNS)
    .where('group_id', '=', slot('groupId'))
    .orderBy('part')
    .compile(),
);

/** A left join without a match gives a row of nulls. */
function wasFound(row: {
  [Column in keyof PayoutRow]: PayoutRow[Column] | null;
}): row is PayoutRow {
  return row.id !== null;
}
