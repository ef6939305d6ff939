import { DISPUTE_LEVELS, monthOf, monthText, type DisputeRatio } from '#domain/dispute/ratio.ts';
import type { MerchantDisputes } from '../../disputes/ratio.ts';

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
