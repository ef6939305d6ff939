import type { PayinCause } from '#domain/order/payin-status.ts';
import { sql, type Kysely, type Updateable } from 'kysely';
import type { NewPayin, PayinRow, PayinTable, Tables } from '../platform/database/schema.ts';
import { statement, type Slot } from '../platform/database/statement.ts';
import { GIVEN_COLUMNS, PAYIN_COLUMNS } from './payin-columns.ts';
import type { CreationGuard } from '../orders/creation-guard.ts';
import { countMade, countMoved, stoodAt } from '../orders/count-changes.ts';
import { isSetAside } from '../orders/set-aside-queries.ts';

type Db = Kysely<Tables>;

/** What a left join gives: every column is null where there is no order. */
type NullableRow = { [Column in keyof PayinRow]: PayinRow[Column] | null };

interface InsertedPayin {
  configVersion: bigint;
  blocked: boolean;
  row: PayinRow | undefined;
}

/**
 * Makes a payin and its first transition in one statement, one round trip. Nothing is inserted when
 * the reference is taken, the merchant's settings have changed, or a fingerprint is blocked.
 *
 * @returns undefined when the merchant is gone
 */
export async function insertPayin(
  db: Db,
  payin: NewPayin,
  cause: Extract<PayinCause, 'accepted' | 'refused'>,
  guard: CreationGuard,
): Promise<InsertedPayin | undefined> {
  const [row] = await insertion(db, { ...NOTHING_MORE, ...payin, ...guard, cause });
  if (row === undefined) return undefined;
  const { settings_version: configVersion, is_blocked: blocked, ...created } = row;
  return { configVersion, blocked, row: wasFound(created) ? created : undefined };
}

/** What a refusal adds to an order; to any other, null. */
const NOTHING_MORE = { resolution: null, resolution_code: null, resolution_message: null };

const insertion = statement(
  'insert_payin',
  (db, slot: Slot<NewPayin & CreationGuard & { cause: string }>) => {
    const given = GIVEN_COLUMNS.map((column) => slot(column));
    return sql<NullableRow & { settings_version: bigint; is_blocked: boolean }>`
      with caller as (
        select config_version from merchants where id = ${slot('merchant_id')}
      ), block_list as (
        select exists (
          select from blocked_values
          where merchant_id = ${slot('merchant_id')}
            and fingerprint = any (${slot('fingerprints')}::bytea[])
        ) as hit
      ), created as (
        insert into payins (${sql.join(GIVEN_COLUMNS.map((column) => sql.ref(column)))})
        select ${sql.join(given)} from caller, block_list
        where caller.config_version = ${slot('configVersion')} and not block_list.hit
        on conflict (merchant_id, reference_id) do nothing
        returning ${sql.join(PAYIN_COLUMNS.map((column) => sql.ref(column)))}
      ), recorded as (
        insert into order_transitions (order_id, to_status, cause, at)
        select id, status, ${slot('cause')}, created_at from created
      ), counted as ${countMade('payin', sql`created`)}
      select caller.config_version as settings_version, block_list.hit as is_blocked, created.*
      from caller cross join block_list left join created on true`.compile(db);
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

/** A merchant's own order, with the settings' version of this moment, in one round trip. */
export async function selectOwnPayin(
  db: Db,
  merchantId: string,
  id: string,
): Promise<{ configVersion: bigint; row: PayinRow | undefined } | undefined> {
  const [found] = await ownById(db, { merchantId, id });
  if (found === undefined) return undefined;
  const { settings_version: configVersion, ...row } = found;
  return { configVersion, row: wasFound(row) ? row : undefined };
}

const ownById = statement(
  'select_own_payin',
  (db, slot: Slot<{ merchantId: string; id: string }>) =>
    db
      .selectFrom('merchants')
      .leftJoin('payins', (join) =>
        join.onRef('payins.merchant_id', '=', 'merchants.id').on('payins.id', '=', slot('id')),
      )
      .select(PAYIN_COLUMNS.map((column) => `payins.${column}` as const))
      .select('merchants.config_version as settings_version')
      .where('merchants.id', '=', slot('merchantId'))
      .compile(),
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
