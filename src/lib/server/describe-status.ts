import { CANCELLED, type PayinOrder } from '#contract/payin.ts';

import { phaseOf } from '../order/phase.ts';
import type { StatusView } from '../order/status-view.ts';
import { webAddress } from '../order/web-address.ts';
import { fingerprint, orderAddress, statusAddress, type ReadArrival } from './status-address.ts';

/**
 * What the status page shows for an order; undefined where the order awaits a card and its form is
 * the page to be on. Success is inferred from nothing but the order.
 */
export const describeStatus = (
  order: PayinOrder,
  arrival: ReadArrival,
  pendingAfterMs: number,
): StatusView | undefined => {
  const phase = phaseOf(order.status);
  if (phase === 'form') return undefined;
  if (phase === 'waiting') return describeWait(order, arrival, pendingAfterMs);
  const isCancelled = phase === 'expired' && order.resolution_message === CANCELLED;
  return { state: isCancelled ? 'cancelled' : phase, leaveTo: webAddress(order.return_url) };
};

const describeWait = (
  order: PayinOrder,
  arrival: ReadArrival,
  pendingAfterMs: number,
): StatusView => {
  const bankPage = challengeOf(order, arrival.from);
  if (bankPage !== undefined && arrival.from !== undefined) {
    return { state: 'challenge', leaveTo: bankPage };
  }
  const again = statusAddress(order.id, { sinceMs: arrival.sinceMs });
  const patienceMs = pendingAfterMs - arrival.waitedMs;
  if (patienceMs > 0) return { state: 'waiting', bankPage, again, patienceMs };
  const leaveTo = webAddress(order.return_url);
  return { state: 'pending', leaveTo, bankPage, again: leaveTo === undefined ? again : undefined };
};

/**
 * The issuer's page, when there is one: pay_url is no longer what it was before the card was sent.
 * Where that is not known, what it was is taken to be this page.
 */
const challengeOf = (order: PayinOrder, from: string | undefined): string | undefined => {
  const payUrl = webAddress(order.pay_url);
  if (payUrl === undefined) return undefined;
  const hasChanged =
    from === undefined
      ? !payUrl.endsWith(orderAddress(order.id))
      : from !== fingerprint(order.pay_url ?? '');
  return hasChanged ? payUrl : undefined;
};
