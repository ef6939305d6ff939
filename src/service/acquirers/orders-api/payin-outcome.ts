import { majorNumber } from '#contract/schemas/order.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import type { DeclineReason } from '#domain/card/decline-reason.ts';
import type { ResolutionCode } from '#domain/order/resolution.ts';
import { declineMessage } from '../decline-message.ts';
import { ContradictionError, type KnownAttempt, type AcquirerOutcome } from '../port.ts';
import { messageDigest, type SavedOrder } from './reference.ts';

type Payment = Pick<KnownAttempt, 'id' | 'amountMinor' | 'currency'>;
type Expected = Payment & Pick<KnownAttempt, 'challengeUrl'>;

/**
 * Returns what the acquirer's order means for its attempt. The order belongs to this attempt alone and gets card
 * data once. So if it awaits a card again, it declined that card; or it never got the card, if it awaits one when the
 * request with the card is too old for the acquirer.
 *
 * @throws ContradictionError for another reference, amount or currency
 */
export function outcomeOf(
  order: PayinOrder,
  attempt: Expected,
  { payUrl, message, refusedFrom }: SavedOrder,
  now: Date,
): AcquirerOutcome {
  expectSameOrder(order, attempt);
  const reference = order.id;
  switch (order.status) {
    case 'SUCCESS':
      return { outcome: 'approved', reference, rrn: order.rrn };
    case 'FAILED':
      return { outcome: 'hard_decline', ...declined(order) };
    case 'CLOSED':
      return { outcome: attempt.challengeUrl === undefined ? 'never_seen' : 'abandoned' };
    case 'CREATED':
      if (messageDigest(order) !== message) return { outcome: 'soft_decline', ...declined(order) };
      // Without a new message, the card may still be on its way.
      return refusedFrom !== undefined && refusedFrom <= now
        ? { outcome: 'never_seen' }
        : { outcome: 'pending', reference, knownFrom: refusedFrom };
    case 'IN_PROGRESS':
      return { outcome: 'pending', reference };
    case 'PROCESS_PENDING':
      return order.pay_url === undefined || order.pay_url === payUrl
        ? { outcome: 'pending', reference }
        : { outcome: 'challenge', reference, url: order.pay_url };
  }
}

/**
 * Checks that the order is the attempt's. A wrong match would credit the wrong shop.
 *
 * @throws ContradictionError
 */
export function expectSameOrder(order: PayinOrder, attempt: Payment): void {
  const differing = [
    order.reference_id !== undefined && order.reference_id !== attempt.id && 'reference',
    order.currency !== attempt.currency && 'currency',
    !isAmount(order.amount, attempt.amountMinor) && 'amount',
  ].filter((name) => name !== false);
  if (differing.length === 0) return;
  throw new ContradictionError(`The acquirer's order has another ${differing.join(', ')}`);
}

/** Whether an amount of the API is exactly this many minor units: rounding would make others equal. */
export function isAmount(amount: number, minor: bigint): boolean {
  return amount === majorNumber(minor);
}

/**
 * Converts an amount of the API to minor units. It has at most two decimals, which a double represents precisely
 * enough to round back.
 */
export function minorOf(amount: number): bigint {
  return BigInt(Math.round(amount * 100));
}

interface Decline {
  reference: string;
  message: string;
  reason: DeclineReason;
  mayTryAnother: boolean;
}

/** Returns why the acquirer's order failed or declined a card. */
export function declined(order: PayinOrder): Decline {
  const code = order.resolution_code;
  return {
    reference: order.id,
    message: declineMessage(order.provider_error_message, order.resolution_message),
    reason: (code && REASONS[code]) ?? 'other',
    mayTryAnother: code !== undefined && OWN_CODES.has(code),
  };
}

/** Reasons by resolution code. For an acquirer's decline, the API gives only free text, which is not parsed. */
const REASONS: Partial<Record<ResolutionCode, DeclineReason>> = {
  AMOUNT_OVER_LIMIT: 'limit',
  AMOUNT_UNDER_LIMIT: 'limit',
  BLACKLISTED_INPUT_DATA: 'fraud',
  ORDER_CANNOT_BE_ROUTED: 'try_later',
  PROVIDER_NOT_SUPPORTED: 'try_later',
  BALANCE_UPDATE_FAILED: 'try_later',
};

/** Codes for which the acquirer decided by its own settings, without asking the card's issuer. */
const OWN_CODES: ReadonlySet<ResolutionCode> = new Set<ResolutionCode>([
  'AMOUNT_OVER_LIMIT',
  'AMOUNT_UNDER_LIMIT',
  'ORDER_CANNOT_BE_ROUTED',
  'PROVIDER_NOT_SUPPORTED',
  'BALANCE_UPDATE_FAILED',
]);
