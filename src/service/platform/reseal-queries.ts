import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from './database/schema.ts';
import type { SealedColumn } from './database/sealed-columns.ts';
import { KEY_ID_BYTES } from './sealing.ts';

type Db = Kysely<Tables>;

export interface SealedRow {
  id: string;
  sealed: Uint8Array;
}

/** Locks what it finds, and passes over what others are at; no payment waits for such a lock. */
export async function lockSealedOtherwise(
  trx: Db,
  { table, column }: SealedColumn,
  { keyId, limit }: { keyId: Uint8Array; limit: number },
): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select id::text as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${isSealedOtherwise(column, keyId)}
    order by id limit ${limit}::integer
    for no key update skip locked`.execute(trx);
  return rows;
}

export async function countSealedOtherwise(
  db: Db,
  { table, column }: SealedColumn,
  keyId: Uint8Array,
): Promise<number> {
  const { rows } = await sql<{ values: number }>`
    select count(*)::integer as values from ${sql.table(table)}
    where ${isSealedOtherwise(column, keyId)}`.execute(db);
  return rows[0]?.values ?? 0;
}

export async function setSealed(
  trx: Db,
  { table, column }: SealedColumn,
  { id, sealed }: SealedRow,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${sealed} where id = ${id}`.execute(trx);
}

/** Under another key than this one, or without a key's id. */
function isSealedOtherwise(column: string, keyId: Uint8Array): RawBuilder<boolean> {
  return sql`substring(${sql.ref(column)} from 1 for ${sql.lit(KEY_ID_BYTES)}) <> ${keyId}::bytea`;
}
