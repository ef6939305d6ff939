import type { PayinCause } from '#domain/order/payin-status.ts';
import { sql, type Kysely, type Updateable } from 'kysely';
import type { NewPayin, PayinRow, PayinTable, Tables } from '../platform/database/schema.ts';
import { statement, type Slot } from '../platform/database/statement.ts';
import { batchedStatement } from '../platform/database/batch/batched-statement.ts';
import { GIVEN_COLUMNS, GIVEN_TYPES, PAYIN_COLUMNS, type GivenColumn } from './payin-columns.ts';
import type { CreationGuard } from '../orders/creation-guard.ts';
import { countMade, countMoved, stoodAt } from '../orders/count-changes.ts';
import { isSetAside } from '../orders/set-aside-queries.ts';

type Db = Kysely<Tables>;

/** What a left join gives: every column is null where there is no order. */
type NullableRow = { [Column in keyof PayinRow]: PayinRow[Column] | null };

/** An order to be made, and what must still hold. */
export interface PayinCreation extends Pick<NewPayin, GivenColumn>, CreationGuard {
  cause: Extract<PayinCause, 'accepted' | 'refused'>;
}

/** What a left join gives where there is an order or not, with the settings' version of this moment. */
type RowWithVersion = NullableRow & { settings_version: bigint };

/** An order, where there is one, and the version of its merchant's settings. */
export interface PayinWithVersion {
  configVersion: bigint;
  row: PayinRow | undefined;
}

export function withVersion({
  settings_version: configVersion,
  ...row
}: RowWithVersion): PayinWithVersion {
  return { configVersion, row: wasFound(row) ? row : undefined };
}

/**
 * Makes payins, each with its first transition, in one statement. Of those one is not made whose reference is
 * taken, whose merchant's settings have changed, or a fingerprint of which is blocked. No row where the merchant is
 * gone.
 */
export const payinInsertion = batchedStatement<PayinCreation, RowWithVersion>(
  {
    name: 'insert_payin',
    types: {
      ...GIVEN_TYPES,
      ...{ cause: 'text', configVersion: 'bigint', fingerprints: 'bytea[]' },
    },
    sortedBy: ({ merchant_id: merchantId, reference_id: reference }) => merchantId + reference,
  },
  (db, given) => {
    const columns = sql.join(GIVEN_COLUMNS.map((column) => sql.ref(column)));
    return sql<RowWithVersion & { position: number }>`
      with ${given.table}, judged as (
        select given.*, merchants.config_version as settings_version, exists (
          select from blocked_values
          where blocked_values.merchant_id = ${given.of('merchant_id')}
            and fingerprint = any (${given.of('fingerprints')})
        ) as is_blocked
        from given join merchants on merchants.id = ${given.of('merchant_id')}
      ), created as (
        insert into payins (${columns})
        select ${columns} from judged where settings_version = "configVersion" and not is_blocked
        on conflict (merchant_id, reference_id) do nothing
        returning ${sql.join(PAYIN_COLUMNS.map((column) => sql.ref(column)))}
      ), recorded as (
        insert into order_transitions (order_id, to_status, cause, at)
        select created.id, created.status, judged.cause, created.created_at
        from created join judged on judged.id = created.id
      ), counted as ${countMade('payin', sql`created`)}
      select judged.position, settings_version, created.*
      from judged left join created on created.id = judged.id`.compile(db);
  },
);

export async function selectPayinByReference(
  db: Db,
  merchantId: string,
  referenceId: string,
): Promise<PayinRow | undefined> {
  return db
    .selectFrom('payins')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('reference_id', '=', referenceId)
    .executeTakeFirst();
}

/**
 * A merchant's orders of one reference, oldest first, with the settings' version of this moment, in
 * one round trip. Undefined when the merchant is gone.
 */
export async function selectOwnPayinsByReference(
  db: Db,
  merchantId: string,
  referenceId: string,
): Promise<{ configVersion: bigint; rows: PayinRow[] } | undefined> {
  const found = await db
    .selectFrom('merchants')
    .leftJoin('payins', (join) =>
      join
        .onRef('payins.merchant_id', '=', 'merchants.id')
        .on('payins.reference_id', '=', referenceId),
    )
    .selectAll('payins')
    .select('merchants.config_version as settings_version')
    .where('merchants.id', '=', merchantId)
    .orderBy('payins.created_at')
    .orderBy('payins.id')
    .execute();
  const [first] = found;
  if (first === undefined) return undefined;
  const rows = found
    .map(({ settings_version: _version, erasure: _erasure, ...row }) => row)
    .filter(wasFound);
  return { configVersion: first.settings_version, rows };
}

interface OwnPayin {
  merchantId: string;
  id: string;
}

/** Merchants' own orders, each with the settings' version of this moment. No row where the merchant is gone. */
export const ownPayins = batchedStatement<OwnPayin, RowWithVersion>(
  { name: 'select_own_payin', types: { merchantId: 'uuid', id: 'uuid' } },
  (db, given) =>
    sql<RowWithVersion & { position: number }>`
      with ${given.table}
      select given.position, merchants.config_version as settings_version,
        ${sql.join(PAYIN_COLUMNS.map((column) => sql.ref(`payins.${column}`)))}
      from given
      join merchants on merchants.id = ${given.of('merchantId')}
      left join payins on payins.id = ${given.of('id')} and payins.merchant_id = merchants.id`.compile(
      db,
    ),
);

export async function selectPayin(db: Db, id: string): Promise<PayinRow | undefined> {
  const [payin] = await byId(db, { id });
  return payin;
}

const byId = statement('select_payin', (db, slot: Slot<{ id: string }>) =>
  db.selectFrom('payins').select(PAYIN_COLUMNS).where('id', '=', slot('id')).compile(),
);

/** Locks the order until the transaction ends; whoever else would move it waits. */
export async function lockPayin(trx: Db, id: string): Promise<PayinRow | undefined> {
  const [payin] = await lockById(trx, { id });
  return payin;
}

const lockById = statement('lock_payin', (db, slot: Slot<{ id: string }>) =>
  db.selectFrom('payins').select(PAYIN_COLUMNS).where('id', '=', slot('id')).forUpdate().compile(),
);

/** Changes what is known of an order, which the caller holds locked, without moving it. */
export async function annotatePayin(
  trx: Db,
  payin: Pick<PayinRow, 'id' | 'status' | 'updated_at'>,
  changes: Updateable<PayinTable>,
  at: Date,
): Promise<void> {
  await trx
    .with('moved', (db) =>
      db
        .updateTable('payins')
        .set({ ...changes, updated_at: at })
        .where('id', '=', payin.id)
        .returningAll(),
    )
    .with('counted', () => countMoved('payin', stoodAt(payin)))
    .selectFrom('moved')
    .select('id')
    .execute();
}

/** Orders past their waiting time, locked; those set aside, or in another process's hands, are passed over. */
export async function lockExpiredPayins(
  trx: Db,
  now: Date,
  most: number,
  merchantId?: string,
): Promise<ExpiredPayin[]> {
  return trx
    .selectFrom('payins')
    .select(['id', 'updated_at'])
    .where('status', '=', 'CREATED')
    .where('expires_at', '<=', now)
    .$if(merchantId !== undefined, (due) => due.where('merchant_id', '=', merchantId ?? ''))
    .where((eb) => eb.not(isSetAside('expire-payins', eb.ref('payins.id'), now)))
    .orderBy('expires_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** An order that awaits a card. */
export type ExpiredPayin = Pick<PayinRow, 'id' | 'updated_at'>;

/** A left join without a match gives a row of nulls. */
function wasFound(row: NullableRow): row is PayinRow {
  return row.id !== null;
}
