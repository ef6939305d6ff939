import { sql, type Kysely } from 'kysely';
import type { RetentionTable } from '../platform/database/tables/ledger.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isSetAside } from '../orders/set-aside-queries.ts';

type Db = Kysely<Tables>;

/** What a row of retentions is known by among those set aside. */
export const RETENTION_ID = sql`bucket || ' ' || payin_id`;

/** What is due for release, of the one gate account whose turn it is, locked; others' rows, and those set aside, are passed over. */
export async function lockDueRetentions(
  trx: Db,
  now: Date,
  most: number,
  merchantId?: string,
): Promise<RetentionTable[]> {
  const due = trx
    .selectFrom('retentions')
    .selectAll()
    .where('released_at', 'is', null)
    .where('due_at', '<=', now)
    .where((eb) => eb.not(isSetAside('release-retentions', RETENTION_ID, now)))
    .$if(merchantId !== undefined, (query) =>
      query.where('gate_id', 'in', (eb) =>
        eb
          .selectFrom('gates')
          .select('id')
          .where('merchant_id', '=', merchantId ?? ''),
      ),
    )
    .orderBy('due_at')
    .forUpdate()
    .skipLocked();
  const first = await due.limit(1).executeTakeFirst();
  if (first === undefined) return [];
  return due
    .where('gate_id', '=', first.gate_id)
    .where('currency', '=', first.currency)
    .limit(most)
    .execute();
}

/** The caller holds the rows locked. */
export async function markReleased(
  trx: Db,
  rows: readonly Pick<RetentionTable, 'payin_id' | 'bucket'>[],
  at: Date,
): Promise<void> {
  const released = rows.map(({ payin_id, bucket }) => ({ payin_id, bucket }));
  await sql`
    update retentions set released_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(released)}::jsonb) as due (payin_id uuid, bucket text)
    where retentions.payin_id = due.payin_id and retentions.bucket = due.bucket`.execute(trx);
}
