/** A payin's amounts that its refunds are computed from, in minor units. */
export interface RefundedPayin {
  amountMinor: bigint;
  /** The amount the payer paid, in the currency of the payment method. */
  paidMinor: bigint;
  feeTotalMinor: bigint;
}

/** The sums over a payin's earlier refunds that count. */
export interface Refunded {
  amountMinor: bigint;
  paidBackMinor: bigint;
  /** The amounts of those that returned a share of the fee, and these shares. */
  sharedMinor: bigint;
  feeReturnedMinor: bigint;
}

/** A payment method's refund settings. */
export interface RefundFees {
  /** Whether the merchant gets the payin's fee back, in proportion. */
  feeReturned: boolean;
  /** The fixed fee for each refund. */
  fixedFeeMinor: bigint;
}

/** One refund's amounts, in the order's currency, except what the payer gets. */
export interface RefundAmounts extends Refunded {
  fixedFeeMinor: bigint;
  /** The amount to take from the merchant's balance. */
  costMinor: bigint;
}

/**
 * Computes a refund's share of a payin's amounts. Each share is the rounded share of everything refunded so far, less
 * what earlier refunds took. So the shares never exceed the whole, and the last one completes it. The fee that earlier
 * refunds kept stays with us.
 *
 * @param amountMinor at most what is left of the payin's amount
 * @throws RangeError if it is more
 */
export function refundAmounts(
  payin: RefundedPayin,
  earlier: Refunded,
  amountMinor: bigint,
  fees: RefundFees,
): RefundAmounts {
  const refundedMinor = earlier.amountMinor + amountMinor;
  if (refundedMinor > payin.amountMinor) throw new RangeError('more is refunded than was paid');
  const part = (wholeMinor: bigint, partMinor: bigint, hadMinor: bigint) => {
    const shareMinor = shareHalfUp(wholeMinor, partMinor, payin.amountMinor) - hadMinor;
    return shareMinor > 0n ? shareMinor : 0n;
  };
  const { fixedFeeMinor } = fees;
  // At least one minor unit leaves the balance: the returned fee, rounded up, could otherwise cover the whole cost.
  const mostFeeMinor = amountMinor + fixedFeeMinor - 1n;
  const sharedMinor = fees.feeReturned ? amountMinor : 0n;
  const feeMinor = fees.feeReturned
    ? part(payin.feeTotalMinor, earlier.sharedMinor + sharedMinor, earlier.feeReturnedMinor)
    : 0n;
  const feeReturnedMinor = feeMinor > mostFeeMinor ? mostFeeMinor : feeMinor;
  return {
    amountMinor,
    paidBackMinor: part(payin.paidMinor, refundedMinor, earlier.paidBackMinor),
    sharedMinor,
    feeReturnedMinor,
    fixedFeeMinor,
    costMinor: amountMinor - feeReturnedMinor + fixedFeeMinor,
  };
}

/** Returns `whole × part / of`, rounded half up once. */
export function shareHalfUp(wholeMinor: bigint, partMinor: bigint, ofMinor: bigint): bigint {
  return (2n * wholeMinor * partMinor + ofMinor) / (2n * ofMinor);
}
