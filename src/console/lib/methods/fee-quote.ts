import { formatMinor, multiplyByRate, parseAmount, percentOf } from '#domain/money.ts';
import {
  feeSwallowsAmount,
  feeTotal,
  payinAmounts,
  payoutAmounts,
  type FeePlan,
} from '#domain/order/fees.ts';
import { money } from '#console/format/money.ts';
import type { Method } from './method.ts';

export type FeeTerms = Pick<
  Method,
  | 'direction'
  | 'currency'
  | 'payment_method_currency'
  | 'conversion_rate'
  | 'fee_percent'
  | 'fee_fixed'
  | 'fee_min'
  | 'fee_max'
  | 'amount_min'
  | 'amount_max'
  | 'settlement_period_days'
  | 'rolling_percent'
>;

export interface QuoteLine {
  name: string;
  amount: string;
  /** How the amount is calculated. */
  note?: string;
}

export type FeeQuote = { ok: true; lines: readonly QuoteLine[] } | { ok: false; why: string };

/** Returns an order's fees and where the money goes, by the service's own rules. */
export function feeQuote(terms: FeeTerms, typed: string): FeeQuote {
  const amountMinor = parseAmount(typed);
  if (amountMinor === undefined || amountMinor === 0n) {
    return { ok: false, why: 'Enter an amount like 12.50.' };
  }
  const why = whyRefused(terms, amountMinor);
  if (why !== undefined) return { ok: false, why };
  const lines = terms.direction === 'payin' ? payinLines : payoutLines;
  return { ok: true, lines: lines(terms, amountMinor) };
}

function whyRefused(terms: FeeTerms, amountMinor: bigint): string | undefined {
  if (amountMinor < minor(terms.amount_min)) {
    return `Refused: the minimum is ${money(terms.amount_min, terms.currency)}.`;
  }
  if (amountMinor > minor(terms.amount_max)) {
    return `Refused: the maximum is ${money(terms.amount_max, terms.currency)}.`;
  }
  const plan = planOf(terms);
  if (!feeSwallowsAmount(amountMinor, plan)) return undefined;
  const fee = money(formatMinor(feeTotal(amountMinor, plan)), terms.currency);
  return `Refused: the fee of ${fee} must be less than the amount.`;
}

function payinLines(terms: FeeTerms, amountMinor: bigint): readonly QuoteLine[] {
  const plan = planOf(terms);
  const { feeTotalMinor, totalMinor, rollingMinor, holdMinor } = payinAmounts(amountMinor, plan, {
    settlementPeriodDays: terms.settlement_period_days,
    rollingPercent: terms.rolling_percent,
  });
  const say = (value: bigint) => money(formatMinor(value), terms.currency);
  return [
    ...charged(terms, amountMinor),
    { name: 'Fee', amount: say(feeTotalMinor), note: feeNote(terms, amountMinor, feeTotalMinor) },
    { name: 'Net to merchant', amount: say(totalMinor) },
    ...(rollingMinor > 0n
      ? [{ name: 'Rolling reserve', amount: say(rollingMinor), note: `${terms.rolling_percent} %` }]
      : []),
    ...(holdMinor > 0n ? [{ name: 'On hold', amount: say(holdMinor), note: days(terms) }] : []),
    { name: 'Available at once', amount: say(totalMinor - rollingMinor - holdMinor) },
  ];
}

function payoutLines(terms: FeeTerms, amountMinor: bigint): readonly QuoteLine[] {
  const fee = feeTotal(amountMinor, planOf(terms));
  const { totalMinor } = payoutAmounts(amountMinor, fee);
  const say = (value: bigint) => money(formatMinor(value), terms.currency);
  return [
    ...charged(terms, amountMinor),
    { name: 'Fee', amount: say(fee), note: feeNote(terms, amountMinor, fee) },
    { name: 'Taken from the merchant', amount: say(totalMinor) },
  ];
}

/** Returns the amount paid in the payment method's currency, if it differs from the order's. */
function charged(terms: FeeTerms, amountMinor: bigint): readonly QuoteLine[] {
  const { payment_method_currency: other, conversion_rate: rate, currency } = terms;
  if (other === undefined || other === currency || rate === null) return [];
  const converted = formatMinor(multiplyByRate(amountMinor, rate));
  return [{ name: 'Paid', amount: money(converted, other), note: `at ${rate}` }];
}

/** Explains a fee: its percentage before and after rounding, its fixed part, and its minimum or maximum. */
function feeNote(terms: FeeTerms, amountMinor: bigint, feeMinor: bigint): string {
  const { fee_percent: percent, fee_fixed: fixed, fee_min: least, fee_max: most } = terms;
  const rounded = formatMinor(percentOf(amountMinor, percent));
  const exact = exactPercent(amountMinor, percent);
  const share = exact === rounded ? rounded : `${exact}, rounded half up to ${rounded}`;
  const sum = `${percent} % is ${share}, and ${fixed}`;
  const plain = percentOf(amountMinor, percent) + minor(fixed);
  if (feeMinor > plain) return `${sum}; raised to ${least ?? ''}`;
  return feeMinor < plain ? `${sum}; lowered to ${most ?? ''}` : sum;
}

const DECIMALS_OF_AMOUNT = 2;
const DECIMALS_OF_PERCENT = 2;

/** Returns a percentage of an amount as decimal text with all its digits, two at least. */
function exactPercent(amountMinor: bigint, percent: string): string {
  const [whole = '', fraction = ''] = percent.split('.');
  const product = amountMinor * BigInt(whole + fraction);
  const decimals = DECIMALS_OF_AMOUNT + DECIMALS_OF_PERCENT + fraction.length;
  const digits = product.toString().padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return `${digits.slice(0, cut)}.${digits.slice(cut).replace(/0+$/, '').padEnd(2, '0')}`;
}

function days({ settlement_period_days: count }: FeeTerms): string {
  return count === 1 ? 'for a day' : `for ${count} days`;
}

function planOf({ fee_percent, fee_fixed, fee_min, fee_max }: FeeTerms): FeePlan {
  return {
    percent: fee_percent,
    fixedMinor: minor(fee_fixed),
    ...(fee_min !== null && { minMinor: minor(fee_min) }),
    ...(fee_max !== null && { maxMinor: minor(fee_max) }),
  };
}

/** Parses an amount that the service has validated. */
function minor(text: string): bigint {
  return parseAmount(text) ?? 0n;
}
