import { disputeReason } from '#domain/dispute/reason.ts';
import { formatMinor } from '#domain/money.ts';
import { DISPUTE_LEVELS, monthOf, monthText, type DisputeRatio } from '#domain/dispute/ratio.ts';
import type { DisputeNoticeRow, DisputeRow } from '../../platform/database/tables/disputes.ts';
import type { MerchantDisputes } from '../../disputes/ratio.ts';

/** Returns a dispute in the form that operators see. */
export function shownDispute(dispute: DisputeRow) {
  const { id, payin_id, merchant_id, reference, status, money, currency } = dispute;
  const { reason_code: code, answer_by, charged_back_at, created_at, updated_at } = dispute;
  return {
    id,
    payin_id,
    merchant_id,
    reference,
    status,
    money,
    amount: formatMinor(dispute.amount_minor + dispute.unreserved_minor),
    unreserved_amount: formatMinor(dispute.unreserved_minor),
    fee: formatMinor(dispute.fee_minor),
    currency,
    reason_code: code,
    reason: (code === null ? undefined : disputeReason(code)) ?? null,
    answer_by,
    charged_back_at,
    created_at,
    updated_at,
  };
}

export function shownNotice(notice: DisputeNoticeRow) {
  const { event, step, detail, actor, said_at, received_at } = notice;
  return { event, step, detail, actor, said_at, received_at };
}

/** Returns a notice as the merchant sees it: without the operators' names and notes. */
export function noticeForMerchant(notice: DisputeNoticeRow) {
  const shown = shownNotice(notice);
  return notice.actor === null ? shown : { ...shown, actor: 'the operator', detail: null };
}

const MOST = 200;
const TEN_THOUSAND = 10_000;

/** Returns the most severe ratios first. */
export function shownRatios(ratios: readonly MerchantDisputes[], now: Date) {
  const highestFirst = ratios.toSorted(
    (one, other) => RANKS.map((rank) => rank(other) - rank(one)).find((by) => by !== 0) ?? 0,
  );
  return {
    this_month: monthText(monthOf(now)),
    last_month: monthText(monthOf(now) - 1),
    ratios: highestFirst.slice(0, MOST).map(({ merchantId, merchant, scheme, ...of }) => ({
      merchant_id: merchantId,
      merchant,
      scheme,
      this_month: shownMonth(of.thisMonth),
      last_month: shownMonth(of.lastMonth),
    })),
  };
}

/** The first that differs decides the order. */
const RANKS: readonly ((row: MerchantDisputes) => number)[] = [
  ({ thisMonth }) => DISPUTE_LEVELS.indexOf(thisMonth.level),
  ({ lastMonth }) => DISPUTE_LEVELS.indexOf(lastMonth.level),
  ({ thisMonth }) => thisMonth.disputes,
  ({ lastMonth }) => lastMonth.disputes,
];

function shownMonth({ disputes, payments, ratio, limit, level }: DisputeRatio) {
  return {
    disputes,
    payments,
    ratio: ratio === undefined ? null : Math.round(ratio * TEN_THOUSAND) / TEN_THOUSAND,
    limit: limit ?? null,
    level,
  };
}
