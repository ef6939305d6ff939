import type { RefundSources } from '../ledger/posting.ts';
import {
  refundAmounts,
  type RefundAmounts,
  type Refunded,
  type RefundedPayin,
  type RefundFees,
} from './refund.ts';

/** A payin as its next refund finds it. */
export interface RefundablePayin extends RefundedPayin, RefundableFunds {
  earlier: Refunded;
  disputedMinor: bigint;
  fees: RefundFees;
  /** Whether the terminal that took the payment can refund it. */
  isSupported: boolean;
  isGateFrozen: boolean;
}

/** The balances that a refund may be taken from. */
export interface RefundableFunds {
  /** The gate's; below zero if disputes took more. */
  availableMinor: bigint;
  /** What the gate still retains of the payin itself. */
  holdMinor: bigint;
  rollingMinor: bigint;
}

/**
 * `too_much`: nothing is created. `refused`: the refund is created FAILED. `reserved`: its cost is taken from these
 * sources.
 */
export type RefundDecision =
  | { kind: 'too_much'; leftMinor: bigint }
  | { kind: 'refused'; reason: RefundRefusal; amounts: RefundAmounts }
  | { kind: 'reserved'; sources: RefundSources; amounts: RefundAmounts };

export type RefundRefusal = 'not_supported' | 'rounds_to_zero' | 'gate_frozen' | 'insufficient';

/**
 * Decides whether an amount of a payin is refunded, and from which balances.
 *
 * @param amountMinor undefined for all that is left
 */
export function decideNewRefund(
  payin: RefundablePayin,
  amountMinor: bigint | undefined,
): RefundDecision {
  const leftMinor = amountLeft(payin);
  const wantedMinor = amountMinor ?? leftMinor;
  if (leftMinor === 0n || wantedMinor > leftMinor) return { kind: 'too_much', leftMinor };
  const amounts = refundAmounts(payin, payin.earlier, wantedMinor, payin.fees);
  const refuse = (reason: RefundRefusal) => ({ kind: 'refused', reason, amounts }) as const;
  if (!payin.isSupported) return refuse('not_supported');
  if (amounts.paidBackMinor === 0n) return refuse('rounds_to_zero');
  if (payin.isGateFrozen) return refuse('gate_frozen');
  const sources = findSources(payin, amounts.costMinor);
  return sources === undefined ? refuse('insufficient') : { kind: 'reserved', sources, amounts };
}

/** Returns the amount of a payin that can still be refunded. The payer would get a disputed amount twice. */
function amountLeft({ amountMinor, earlier, disputedMinor }: RefundablePayin): bigint {
  const leftMinor = amountMinor - earlier.amountMinor - disputedMinor;
  return leftMinor > 0n ? leftMinor : 0n;
}

/**
 * Divides a cost: the available balance pays first, then what is retained of the payin in hold, then in rolling.
 *
 * @returns undefined if all together do not cover the cost
 */
export function findSources(funds: RefundableFunds, costMinor: bigint): RefundSources | undefined {
  // Disputes may have taken the available balance below zero.
  const availableMinor = funds.availableMinor > 0n ? least(costMinor, funds.availableMinor) : 0n;
  const holdMinor = least(costMinor - availableMinor, funds.holdMinor);
  const rollingMinor = costMinor - availableMinor - holdMinor;
  return rollingMinor > funds.rollingMinor
    ? undefined
    : { availableMinor, holdMinor, rollingMinor };
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
