import type { Movement, RefundPosting } from '#domain/ledger/posting.ts';
import { post } from '../ledger/post.ts';
import type { Db } from '../platform/database/schema.ts';
import type { RefundRow } from '../platform/database/tables/refunds.ts';

/** Returns the amounts of a refund, as they were fixed when it was created, or taken. */
export function toPosting(refund: RefundRow): RefundPosting {
  return {
    gateId: refund.gate_id,
    currency: refund.currency,
    amountMinor: refund.amount_minor,
    paidBack: { currency: refund.payment_method_currency, amountMinor: refund.paid_back_minor },
    feeReturnedMinor: refund.fee_returned_minor,
    fixedFeeMinor: refund.fixed_fee_minor,
  };
}

/**
 * Posts a movement of a refund. Locks the gate's account.
 *
 * @throws if the gate has no such account, or its balance does not cover the movement; both are bugs
 */
export async function postRefund(
  trx: Db,
  refund: RefundRow,
  toMovement: (refund: RefundPosting) => Movement,
  at: Date,
): Promise<void> {
  const movement = toMovement(toPosting(refund));
  const result = await post(trx, movement, { orderId: refund.id, at });
  if (result !== 'posted') throw new Error(`${movement.kind} of refund ${refund.id}: ${result}`);
}
