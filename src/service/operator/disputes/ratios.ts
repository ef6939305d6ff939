import {
  DISPUTE_LEVELS,
  monthOf,
  monthText,
  type DisputeRatio,
} from '#domain/order/dispute-ratio.ts';
import type { MerchantDisputes } from '../../disputes/ratio.ts';
import { descending } from '../../platform/cells/merge-pages.ts';
import type { Several } from '../cells/across.ts';

const MOST = 200;
const TEN_THOUSAND = 10_000;

interface Read {
  now: Date;
  ratios: readonly MerchantDisputes[];
}

/** Combines the ratios of one or several cells, highest first. */
export function shownRatios(parts: Several<Read>) {
  const [{ now }] = parts;
  const highestFirst = parts.flatMap(({ ratios }) => ratios).toSorted(HIGHEST_FIRST);
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

const HIGHEST_FIRST = descending<MerchantDisputes>(
  ({ thisMonth }) => DISPUTE_LEVELS.indexOf(thisMonth.level),
  ({ lastMonth }) => DISPUTE_LEVELS.indexOf(lastMonth.level),
  ({ thisMonth }) => thisMonth.disputes,
  ({ lastMonth }) => lastMonth.disputes,
);

function shownMonth({ disputes, payments, ratio, limit, level }: DisputeRatio) {
  return {
    disputes,
    payments,
    ratio: ratio === undefined ? null : Math.round(ratio * TEN_THOUSAND) / TEN_THOUSAND,
    limit: limit ?? null,
    level,
  };
}
