import type { PaymentSource } from '#domain/order/payment-source.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { Currency } from '#domain/money.ts';
import type { PayinPart } from '#domain/dispute/money.ts';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import { IS_REFUND_COUNTED } from '../ledger/corrected-fees.ts';
import { lockRefundable } from '../orders/refundable.ts';
import type { Db } from '../platform/database/schema.ts';
import type {
  DisputeNoticeRow,
  DisputeNoticeTable,
  DisputeRow,
  DisputeTable,
} from '../platform/database/tables/disputes.ts';

/** What a notice about a dispute needs to know about the payin. */
export interface DisputedPayin {
  id: string;
  merchantId: string;
  gateId: string;
  status: OrderStatus;
  currency: Currency;
  amountMinor: bigint;
  paymentMethodCurrency: Currency;
  /** What the payer paid, in the currency of the payment method. */
  paidMinor: bigint;
  /** The fee that its method charges for a dispute. */
  feeMinor: bigint;
  terminalId: string;
  /** Whether the payin was paid by the attempt in question. */
  paidByAttempt: boolean;
  /** The acquirer's references of the payment, separated by a space. */
  paymentReference: string | null;
}

/**
 * Locks a payin until the transaction ends, so that its disputes and refunds change one after the other, and reads it.
 * Returns undefined if it has no such attempt.
 */
export async function lockDisputed(
  trx: Db,
  payinId: string,
  attemptId: string,
): Promise<DisputedPayin | undefined> {
  await lockRefundable(trx, payinId);
  const { rows } = await sql<DisputedPayin>`
    select payin.id, payin.merchant_id as "merchantId", payin.gate_id as "gateId", payin.status,
      payin.currency, payin.amount_minor as "amountMinor",
      payin.payment_method_currency as "paymentMethodCurrency",
      payin.payment_method_amount_minor as "paidMinor",
      coalesce(method.dispute_fee_minor, 0) as "feeMinor", attempt.terminal_id as "terminalId",
      payin.status = 'SUCCESS' and attempt.outcome = 'approved' as "paidByAttempt",
      attempt.provider_reference as "paymentReference"
    from payins payin
    join payin_attempts attempt on attempt.payin_id = payin.id and attempt.id = ${attemptId}
    left join gate_methods method on method.id = payin.method_id
    where payin.id = ${payinId}`.execute(trx);
  return rows[0];
}

/** Reads which attempt a merchant's payin was paid by, and its terminal. Returns undefined if it was not paid. */
export async function selectPayment(
  db: Db,
  merchantId: string,
  payinId: string,
): Promise<{ attemptId: string; terminalId: string; source: PaymentSource } | undefined> {
  return db
    .selectFrom('payin_attempts as attempt')
    .innerJoin('payins', 'payins.id', 'attempt.payin_id')
    .select(['attempt.id as attemptId', 'attempt.terminal_id as terminalId'])
    .select('payins.payment_source as source')
    .where('payins.id', '=', payinId)
    .where('payins.merchant_id', '=', merchantId)
    .where('payins.status', '=', 'SUCCESS')
    .where('attempt.outcome', '=', 'approved')
    .executeTakeFirst();
}

/** Reads all disputes of a payin, oldest first. A caller that then changes one holds the payin locked. */
export async function selectDisputesOf(db: Db, payinId: string): Promise<DisputeRow[]> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('payin_id', '=', payinId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Sums what was refunded of a payin. A caller that depends on it holds the payin locked. */
export async function selectRefunded(trx: Db, payinId: string): Promise<PayinPart> {
  return trx
    .selectFrom('refunds')
    .select([
      sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as('amountMinor'),
      sql<bigint>`coalesce(sum(paid_back_minor), 0)::bigint`.as('paidMinor'),
    ])
    .where('payin_id', '=', payinId)
    .where(IS_REFUND_COUNTED)
    .executeTakeFirstOrThrow();
}

/** Reads a payin's latest refunds of those that count, newest first. */
export async function selectLatestRefunds(
  db: Db,
  payinId: string,
  most: number,
): Promise<{ amountMinor: bigint; at: Date }[]> {
  return db
    .selectFrom('refunds')
    .select(['amount_minor as amountMinor', 'created_at as at'])
    .where('payin_id', '=', payinId)
    .where(IS_REFUND_COUNTED)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Reads a payin's dispute by the acquirer's reference. A caller that then changes it holds the payin locked. */
export async function selectDisputeOf(
  trx: Db,
  payinId: string,
  reference: string,
): Promise<DisputeRow | undefined> {
  return trx
    .selectFrom('disputes')
    .selectAll()
    .where('payin_id', '=', payinId)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** Inserts a dispute, and marks its payin as disputed. The caller holds the payin locked. */
export async function insertDispute(
  trx: Db,
  dispute: Insertable<DisputeTable>,
): Promise<DisputeRow> {
  await trx
    .updateTable('payins')
    .set({ disputed: true })
    .where('id', '=', dispute.payin_id)
    .execute();
  return trx.insertInto('disputes').values(dispute).returningAll().executeTakeFirstOrThrow();
}

/** Inserts a notice. @returns false if its event was recorded before */
export async function insertNotice(
  trx: Db,
  notice: Insertable<DisputeNoticeTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('dispute_notices')
    .values(notice)
    .onConflict((conflict) => conflict.columns(['dispute_id', 'event_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Reads all notices of a dispute, in the order in which they were received. */
export async function selectNotices(db: Db, disputeId: string): Promise<DisputeNoticeRow[]> {
  return selectNoticesOf(db, [disputeId]);
}

/** Reads all notices of some disputes, in the order in which they were received. */
export async function selectNoticesOf(
  db: Db,
  disputeIds: readonly string[],
): Promise<DisputeNoticeRow[]> {
  return db
    .selectFrom('dispute_notices')
    .selectAll()
    .where('dispute_id', '=', sql<string>`any(${disputeIds}::uuid[])`)
    .orderBy('number')
    .execute();
}

/** Changes a dispute. The caller holds the payin locked. */
export async function updateDispute(
  trx: Db,
  id: string,
  changes: Updateable<DisputeTable>,
): Promise<DisputeRow> {
  return trx
    .updateTable('disputes')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Reads a merchant's own dispute; any dispute if `merchantId` is undefined, for operators. */
export async function selectDispute(
  db: Db,
  merchantId: string | undefined,
  id: string,
): Promise<DisputeRow | undefined> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('id', '=', id)
    .$if(merchantId !== undefined, (query) => query.where('merchant_id', '=', merchantId ?? ''))
    .executeTakeFirst();
}

/** The statuses in which a dispute awaits an answer. */
const AWAITING = sql`('INQUIRY', 'OPEN')`;

/** Three days: an answer takes a person a day or two. */
export const DUE_WITHIN_MS = 3 * 24 * 60 * 60_000;

/** Builds the condition that a dispute awaits an answer that is due within three days, or is overdue. */
export function isAnswerDue(now: Date): RawBuilder<boolean> {
  return sql<boolean>`status in ${AWAITING}
    and answer_by < ${new Date(now.getTime() + DUE_WITHIN_MS)}`;
}

/** Disputes that await an answer, and whose merchant was not told of the deadline: spelled out as in their index. */
export const UNANNOUNCED = {
  from: sql`disputes`,
  at: sql`answer_by`,
  where: sql<boolean>`status in ${AWAITING} and announced_answer_by is distinct from answer_by`,
};

/** Locks such disputes whose answer is due. Skips those that are locked. */
export async function lockUnannounced(trx: Db, now: Date, most: number): Promise<DisputeRow[]> {
  return trx
    .selectFrom('disputes')
    .selectAll()
    .where(UNANNOUNCED.where)
    .where('answer_by', '<=', new Date(now.getTime() + DUE_WITHIN_MS))
    .orderBy('answer_by')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
}

type DueDispute = Pick<DisputeRow, 'payin_id' | 'amount_minor' | 'currency' | 'reference'> & {
  answer_by: Date;
  merchant: string;
  since: Date;
};

/** Reads disputes whose answer is due, the most urgent first. */
export async function selectDueDisputes(
  db: Db,
  { now, merchantId, most }: { now: Date; merchantId: string | undefined; most: number },
): Promise<DueDispute[]> {
  const { rows } = await sql<DueDispute>`
    select payin_id, amount_minor, currency, reference, answer_by,
      (select name from merchants where merchants.id = merchant_id) as merchant,
      greatest(created_at, answer_by - ${DUE_WITHIN_MS} * interval '1 millisecond') as since
    from disputes where ${isAnswerDue(now)}
      and ${merchantId === undefined ? sql`true` : sql`merchant_id = ${merchantId}`}
    order by answer_by, id limit ${most}::integer`.execute(db);
  return rows;
}

/** Which disputes an operator wants to see. */
export interface DeadlineFilter {
  merchantId: string | undefined;
  payinId: string | undefined;
  status: DisputeRow['status'] | undefined;
  /** Only those that await an answer. */
  open: boolean;
  after: string | undefined;
  limit: number;
}

export type ListedDispute = DisputeRow & { merchant: string };

/**
 * Lists disputes: first those that await an answer, by deadline, with those that have no deadline last; then all
 * others, the latest first.
 */
export async function selectByDeadline(
  db: Db,
  { merchantId, payinId, status, open, after, limit }: DeadlineFilter,
): Promise<ListedDispute[]> {
  const place = (of: 'dispute' | 'last') => {
    const column = (name: string) => sql.ref(`${of}.${name}`);
    return sql`${column('status')} not in ${AWAITING},
      coalesce(${column('answer_by')}, 'infinity'::timestamptz),
      -extract(epoch from ${column('created_at')}), ${column('id')}`;
  };
  const { rows } = await sql<ListedDispute>`
    select dispute.*, merchants.name as merchant
    from disputes dispute join merchants on merchants.id = dispute.merchant_id
    where ${merchantId === undefined ? sql`true` : sql`dispute.merchant_id = ${merchantId}`}
      and ${payinId === undefined ? sql`true` : sql`dispute.payin_id = ${payinId}`}
      and ${status === undefined ? sql`true` : sql`dispute.status = ${status}`}
      and ${open ? sql`dispute.status in ${AWAITING}` : sql`true`}
      and ${
        after === undefined
          ? sql`true`
          : sql`(${place('dispute')}) > (
            select ${place('last')} from disputes as last where last.id = ${after})`
      }
    order by ${place('dispute')} limit ${limit}::integer`.execute(db);
  return rows;
}
