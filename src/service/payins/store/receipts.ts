import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { statement, type Slot } from '../../platform/database/statement.ts';
import type { Receipt } from '../../acquirers/port.ts';

export interface NewReceipt extends Receipt {
  id: string;
}

/** Writes receipts as JSON that `jsonb_to_recordset` reads as `RECEIPT_COLUMNS`. */
export function receiptsJson(receipts: readonly NewReceipt[]): string {
  return JSON.stringify(
    receipts.map(({ id, reference, amountMinor }) => ({
      id,
      reference,
      amount_minor: String(amountMinor),
    })),
  );
}

export const RECEIPT_COLUMNS = sql`(id uuid, reference text, amount_minor bigint)`;

/** How much of the amount of the row `payins` may be missing, rounded down. */
export const TOLERANCE_OF_PAYIN = sql`coalesce((
    select greatest(gate_methods.tolerance_minor, floor(
      payins.payment_method_amount_minor * gate_methods.tolerance_percent / 100)::bigint)
    from gate_methods where gate_methods.id = payins.method_id), 0)`;

/** What was accepted as missing from the row `payins`. */
export const SHORTFALL_OF_PAYIN = sql`case
    when payins.status = 'SUCCESS' and payins.payment_source <> 'CARD' then (
      select coalesce(sum(entry.amount_minor), 0)::bigint
      from ledger_movements movement join ledger_entries entry on entry.movement_id = movement.id
      where movement.order_id = payins.id and movement.kind = 'payin_shortfall'
        and entry.account = 'provider_clearing'
    ) else 0 end`;

/**
 * Marks as queued what an attempt received beyond the credited amount. The earliest receipts are credited first.
 *
 * @returns how much of it was not marked before
 */
export async function queueReceipts(
  trx: Db,
  about: { attemptId: string; creditedMinor: bigint },
): Promise<bigint> {
  const [queued] = await queueBeyond(trx, about);
  return queued?.sum ?? 0n;
}

const queueBeyond = statement(
  'queue_receipts',
  (db, slot: Slot<{ attemptId: string; creditedMinor: bigint }>) =>
    sql<{ sum: bigint }>`
      with running as (
        select id, queued_minor as before_minor,
          greatest(0, least(amount_minor,
            sum(amount_minor) over (order by received_at, id) - ${slot('creditedMinor')}::bigint)) as beyond_minor
        from payin_receipts where attempt_id = ${slot('attemptId')}::uuid
      ), queued as (
        update payin_receipts set queued_minor = beyond_minor
        from running
        where payin_receipts.id = running.id and beyond_minor > before_minor
        returning beyond_minor - before_minor as added_minor
      )
      select coalesce(sum(added_minor), 0)::bigint as sum from queued`.compile(db),
);
