import { percentOf } from '../money.ts';

/** A payment method's fee. Percentages are decimal text ('2.9'), the rest minor units. */
export interface FeePlan {
  percent: string;
  fixedMinor: bigint;
  minMinor?: bigint | undefined;
  maxMinor?: bigint | undefined;
}

/** How much of a payin a method holds back, and for how long. */
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
 * Tells whether a quantity changes so much that it may be a slip: to more than double, or to less than half. The first
 * one, from zero, is no such change.
 */
export function isLargeChange(before: number, after: number): boolean {
  return before > 0 && (after > 2 * before || 2 * after < before);
}

/**
 * Returns `clamp(amount × percent / 100 + fixed, min, max)`, rounded half up. Only the percentage needs rounding,
 * since the other terms are whole minor units.
 */
export function feeTotal(amountMinor: bigint, plan: FeePlan): bigint {
  const feeMinor = percentOf(amountMinor, plan.percent) + plan.fixedMinor;
  const raisedMinor =
    plan.minMinor !== undefined && feeMinor < plan.minMinor ? plan.minMinor : feeMinor;
  return plan.maxMinor !== undefined && raisedMinor > plan.maxMinor ? plan.maxMinor : raisedMinor;
}

/**
 * Returns a payin's amounts. The total is what the merchant gets. It is never negative: an order whose fee is not
 * below its amount is refused, and shows a total of zero.
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
 * Returns a payout's amounts. The total is what leaves the balance: the amount plus the fee. The fee is that of the
 * whole request, or one part's share of it.
 */
export function payoutAmounts(amountMinor: bigint, feeTotalMinor: bigint): PayoutAmounts {
  return { amountMinor, feeTotalMinor, totalMinor: amountMinor + feeTotalMinor };
}

/** Tells whether an order must be refused because its fee is not below its amount. Applies to payins and payouts. */
export function feeSwallowsAmount(amountMinor: bigint, fees: FeePlan): boolean {
  return feeTotal(amountMinor, fees) >= amountMinor;
}
