import type { AttemptOutcome } from '#domain/order/attempt.ts';
import { sql } from 'kysely';
import type { Db, PayinRow } from '../../platform/database/schema.ts';
import { statement, type Slot } from '../../platform/database/statement.ts';
import type { Receipt } from '../../acquirers/port.ts';

export interface NewReceipt extends Receipt {
  id: string;
}

interface NewReceipts {
  attemptId: string;
  payinId: string;
  at: Date;
  receipts: readonly NewReceipt[];
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

/** How much of a payin's amount may be missing, rounded down. */
const TOLERANCE = sql`greatest(gate_methods.tolerance_minor, floor(
    payins.payment_method_amount_minor * gate_methods.tolerance_percent / 100)::bigint)`;

/**
 * Records those receipts of an attempt that are not recorded yet.
 *
 * @returns the sum of all its receipts, and the tolerance of the order's method
 */
export async function insertReceipts(
  trx: Db,
  { receipts, ...about }: NewReceipts,
): Promise<{ receivedMinor: bigint; toleranceMinor: bigint }> {
  const [sums] = await insertAndSum(trx, { ...about, receipts: receiptsJson(receipts) });
  if (sums === undefined) throw new Error(`There is no payin ${about.payinId}`);
  return sums;
}

const insertAndSum = statement(
  'insert_receipts',
  (db, slot: Slot<Omit<NewReceipts, 'receipts'> & { receipts: string }>) =>
    sql<{ receivedMinor: bigint; toleranceMinor: bigint }>`
      with given as (
        select id, reference, amount_minor
        from jsonb_to_recordset(${slot('receipts')}::jsonb) as given ${RECEIPT_COLUMNS}
      ), added as (
        insert into payin_receipts (id, attempt_id, payin_id, reference, amount_minor, received_at)
        select id, ${slot('attemptId')}::uuid, ${slot('payinId')}::uuid, reference, amount_minor,
          ${slot('at')}::timestamptz
        from given
        on conflict (attempt_id, reference) do nothing
        returning amount_minor
      )
      select (
          coalesce((select sum(amount_minor) from payin_receipts
            where attempt_id = ${slot('attemptId')}::uuid), 0)
          + coalesce((select sum(amount_minor) from added), 0)
        )::bigint as "receivedMinor",
        ${TOLERANCE} as "toleranceMinor"
      from payins join gate_methods on gate_methods.id = payins.method_id
      where payins.id = ${slot('payinId')}::uuid`.compile(db),
);

/** Returns whether an attempt's receipts reach its order's amount, less the tolerance of the method. */
export async function areReceiptsEnough(db: Db, attemptId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payin_attempts attempt join payins on payins.id = attempt.payin_id
      join gate_methods on gate_methods.id = payins.method_id
    where attempt.id = ${attemptId} and payins.payment_method_amount_minor - ${TOLERANCE}
      <= (select sum(amount_minor) from payin_receipts where attempt_id = attempt.id)`.execute(db);
  return rows.length === 1;
}

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

type EndedPayin = Pick<
  PayinRow,
  'id' | 'status' | 'payment_method_amount_minor' | 'payment_method_currency'
> & { outcome: AttemptOutcome; shortfallMinor: bigint };

/**
 * Locks the order of an attempt that has ended.
 *
 * @returns it with the attempt's outcome, and what was accepted as missing from it; undefined for any other attempt
 */
export async function lockEndedAttempt(
  trx: Db,
  attemptId: string,
): Promise<EndedPayin | undefined> {
  const { rows } = await sql<EndedPayin>`
    select payins.id, payins.status, payment_method_amount_minor, payment_method_currency,
      attempt.outcome, (
        select coalesce(sum(entry.amount_minor), 0)::bigint
        from ledger_movements movement join ledger_entries entry on entry.movement_id = movement.id
        where movement.order_id = payins.id and movement.kind = 'payin_shortfall'
          and entry.account = 'provider_clearing'
      ) as "shortfallMinor"
    from payin_attempts attempt join payins on payins.id = attempt.payin_id
    where attempt.id = ${attemptId} and attempt.outcome is not null
    for update of payins`.execute(trx);
  return rows[0];
}
