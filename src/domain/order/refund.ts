/** A payin as its refunds are computed by, in minor units. */
export interface RefundedPayin {
  amountMinor: bigint;
  /** What its payer paid, in the currency of the payment method. */
  paidMinor: bigint;
  feeTotalMinor: bigint;
}

/** What the refunds of a payin that did not fail come to, together. */
export interface Refunded {
  amountMinor: bigint;
  paidBackMinor: bigint;
  feeReturnedMinor: bigint;
}

/** What a payment method says of refunds. */
export interface RefundFees {
  /** Whether the merchant gets the payin's fee back, in proportion. */
  feeReturned: boolean;
  /** What a refund costs the merchant by itself. */
  fixedFeeMinor: bigint;
}

/** One refund: in the order's currency, but for what the payer gets. */
export interface RefundAmounts extends Refunded {
  fixedFeeMinor: bigint;
  /** What the merchant's balance has to give. */
  costMinor: bigint;
}

/**
 * Divides a payin's amounts by the share that is refunded. Each part is the rounded share of all that is
 * refunded by then, less what earlier refunds had: so the parts never exceed the whole, and the last one
 * completes it.
 *
 * @param amountMinor at most what is left of the payin's amount
 */
export function refundAmounts(
  payin: RefundedPayin,
  earlier: Refunded,
  amountMinor: bigint,
  fees: RefundFees,
): RefundAmounts {
  const refundedMinor = earlier.amountMinor + amountMinor;
  if (refundedMinor > payin.amountMinor) throw new RangeError('more is refunded than was paid');
  const part = (wholeMinor: bigint, hadMinor: bigint) => {
    const shareMinor = shareHalfUp(wholeMinor, refundedMinor, payin.amountMinor) - hadMinor;
    return shareMinor > 0n ? shareMinor : 0n;
  };
  const { fixedFeeMinor } = fees;
  // Something leaves the balance in any case: a share of the fee may round up to all that is refunded.
  const mostFeeMinor = amountMinor + fixedFeeMinor - 1n;
  const feeMinor = fees.feeReturned ? part(payin.feeTotalMinor, earlier.feeReturnedMinor) : 0n;
  const feeReturnedMinor = feeMinor > mostFeeMinor ? mostFeeMinor : feeMinor;
  return {
    amountMinor,
    paidBackMinor: part(payin.paidMinor, earlier.paidBackMinor),
    feeReturnedMinor,
    fixedFeeMinor,
    costMinor: amountMinor - feeReturnedMinor + fixedFeeMinor,
  };
}

/** `whole × part / of`, rounded half up once. */
export function shareHalfUp(wholeMinor: bigint, partMinor: bigint, ofMinor: bigint): bigint {
  return (2n * wholeMinor * partMinor + ofMinor) / (2n * ofMinor);
}
