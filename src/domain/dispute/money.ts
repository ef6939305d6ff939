import type { DisputeStanding } from './status.ts';
import type { RefundedPayin } from '../order/refund.ts';
import { shareHalfUp } from '../order/refund.ts';

/** A payin, and what its refunds and its other disputes leave of it. */
export interface DisputablePayin extends Pick<RefundedPayin, 'amountMinor' | 'paidMinor'> {
  /** Refunds that succeeded, are under way, or were made after their end. */
  refunded: PayinPart;
  /** What the ledger has for the payin's other disputes. */
  otherDisputes: PayinPart;
}

/** A part of a payin: in its own currency, and in the currency that was paid. */
export interface PayinPart {
  amountMinor: bigint;
  paidMinor: bigint;
}

/** What a dispute takes from the merchant. */
export interface DisputeShare {
  /** What the ledger takes, in both currencies. */
  taken: PayinPart;
  /** What is disputed beyond that, in the payin's currency. Nothing is taken for it. */
  unreservedMinor: bigint;
}

const NOTHING: PayinPart = { amountMinor: 0n, paidMinor: 0n };

/**
 * Divides a disputed amount into what the ledger takes and what it does not. Together with the payin's other disputes
 * it takes at most what was paid and not refunded, and besides that what operators charged because the acquirer did
 * take it. If no notice has an amount, the whole payment is disputed. While a dispute takes no money, nothing limits it.
 */
export function divideDisputed(
  { disputedMinor, chargedMinor, money }: DisputeStanding,
  payin: DisputablePayin,
): DisputeShare {
  const claimMinor = disputedMinor ?? payin.paidMinor;
  const claim = { amountMinor: inPayinCurrency(payin, claimMinor), paidMinor: claimMinor };
  if (money === 'untouched') return { taken: claim, unreservedMinor: 0n };
  const left = leftOf(payin);
  const excessMinor = claimMinor - left.paidMinor;
  if (excessMinor <= 0n) {
    // The last part completes the whole, so that rounding leaves nothing.
    const amountMinor =
      excessMinor === 0n ? left.amountMinor : least(claim.amountMinor, left.amountMinor);
    return { taken: { amountMinor, paidMinor: claimMinor }, unreservedMinor: 0n };
  }
  const aboveMinor = inPayinCurrency(payin, excessMinor);
  const charged = chargedPart(payin, least(chargedMinor, aboveMinor), { aboveMinor, excessMinor });
  return {
    taken: {
      amountMinor: left.amountMinor + charged.amountMinor,
      paidMinor: left.paidMinor + charged.paidMinor,
    },
    unreservedMinor: aboveMinor - charged.amountMinor,
  };
}

function leftOf({ amountMinor, paidMinor, refunded, otherDisputes }: DisputablePayin): PayinPart {
  const left = {
    amountMinor: amountMinor - refunded.amountMinor - otherDisputes.amountMinor,
    paidMinor: paidMinor - refunded.paidMinor - otherDisputes.paidMinor,
  };
  return left.amountMinor > 0n && left.paidMinor > 0n ? left : NOTHING;
}

function chargedPart(
  { amountMinor, paidMinor }: DisputablePayin,
  chargedMinor: bigint,
  { aboveMinor, excessMinor }: { aboveMinor: bigint; excessMinor: bigint },
): PayinPart {
  if (chargedMinor === 0n) return NOTHING;
  const share =
    chargedMinor === aboveMinor ? excessMinor : shareHalfUp(paidMinor, chargedMinor, amountMinor);
  return { amountMinor: chargedMinor, paidMinor: least(share, excessMinor) };
}

function inPayinCurrency({ amountMinor, paidMinor }: DisputablePayin, minor: bigint): bigint {
  return shareHalfUp(amountMinor, minor, paidMinor);
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** An amount in an acquirer's currency. */
export interface AcquirerAmount {
  amountMinor: bigint;
  currency: string;
}

/** What an event says about the money of a dispute. */
export interface ReportedClaim {
  /** The disputed amount; undefined if the event does not state it. */
  disputed: AcquirerAmount | undefined;
  /** For a lost dispute, every movement of the account with the acquirer: negative if it was taken. */
  movements?: readonly AcquirerAmount[] | undefined;
}

/**
 * Returns the disputed amount in the currency of the payment, and what is wrong with it. What the acquirer moved counts
 * more than what is disputed, because it may have taken less. The amount is undefined if there is none in that currency.
 */
export function claimedAmount(
  { disputed, movements }: ReportedClaim,
  currency: string,
): { claimMinor: bigint | undefined; problem?: string } {
  const isInCurrency = (amount: AcquirerAmount) => amount.currency === currency;
  if (movements !== undefined && movements.length > 0 && movements.every(isInCurrency)) {
    const takenMinor = movements.reduce((sum, { amountMinor }) => sum - amountMinor, 0n);
    return { claimMinor: takenMinor > 0n ? takenMinor : 0n };
  }
  const claim = disputedAmount(disputed, currency);
  if (movements === undefined || claim.problem !== undefined) return claim;
  return { ...claim, problem: `it does not say how much ${currency} it took.` };
}

function disputedAmount(
  disputed: AcquirerAmount | undefined,
  currency: string,
): { claimMinor: bigint | undefined; problem?: string } {
  if (disputed === undefined || disputed.amountMinor <= 0n) return { claimMinor: undefined };
  if (disputed.currency === currency) return { claimMinor: disputed.amountMinor };
  const problem = `it disputes ${disputed.currency}, and ${currency} was paid.`;
  return { claimMinor: undefined, problem };
}
