import type { Customer } from '#contract/schemas/customer.ts';
import { normalizeEmail } from '#domain/customer/contact.ts';
import {
  limitsOf,
  reachedCards,
  reachedLimit,
  TESTED_BY,
  type AttemptLimits,
  type ReachedLimit,
  type RefusedBy,
  type TestedBy,
} from '#domain/order/attempt-limits.ts';
import { MAX_ATTEMPTS_PER_ORDER } from '#domain/order/attempt.ts';
import type { RoutedCard } from '#domain/routing/choose-routes.ts';
import type { Caller } from '../merchants/settings.ts';
import { systemError, type BusinessRefusal } from '../orders/evaluate-order.ts';
import type { ServiceContext } from '../platform/context.ts';
import { FINGERPRINTED } from '../platform/keyring.ts';
import { networkOf } from '../platform/network-of.ts';
import type { PayerContext } from '../acquirers/port.ts';
import type { AuthorizationContext, AuthorizationInput } from './store/authorize.ts';

/** What the limits need to know about a submitted payment. */
export interface LimitedPayment {
  input: AuthorizationInput;
  now: Date;
  payer: PayerContext;
  /** Undefined if the order is not paid by card. */
  card: { masked: string; routed: RoutedCard } | undefined;
  /** The customer of the order, with what the payer said of themselves. */
  customer: (order: AuthorizationContext) => Customer;
}

const HOUR_MS = 3_600_000;
/**
 * How long an attempt without an outcome counts as a decline, so that concurrent attempts keep to the limits. After
 * that it does not count: it is not the card's fault that an acquirer does not answer.
 */
const OPEN_ATTEMPT_COUNTS_MS = 60_000;
/** For how long a scheme's advice not to try a card again holds for a merchant. */
const ADVICE_VALID_MS = 30 * 24 * HOUR_MS;

/** Returns since when declines, advice and open attempts count for a payment that is submitted now. */
export function countedSince(
  now: Date,
): Pick<AuthorizationInput, 'declinedSince' | 'declinedOfDaySince' | 'advisedSince' | 'openSince'> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  return {
    declinedSince: ago(HOUR_MS),
    declinedOfDaySince: ago(24 * HOUR_MS),
    advisedSince: ago(ADVICE_VALID_MS),
    openSince: ago(OPEN_ATTEMPT_COUNTS_MS),
  };
}

/** Returns why the payer may not pay this order now: they are blocked, or a limit of attempts is reached. */
export function refusePayer(
  context: Pick<ServiceContext, 'limits'>,
  caller: Caller,
  { card, payer: { address } }: LimitedPayment,
  order: AuthorizationContext,
): PayerRefusal | undefined {
  const { limits } = context;
  const { blocked, doNotTryAgain, made, declined, underWay, merchant_id: merchantId } = order;
  const messages = card === undefined ? PAYER_REFUSALS : CARD_REFUSALS;
  if (blocked) return refusal('block_list', messages.blocked);
  const { retries, cards } = card === undefined ? NO_LIMITS : limitsReachedBy(context, order);
  const isOnPage = card !== undefined && caller.scope === 'page';
  if (doNotTryAgain || retries?.refuses) {
    const refusedBy = doNotTryAgain ? 'do_not_try_again' : retries?.limit;
    if (isOnPage) return { result: 'answered', answer: 'another_card', refusedBy };
    return refusal(refusedBy, doNotTryAgain ? messages.doNotTryAgain : CARD_REFUSALS.retries);
  }
  if (cards?.refuses) {
    const { limit: refusedBy } = cards;
    if (isOnPage) return { result: 'answered', answer: 'too_many_cards', refusedBy };
    return refusal(refusedBy, CARD_REFUSALS.testing);
  }
  if (declined + underWay >= (limits.cardDeclinesPerHour ?? Infinity)) {
    return refusal('card_declines_per_hour', messages.declined);
  }
  if (limits.addressDeclines.isReached({ merchantId, address })) {
    return refusal('address_declines_per_hour', messages.address);
  }
  if (made >= MAX_ATTEMPTS_PER_ORDER) {
    return refusal('attempts_per_order', 'The order was attempted too often.');
  }
  return undefined;
}

const CARD_REFUSALS = {
  blocked: 'The card or the customer is on a block list.',
  doNotTryAgain: 'The bank of the card refuses further attempts.',
  retries: "The card reached the card scheme's limit of declined attempts.",
  testing: 'Too many different cards were declined.',
  declined: 'The card was declined too often within an hour.',
  address: 'Cards from this address were declined too often within an hour.',
} as const;

const PAYER_REFUSALS = {
  blocked: 'The payer is on a block list.',
  doNotTryAgain: 'The bank refuses further attempts of this payment.',
  declined: 'Payments of this payer were declined too often within an hour.',
  address: 'Payments from this address were declined too often within an hour.',
} as const satisfies Record<Exclude<keyof typeof CARD_REFUSALS, 'retries' | 'testing'>, string>;

function refusal(refusedBy: RefusedBy | undefined, message: string): PayerRefusal {
  return { result: 'fails', refusal: systemError('BLACKLISTED_INPUT_DATA', message), refusedBy };
}

/** The order fails; or a shopper on our own page gets an answer, which leaves the order waiting. */
type PayerRefusal = { refusedBy: RefusedBy | undefined } & (
  | { result: 'fails'; refusal: BusinessRefusal }
  | { result: 'answered'; answer: 'another_card' | 'too_many_cards' }
);

export function limitsFor(
  { limits: { attempts } }: Pick<ServiceContext, 'limits'>,
  { attemptLimits }: Pick<AuthorizationContext, 'attemptLimits'>,
): AttemptLimits {
  return limitsOf(attempts, attemptLimits);
}

interface LimitsReached {
  retries: ReachedLimit | undefined;
  cards: ReachedLimit | undefined;
}

const NO_LIMITS: LimitsReached = { retries: undefined, cards: undefined };

function limitsReachedBy(
  context: Pick<ServiceContext, 'limits'>,
  order: AuthorizationContext,
): LimitsReached {
  const limits = limitsFor(context, order);
  const { overCards: over = [] } = order;
  return {
    retries: reachedLimit(limits, declineCounts(order)),
    cards: reachedCards(limits, { ...declineCounts(order), over }),
  };
}

export function declineCounts({
  declinedOfDay,
  declinedOf30Days,
  underWay,
  failedOfOrder,
}: AuthorizationContext) {
  return {
    ofDay: declinedOfDay + underWay,
    of30Days: declinedOf30Days + underWay,
    ofOrder: failedOfOrder,
  };
}

/** Counts and logs each limit that refused a payment by card, or would have refused it outside a dry run. */
export function reportLimit(
  context: Pick<ServiceContext, 'limits' | 'metrics' | 'log'>,
  { card, input: { payinId: orderId } }: LimitedPayment,
  order: AuthorizationContext,
): void {
  if (card === undefined) return;
  const { retries, cards } = limitsReachedBy(context, order);
  const reached = [
    order.doNotTryAgain ? ({ limit: 'do_not_try_again', refuses: true } as const) : retries,
    cards,
  ];
  const { merchant_id: merchantId } = order;
  for (const { limit, refuses } of reached.filter((each) => each !== undefined)) {
    const result = refuses ? 'refused' : 'would_refuse';
    context.metrics.attemptLimited({ merchantId, limit, result });
    context.log.info({ merchantId, orderId, limit, result }, 'An attempt exceeds a limit');
  }
}

/** For how many hours a failed card counts. */
const HOURS_COUNTED = { address: 1, bin: 1, email: 24, order: 1 } as const satisfies Record<
  TestedBy,
  number
>;

/** Returns whether the payment is counted in the slot of its card, so that concurrent attempts keep to a limit. */
export function isCountedInSlot(
  { limits }: Pick<ServiceContext, 'limits'>,
  { card }: LimitedPayment,
  { attemptLimits }: AuthorizationContext,
): boolean {
  const { retry_rules: rules } = limitsFor({ limits }, { attemptLimits });
  return limits.cardDeclinesPerHour !== undefined || (card !== undefined && rules === 'on');
}

/**
 * Returns the keys by which different failed cards are counted, with their limits and since when they count. A key is
 * null if the payment has no such value, and all keys are null if failed cards are not counted.
 */
export function failedCardKeys(
  context: Pick<ServiceContext, 'limits' | 'keyring'>,
  submitted: LimitedPayment,
  order: AuthorizationContext,
) {
  const limits = limitsFor(context, order);
  const isCounted = submitted.card !== undefined && limits.card_testing !== 'off';
  const { email } = submitted.customer(order);
  const { address } = submitted.payer;
  const values: Record<TestedBy, string | null | undefined> = {
    address: address && networkOf(address),
    bin: submitted.card?.routed.bin,
    email: email && normalizeEmail(email),
    order: order.linkId,
  };
  const keyOf = (by: TestedBy) =>
    typeof values[by] === 'string' && isCounted
      ? context.keyring.fingerprint(FINGERPRINTED.failedCard, `${by} ${values[by]}`)
      : null;
  return {
    failureKeys: TESTED_BY.map(keyOf),
    mostFailed: TESTED_BY.map((by) => limits[`failed_cards_per_${by}`]),
    failedSince: TESTED_BY.map(
      (by) => new Date(submitted.now.getTime() - HOURS_COUNTED[by] * HOUR_MS),
    ),
  };
}
