import { percentOf } from '../money.ts';

/** What a method charges. Percentages are decimal text ('2.9'), the rest minor units. */
export interface FeePlan {
  percent: string;
  fixedMinor: bigint;
  minMinor?: bigint;
  maxMinor?: bigint;
}

/** What a method keeps back from a payin, and for how long. */
export interface RetentionPlan {
  settlementPeriodDays: number;
  rollingPercent: string;
}

export interface PayinAmounts {
  feeTotalMinor: bigint;
  totalMinor: bigint;
  rollingMinor: bigint;
  holdMinor: bigint;
}

export interface PayoutAmounts {
  amountMinor: bigint;
  feeTotalMinor: bigint;
  totalMinor: bigint;
}

/**
 * `clamp(amount × percent / 100 + fixed, min, max)`, rounded half up. The other terms are whole
 * minor units, so that rounding the percentage alone is rounding the whole once.
 */
export function feeTotal(amountMinor: bigint, plan: FeePlan): bigint {
  const feeMinor = percentOf(amountMinor, plan.percent) + plan.fixedMinor;
  const raisedMinor =
    plan.minMinor !== undefined && feeMinor < plan.minMinor ? plan.minMinor : feeMinor;
  return plan.maxMinor !== undefined && raisedMinor > plan.maxMinor ? plan.maxMinor : raisedMinor;
}

/**
 * A payin's total is what is left for the merchant. It is never negative: an order whose fee
 * swallows its amount is refused, and shows a total of zero.
 */
export function payinAmounts(
  amountMinor: bigint,
  fees: FeePlan,
  retention: RetentionPlan,
): PayinAmounts {
  const feeTotalMinor = feeTotal(amountMinor, fees);
  const totalMinor = amountMinor > feeTotalMinor ? amountMinor - feeTotalMinor : 0n;
  const rollingMinor = percentOf(totalMinor, retention.rollingPercent);
  const holdMinor = retention.settlementPeriodDays > 0 ? totalMinor - rollingMinor : 0n;
  return { feeTotalMinor, totalMinor, rollingMinor, holdMinor };
}

/**
 * A payout's total is what leaves the balance: the amount and the fee on top. The fee is that of the
 * whole request, or a part's share of it.
 */
export function payoutAmounts(amountMinor: bigint, feeTotalMinor: bigint): PayoutAmounts {
  return { amountMinor, feeTotalMinor, totalMinor: amountMinor + feeTotalMinor };
}

/** An order whose fee is not below its amount is refused, payin and payout alike. */
export function feeSwallowsAmount(amountMinor: bigint, fees: FeePlan): boolean {
  return feeTotal(amountMinor, fees) >= amountMinor;
}
