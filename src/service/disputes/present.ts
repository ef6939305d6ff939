import type { Dispute } from '#contract/schemas/dispute.ts';
import { majorNumber, unixSeconds } from '#contract/schemas/order.ts';
import { disputeReason } from '#domain/order/dispute-reason.ts';
import type { DisputeNoticeRow, DisputeRow } from '../platform/database/tables/disputes.ts';

/** A dispute as the developer API shows it; fields without a value are undefined, which JSON leaves out. */
export function toDispute(dispute: DisputeRow, notices?: readonly DisputeNoticeRow[]): Dispute {
  const { reason_code: code, answer_by: answerBy } = dispute;
  return {
    id: dispute.id,
    payin_id: dispute.payin_id,
    provider_reference: dispute.reference,
    status: dispute.status,
    amount: majorNumber(dispute.amount_minor),
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

function toStep({ event, step, said_at: saidAt, received_at: receivedAt }: DisputeNoticeRow) {
  return {
    event,
    step,
    date: unixSeconds(saidAt),
    received_date: unixSeconds(receivedAt),
  };
}
