import type { PageAfter } from '#contract/schemas/developer.ts';
import type { Dispute, ListDisputesQuery } from '#contract/schemas/dispute.ts';
import { majorNumber, unixSeconds } from '#contract/schemas/order.ts';
import { disputeReason } from '#domain/dispute/reason.ts';
import { listLatest } from '../orders/list-latest.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { DisputeNoticeRow, DisputeRow } from '../platform/database/tables/disputes.ts';
import { selectDispute, selectDisputeOf, selectNotices } from './store.ts';

type Deps = Pick<ServiceContext, 'db'>;

/** Finds a merchant's own dispute by its id, with its history. Returns undefined if there is none. */
export async function findDispute(
  { db }: Deps,
  { merchantId }: { merchantId: string },
  id: string,
): Promise<Dispute | undefined> {
  const dispute = await selectDispute(db, merchantId, id);
  return dispute && toDispute(dispute, await selectNotices(db, dispute.id));
}

/** Finds a payin's dispute by the acquirer's reference of the dispute, with its history. */
export async function findDisputeOf(
  { db }: Deps,
  payinId: string,
  reference: string,
): Promise<Dispute | undefined> {
  const dispute = await selectDisputeOf(db, payinId, reference);
  return dispute && toDispute(dispute, await selectNotices(db, dispute.id));
}

/** Lists a merchant's own disputes, the latest first, without their history. */
export async function listDisputes(
  { db }: Deps,
  { merchantId }: { merchantId: string },
  query: ListDisputesQuery,
): Promise<PageAfter<Dispute>> {
  return listLatest(db, 'disputes', { merchantId, query }, (dispute) => toDispute(dispute));
}

/** Presents a dispute as the developer API shows it. Fields without a value are undefined, which JSON leaves out. */
export function toDispute(dispute: DisputeRow, notices?: readonly DisputeNoticeRow[]): Dispute {
  const { reason_code: code, answer_by: answerBy } = dispute;
  return {
    id: dispute.id,
    payin_id: dispute.payin_id,
    provider_reference: dispute.reference,
    status: dispute.status,
    amount: majorNumber(dispute.amount_minor + dispute.unreserved_minor),
    unreserved_amount:
      dispute.unreserved_minor === 0n ? undefined : majorNumber(dispute.unreserved_minor),
    fee: majorNumber(dispute.fee_minor),
    currency: dispute.currency,
    reason_code: code ?? undefined,
    reason: (code === null ? undefined : disputeReason(code)) ?? undefined,
    answer_by_date: answerBy === null ? undefined : unixSeconds(answerBy),
    create_date: unixSeconds(dispute.created_at),
    update_date: unixSeconds(dispute.updated_at),
    history: notices?.map(toStep),
  };
}

function toStep({ event, step, said_at: reportedAt, received_at: receivedAt }: DisputeNoticeRow) {
  return {
    event,
    step,
    date: unixSeconds(reportedAt),
    received_date: unixSeconds(receivedAt),
  };
}
