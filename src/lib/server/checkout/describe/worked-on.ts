import type { PayinOrder } from '#contract/schemas/payin.ts';

import { phaseOf } from '../../../checkout/phase.ts';
import { hasNewMessage, type ReadArrival } from '../status-address.ts';

interface Known {
  order: PayinOrder;
  /** Whether the order is of this service, which says itself what became of a card. */
  isOwn: boolean;
}

/**
 * Whether a card that was sent is still worked on though its order is CREATED: another deployment takes a card with
 * 200 and may go on with it for a while. A new message, another status, or the end of the patience tells otherwise.
 */
export const isWorkedOn = (
  { order, isOwn }: Known,
  { from, waitedMs }: Pick<ReadArrival, 'from' | 'waitedMs'>,
  patienceMs: number,
): boolean =>
  phaseOf(order.status) === 'form' &&
  !isOwn &&
  from !== undefined &&
  waitedMs < patienceMs &&
  !hasNewMessage(order, from);
