import { sql, type RawBuilder } from 'kysely';
import { BOUND_TABLES, changeBoundRow, type BoundTable } from './bound-rows.ts';
import type { ServiceContext } from './context.ts';
import type { Db } from './database/schema.ts';
import { KEY_ID_BYTES, SEALED, type SealingPurpose } from './keyring.ts';

interface SealedColumn {
  purpose: SealingPurpose;
  table: 'api_keys' | 'merchants' | 'terminals' | 'keyring_check' | 'payins' | 'alert_channels';
  column: string;
}

type Place = Omit<SealedColumn, 'purpose'>;

/** The columns with values of each purpose. Values are bound to the id of their row. */
const COLUMNS_BY_PURPOSE = {
  [SEALED.apiKeySecret]: [{ table: 'api_keys', column: 'secret_sealed' }],
  [SEALED.webhookSecret]: [
    { table: 'merchants', column: 'webhook_secret_sealed' },
    { table: 'merchants', column: 'webhook_secret_old_sealed' },
  ],
  [SEALED.terminalCredentials]: [{ table: 'terminals', column: 'credentials_sealed' }],
  // Never stored: the browser keeps it for ten minutes.
  [SEALED.providerSignIn]: [],
  [SEALED.payerDetails]: [{ table: 'payins', column: 'payer_sealed' }],
  [SEALED.alertAddress]: [{ table: 'alert_channels', column: 'address_sealed' }],
  [SEALED.alertSecret]: [{ table: 'alert_channels', column: 'secret_sealed' }],
  [SEALED.fingerprintKey]: [{ table: 'keyring_check', column: 'fingerprint_key_sealed' }],
  [SEALED.masterKeyCheck]: [{ table: 'keyring_check', column: 'sealed' }],
} as const satisfies Record<SealingPurpose, readonly Place[]>;

/** The known text comes last: until it is resealed, every start still needs the previous key. */
const ORDER: readonly SealingPurpose[] = [
  ...Object.values(SEALED).filter((purpose) => purpose !== SEALED.masterKeyCheck),
  SEALED.masterKeyCheck,
];

export const SEALED_COLUMNS: readonly SealedColumn[] = ORDER.flatMap((purpose) =>
  COLUMNS_BY_PURPOSE[purpose].map((place) => ({ purpose, ...place })),
);

/** The size of a batch, which holds its locks for milliseconds. */
export const RESEALED_AT_ONCE = 200;

export interface Resealed {
  resealed: number;
  /** Values not yet under the current key, including those that another process has locked. */
  left: number;
}

/**
 * Reseals a batch of values that are not under the current key. Call it in a transaction, repeatedly until it reseals
 * nothing. Any number of processes may do so while the service runs.
 */
export async function resealSome({
  db,
  keyring,
}: Pick<ServiceContext, 'db' | 'keyring'>): Promise<Resealed> {
  let resealed = 0;
  for (const column of SEALED_COLUMNS) {
    resealed += await resealColumn({ db, keyring }, column, RESEALED_AT_ONCE - resealed);
    // Later columns must wait until this one is done: the last one proves that all are.
    if ((await countSealedUnderAnotherKey(db, column, keyring.keyId)) > 0) break;
  }
  return { resealed, left: await countLeft({ db, keyring }) };
}

async function resealColumn(
  { db, keyring }: Pick<ServiceContext, 'db' | 'keyring'>,
  column: SealedColumn,
  limit: number,
): Promise<number> {
  const rows = await lockSealedUnderAnotherKey(db, column, { keyId: keyring.keyId, limit });
  for (const { id, sealed } of rows) {
    const reseal = (trx: Db) =>
      setSealed(trx, column, { id, sealed: keyring.reseal(column.purpose, id, sealed) });
    const { table } = column;
    // The keyed hash covers the sealed value. The audit row that made it stays the same.
    await (isBoundTable(table)
      ? changeBoundRow({ db, keyring }, { table, id }, reseal)
      : reseal(db));
  }
  return rows.length;
}

function isBoundTable(table: string): table is BoundTable {
  return BOUND_TABLES.some((bound) => bound === table);
}

async function countLeft({ db, keyring }: Pick<ServiceContext, 'db' | 'keyring'>): Promise<number> {
  let left = 0;
  for (const column of SEALED_COLUMNS) {
    left += await countSealedUnderAnotherKey(db, column, keyring.keyId);
  }
  return left;
}

export interface SealedRow {
  id: string;
  sealed: Uint8Array;
}

/** Locks the rows it returns, and skips rows that others have locked. No payment waits for these locks. */
async function lockSealedUnderAnotherKey(
  trx: Db,
  { table, column }: SealedColumn,
  { keyId, limit }: { keyId: Uint8Array; limit: number },
): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select id::text as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${isSealedUnderAnotherKey(column, keyId)}
    order by id limit ${limit}::integer
    for no key update skip locked`.execute(trx);
  return rows;
}

async function countSealedUnderAnotherKey(
  db: Db,
  { table, column }: SealedColumn,
  keyId: Uint8Array,
): Promise<number> {
  const { rows } = await sql<{ values: number }>`
    select count(*)::integer as values from ${sql.table(table)}
    where ${isSealedUnderAnotherKey(column, keyId)}`.execute(db);
  return rows[0]?.values ?? 0;
}

async function setSealed(
  trx: Db,
  { table, column }: SealedColumn,
  { id, sealed }: SealedRow,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${sealed} where id = ${id}`.execute(trx);
}

function isSealedUnderAnotherKey(column: string, keyId: Uint8Array): RawBuilder<boolean> {
  return sql`substring(${sql.ref(column)} from 1 for ${sql.lit(KEY_ID_BYTES)}) <> ${keyId}::bytea`;
}
