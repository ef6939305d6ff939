import { sql } from 'kysely';
import { wasFound, type Joined } from '../platform/database/joined-row.ts';
import type { Db, PayinRow } from '../platform/database/schema.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';

interface Rows {
  payins: PayinRow;
  payouts: PayoutRow;
}

/**
 * Reads a merchant's orders with a reference, sorted, and the current version of the merchant's settings, in one round
 * trip. Returns undefined if the merchant no longer exists.
 */
export async function selectOwnByReference<Orders extends keyof Rows>(
  db: Db,
  { orders, sequence }: { orders: Orders; sequence: 'created_at' | 'part' },
  { merchantId, referenceId }: { merchantId: string; referenceId: string },
): Promise<{ configVersion: bigint; rows: Rows[Orders][] } | undefined> {
  const { rows } = await sql<Joined<Rows[Orders]> & { configVersion: bigint }>`
    select orders.*, merchants.config_version as "configVersion"
    from merchants left join ${sql.table(orders)} orders
      on orders.merchant_id = merchants.id and orders.reference_id = ${referenceId}
    where merchants.id = ${merchantId}
    order by ${sql.ref(`orders.${sequence}`)}`.execute(db);
  const [first] = rows;
  return (
    first && {
      configVersion: first.configVersion,
      rows: rows.filter((row) => wasFound<Rows[Orders]>(row)),
    }
  );
}
