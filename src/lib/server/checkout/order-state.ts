import type { CheckoutContext } from '#contract/schemas/checkout.ts';
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
  type Arrival,
  type ReadArrival,
} from './status-address.ts';

/** What the status page depends on in addition to the order. Undefined means unknown. */
interface StatusTerms {
  pendingAfterMs: number;
  attemptsLeft?: number | undefined;
  endedBy?: CheckoutContext['ended_by'];
  /** Whether the order belongs to this service. */
  isOwn: boolean;
}

/**
 * How long the page says that it is checking after the bank sent the shopper back: the bank's answer may take a
 * moment.
 */
const ANSWER_ON_THE_WAY_MS = 8000;

/**
 * Returns what the status page shows for an order; undefined if the order awaits a card, so that the form is the
 * right page. Success is inferred only from the order.
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
  const state = isCancelled ? 'cancelled' : phase;
  return { state, leaveTo: webAddress(order.return_url), isUnused: arrival.isUnused };
}

/** Returns an order's state for the scripts of its pages. */
export function describeAnswer(
  opened: Pick<OpenCheckout, 'order' | 'failure' | 'terms' | 'isOwn'>,
  arrival: Arrival & Pick<ReadArrival, 'waitedMs' | 'from'>,
  { language, pendingAfterMs }: { language: Language; pendingAfterMs: number },
): FormAnswer {
  const { order, terms } = opened;
  const phase = isStillProcessing(opened, arrival, pendingAfterMs)
    ? 'waiting'
    : phaseOf(order.status);
  if (phase !== 'form') return { phase, next: statusAddress(order.id, arrival) };
  const notice = describeDecline(opened, language.messages.form);
  const { attemptsLeft, secondsLeft } = terms;
  return { phase, attemptsLeft, notice, secondsLeft };
}

/**
 * Tells whether a card that was sent may still be in process although its order is CREATED. Another deployment may
 * accept a card with 200 and process it for a while. A new message, another status, or the end of the wait ends this.
 * Orders of this service never need it, since they report their attempts.
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

/** The reasons as shown to shoppers. For a stolen card the reason only says that another card is needed. */
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
  unanswered: 'authentication',
  stolen: 'anotherCard',
  fraud: 'anotherCard',
  closed_account: 'anotherCard',
  try_later: 'later',
  other: undefined,
};

/** Describes an attempt that never reached the bank. */
export function describeNotSent({ notSent, notSentRetry }: FormMessages): Notice {
  return { title: notSent, text: [notSentRetry] };
}

/** The reasons that other details of the same card may remove. */
const BY_DETAILS: readonly (ShownReason | undefined)[] = ['number', 'code', 'expired', undefined];

/**
 * Describes the last decline of an order that awaits a card again. The order shows that it was declined; the service
 * may say why. The acquirer's own words are for the merchant only.
 */
export function describeDecline(
  { order, failure, terms }: Pick<OpenCheckout, 'order' | 'failure' | 'terms'>,
  messages: FormMessages,
): Notice | undefined {
  if (!order.provider_error_message) return undefined;
  if (failure?.outcome === 'never_seen') {
    return describeNotSent(messages);
  }
  const known = failure?.reason && SHOWN_REASONS[failure.reason];
  const reason = failure?.another_card ? 'anotherCard' : known;
  const retry = BY_DETAILS.includes(reason) ? messages.declinedRetry : messages.declinedOther;
  const text = failure?.another_card ? [] : [retry];
  if (reason) text.unshift(messages.reasons[reason]);
  if (terms.attemptsLeft) {
    text.push(fill(messages.attemptsLeft, { count: String(terms.attemptsLeft) }));
  }
  return { title: messages.declined, text };
}

/** Describes the refusal of all cards for a while. The form stays, for a later try. */
export function describeTooMany({ states, form }: Pick<Messages, 'states' | 'form'>): Notice {
  return { title: states.tooMany.title, text: [form.tooManyCards] };
}

function describeWait(order: PayinOrder, arrival: ReadArrival, terms: StatusTerms): StatusView {
  const bankPage = challengeOf(order, arrival.from);
  if (bankPage !== undefined) return describeChallenge(order, bankPage, arrival, terms);
  const { sinceMs, isUnused, lang } = arrival;
  const again = statusAddress(order.id, { sinceMs, isUnused, lang });
  const patienceMs = terms.pendingAfterMs - arrival.waitedMs;
  if (patienceMs > 0) return { state: 'waiting', again, patienceMs, isUnused };
  const leaveTo = webAddress(order.return_url);
  return { state: 'pending', leaveTo, again: leaveTo === undefined ? again : undefined, isUnused };
}

/** Sends the shopper to the bank at first. If they come back without a result, they decide what to do. */
function describeChallenge(
  order: PayinOrder,
  bankPage: string,
  arrival: ReadArrival,
  { attemptsLeft = 0 }: StatusTerms,
): StatusView {
  if (arrival.from !== undefined) return { state: 'challenge', leaveTo: bankPage };
  const { isUnused, lang } = arrival;
  const sinceMs = arrival.isBack ? arrival.sinceMs : undefined;
  const since = sinceMs === undefined ? {} : { sinceMs };
  const again = statusAddress(order.id, { ...since, isUnused, lang });
  const patienceMs = ANSWER_ON_THE_WAY_MS - arrival.waitedMs;
  return arrival.isBack && patienceMs > 0
    ? { state: 'waiting', bankPage, again, patienceMs, isUnused }
    : { state: 'bankWaits', bankPage, again, mayTakeAnotherCard: attemptsLeft > 0, isUnused };
}

/**
 * Returns the issuer's page, if there is one: pay_url has changed since the card was sent. If its earlier value is
 * unknown, it is assumed to have been this page.
 */
function challengeOf(order: PayinOrder, from: string | undefined): string | undefined {
  const payUrl = webAddress(order.pay_url);
  if (payUrl === undefined) return undefined;
  const hasChanged =
    from === undefined ? !payUrl.endsWith(orderAddress(order.id)) : hasNewAddress(order, from);
  return hasChanged ? payUrl : undefined;
}
