import type { Surroundings } from '#contract/schemas/checkout.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import type { DeclineReason } from '#domain/card/decline-reason.ts';

import type { FormAnswer, Notice } from '../../card-form/form-view.ts';
import { phaseOf, webAddress, type StatusView } from '../../checkout/checkout.ts';
import type { Language } from '../../i18n/languages.ts';
import { fill, type FormMessages, type Messages, type ShownReason } from '../../i18n/messages.ts';
import type { OpenCheckout } from './open-checkout.ts';
import {
  hasNewAddress,
  hasNewMessage,
  orderAddress,
  statusAddress,
  type ReadArrival,
} from './status-address.ts';

/** What a status depends on, beside the order. What is undefined is not known. */
interface StatusTerms {
  pendingAfterMs: number;
  attemptsLeft?: number | undefined;
  endedBy?: Surroundings['ended_by'];
  /** Whether the order is of this service. */
  isOwn: boolean;
}

/** After the bank sends a shopper back, its answer may take a moment: so long the page says that it is checking. */
const ANSWER_ON_THE_WAY_MS = 8000;

/**
 * What the status page shows for an order; undefined where the order awaits a card and its form is
 * the page to be on. Success is inferred from nothing but the order.
 */
export function describeStatus(
  order: PayinOrder,
  arrival: ReadArrival,
  terms: StatusTerms,
): StatusView | undefined {
  const phase = phaseOf(order.status);
  if (isStillProcessing({ order, isOwn: terms.isOwn }, arrival, terms.pendingAfterMs)) {
    const again = statusAddress(order.id, arrival);
    return { state: 'waiting', again, patienceMs: terms.pendingAfterMs - arrival.waitedMs };
  }
  if (phase === 'form') return undefined;
  if (phase === 'waiting') return describeWait(order, arrival, terms);
  const isCancelled = phase === 'expired' && terms.endedBy === 'cancelled';
  return { state: isCancelled ? 'cancelled' : phase, leaveTo: webAddress(order.return_url) };
}

/** Where an order stands, for the scripts of its pages. */
export function describeAnswer(
  opened: Pick<OpenCheckout, 'order' | 'failure' | 'terms' | 'isOwn'>,
  arrival: Pick<ReadArrival, 'sinceMs' | 'waitedMs' | 'from'>,
  { language, pendingAfterMs }: { language: Language; pendingAfterMs: number },
): FormAnswer {
  const { order, terms } = opened;
  const phase = isStillProcessing(opened, arrival, pendingAfterMs)
    ? 'waiting'
    : phaseOf(order.status);
  if (phase !== 'form') return { phase, next: statusAddress(order.id, arrival) };
  const notice = describeDecline(opened, language.messages.form);
  return { phase, attemptsLeft: terms.attemptsLeft, notice };
}

/**
 * Whether a card that was sent may still be processed though its order is CREATED: another deployment takes a card
 * with 200 and may go on with it for a while. A new message, another status, or the end of the wait says otherwise;
 * an order of this service says itself what became of a card.
 */
export function isStillProcessing(
  { order, isOwn }: Pick<OpenCheckout, 'order' | 'isOwn'>,
  { from, waitedMs }: Pick<ReadArrival, 'from' | 'waitedMs'>,
  pendingAfterMs: number,
): boolean {
  return (
    phaseOf(order.status) === 'form' &&
    !isOwn &&
    from !== undefined &&
    waitedMs < pendingAfterMs &&
    !hasNewMessage(order, from)
  );
}

/** The reason that a shopper reads. For a stolen card it is only that another card is needed. */
const SHOWN_REASONS: Readonly<Record<DeclineReason, ShownReason | undefined>> = {
  insufficient_funds: 'funds',
  incorrect_number: 'number',
  incorrect_code: 'code',
  expired_card: 'expired',
  limit: 'limit',
  under_minimum: 'minimum',
  not_permitted: 'notPermitted',
  not_authenticated: 'authentication',
  cancelled: 'cancelled',
  stolen: 'anotherCard',
  fraud: 'anotherCard',
  closed_account: 'anotherCard',
  try_later: 'later',
  other: undefined,
};

/**
 * How an order that awaits a card again was declined, as the form shows it. That it was, the order
 * says; why, the service, where it says so. The acquirer's own words are for the merchant.
 */
export function describeDecline(
  { order, failure, terms }: Pick<OpenCheckout, 'order' | 'failure' | 'terms'>,
  messages: FormMessages,
): Notice | undefined {
  if (!order.provider_error_message) return undefined;
  if (failure?.outcome === 'never_seen') {
    return { title: messages.notSent, text: [messages.notSentRetry] };
  }
  const known = failure?.reason && SHOWN_REASONS[failure.reason];
  const reason = failure?.another_card ? 'anotherCard' : known;
  const text = failure?.another_card ? [] : [messages.declinedRetry];
  if (reason) text.unshift(messages.reasons[reason]);
  if (terms.attemptsLeft) {
    text.push(fill(messages.attemptsLeft, { count: String(terms.attemptsLeft) }));
  }
  return { title: messages.declined, text };
}

/** The form stays, for a card in a while. */
export function describeTooMany({ states, form }: Pick<Messages, 'states' | 'form'>): Notice {
  return { title: states.tooMany.title, text: [form.tooManyCards] };
}

function describeWait(order: PayinOrder, arrival: ReadArrival, terms: StatusTerms): StatusView {
  const bankPage = challengeOf(order, arrival.from);
  if (bankPage !== undefined) return describeChallenge(order, bankPage, arrival, terms);
  const again = statusAddress(order.id, { sinceMs: arrival.sinceMs });
  const patienceMs = terms.pendingAfterMs - arrival.waitedMs;
  if (patienceMs > 0) return { state: 'waiting', again, patienceMs };
  const leaveTo = webAddress(order.return_url);
  return { state: 'pending', leaveTo, again: leaveTo === undefined ? again : undefined };
}

/** On to the bank at first; back from there without an answer, the shopper decides. */
function describeChallenge(
  order: PayinOrder,
  bankPage: string,
  arrival: ReadArrival,
  { attemptsLeft = 0 }: StatusTerms,
): StatusView {
  if (arrival.from !== undefined) return { state: 'challenge', leaveTo: bankPage };
  const again = statusAddress(order.id, arrival.isBack ? { sinceMs: arrival.sinceMs } : {});
  const patienceMs = ANSWER_ON_THE_WAY_MS - arrival.waitedMs;
  return arrival.isBack && patienceMs > 0
    ? { state: 'waiting', bankPage, again, patienceMs }
    : { state: 'bankWaits', bankPage, again, mayTakeAnotherCard: attemptsLeft > 0 };
}

/**
 * The issuer's page, when there is one: pay_url is no longer what it was before the card was sent.
 * Where that is not known, what it was is taken to be this page.
 */
function challengeOf(order: PayinOrder, from: string | undefined): string | undefined {
  const payUrl = webAddress(order.pay_url);
  if (payUrl === undefined) return undefined;
  const hasChanged =
    from === undefined ? !payUrl.endsWith(orderAddress(order.id)) : hasNewAddress(order, from);
  return hasChanged ? payUrl : undefined;
}
