import type { Surroundings } from '#contract/schemas/checkout.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';

import { phaseOf } from '../../../checkout/phase.ts';
import type { StatusView } from '../../../checkout/status-view.ts';
import { webAddress } from '../../../checkout/web-address.ts';
import { hasNewAddress, orderAddress, statusAddress, type ReadArrival } from '../status-address.ts';
import { isWorkedOn } from './worked-on.ts';

/** What the page is judged by, beside the order. What is undefined, nobody says. */
interface StatusTerms {
  pendingAfterMs: number;
  attemptsLeft?: number | undefined;
  endedBy?: Surroundings['ended_by'];
  /** Whether the order is of this service. */
  isOwn: boolean;
}

/** A shopper whom the bank sends back is told that it is checking: its answer is a moment on the way. */
const ANSWER_ON_THE_WAY_MS = 8000;

/**
 * What the status page shows for an order; undefined where the order awaits a card and its form is
 * the page to be on. Success is inferred from nothing but the order.
 */
export const describeStatus = (
  order: PayinOrder,
  arrival: ReadArrival,
  terms: StatusTerms,
): StatusView | undefined => {
  const phase = phaseOf(order.status);
  if (isWorkedOn({ order, isOwn: terms.isOwn }, arrival, terms.pendingAfterMs)) {
    const again = statusAddress(order.id, arrival);
    return { state: 'waiting', again, patienceMs: terms.pendingAfterMs - arrival.waitedMs };
  }
  if (phase === 'form') return undefined;
  if (phase === 'waiting') return describeWait(order, arrival, terms);
  const isCancelled = phase === 'expired' && terms.endedBy === 'cancelled';
  return { state: isCancelled ? 'cancelled' : phase, leaveTo: webAddress(order.return_url) };
};

const describeWait = (order: PayinOrder, arrival: ReadArrival, terms: StatusTerms): StatusView => {
  const bankPage = challengeOf(order, arrival.from);
  if (bankPage !== undefined) return describeChallenge(order, bankPage, arrival, terms);
  const again = statusAddress(order.id, { sinceMs: arrival.sinceMs });
  const patienceMs = terms.pendingAfterMs - arrival.waitedMs;
  if (patienceMs > 0) return { state: 'waiting', again, patienceMs };
  const leaveTo = webAddress(order.return_url);
  return { state: 'pending', leaveTo, again: leaveTo === undefined ? again : undefined };
};

/** On to the bank at first; back from there without an answer, the shopper decides. */
const describeChallenge = (
  order: PayinOrder,
  bankPage: string,
  arrival: ReadArrival,
  { attemptsLeft = 0 }: StatusTerms,
): StatusView => {
  if (arrival.from !== undefined) return { state: 'challenge', leaveTo: bankPage };
  const again = statusAddress(order.id, arrival.isBack ? { sinceMs: arrival.sinceMs } : {});
  const patienceMs = ANSWER_ON_THE_WAY_MS - arrival.waitedMs;
  return arrival.isBack && patienceMs > 0
    ? { state: 'waiting', bankPage, again, patienceMs }
    : { state: 'bankWaits', bankPage, again, mayTakeAnotherCard: attemptsLeft > 0 };
};

/**
 * The issuer's page, when there is one: pay_url is no longer what it was before the card was sent.
 * Where that is not known, what it was is taken to be this page.
 */
const challengeOf = (order: PayinOrder, from: string | undefined): string | undefined => {
  const payUrl = webAddress(order.pay_url);
  if (payUrl === undefined) return undefined;
  const hasChanged =
    from === undefined ? !payUrl.endsWith(orderAddress(order.id)) : hasNewAddress(order, from);
  return hasChanged ? payUrl : undefined;
};
