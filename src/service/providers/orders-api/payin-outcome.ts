import type { PayinOrder } from '#contract/schemas/payin.ts';
import type { DeclineReason } from '#domain/card/decline-reason.ts';
import type { ResolutionCode } from '#domain/order/resolution.ts';
import { declineMessage } from '../decline-message.ts';
import { ContradictionError, type KnownAttempt, type ProviderOutcome } from '../port.ts';
import { messageDigest, type SavedOrder } from './reference.ts';

type Payment = Pick<KnownAttempt, 'id' | 'amountMinor' | 'currency'>;
type Expected = Payment & Pick<KnownAttempt, 'challengeUrl'>;

/**
 * What the gateway's order means for the attempt that it was made for. The order is this attempt's alone
 * and gets card data once, so one that awaits a card again has declined the only one it will have.
 *
 * @throws ContradictionError for an order of another reference, amount or currency
 */
export function outcomeOf(
  order: PayinOrder,
  attempt: Expected,
  { payUrl, message }: SavedOrder,
): ProviderOutcome {
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
      // Without a new message the card data may still be on its way: the order has to end first.
      return messageDigest(order) === message
        ? { outcome: 'pending', reference }
        : { outcome: 'soft_decline', ...declined(order) };
    case 'IN_PROGRESS':
      return { outcome: 'pending', reference };
    case 'PROCESS_PENDING':
      return order.pay_url === undefined || order.pay_url === payUrl
        ? { outcome: 'pending', reference }
        : { outcome: 'challenge', reference, url: order.pay_url };
  }
}

/** An order that is taken for another one would credit the wrong shop. */
export function expectSameOrder(order: PayinOrder, attempt: Payment): void {
  const differing = [
    order.reference_id !== undefined && order.reference_id !== attempt.id && 'reference',
    order.currency !== attempt.currency && 'currency',
    minorOf(order.amount) !== attempt.amountMinor && 'amount',
  ].filter((name) => name !== false);
  if (differing.length === 0) return;
  throw new ContradictionError(`The gateway's order has another ${differing.join(', ')}`);
}

/** The interface writes at most two decimals, which a double holds exactly enough to round back. */
export function minorOf(amount: number): bigint {
  return BigInt(Math.round(amount * 100));
}

interface Decline {
  reference: string;
  message: string;
  reason: DeclineReason;
  mayTryAnother: boolean;
}

/** Why the gateway's order failed, or declined a card. */
export function declined(order: PayinOrder): Decline {
  const code = order.resolution_code;
  return {
    reference: order.id,
    message: declineMessage(order.provider_error_message, order.resolution_message),
    reason: (code && REASONS[code]) ?? 'other',
    mayTryAnother: code !== undefined && OWN_CODES.has(code),
  };
}

/** The interface gives a provider's decline no reason but its text, which is nobody's to read. */
const REASONS: Partial<Record<ResolutionCode, DeclineReason>> = {
  AMOUNT_OVER_LIMIT: 'limit',
  AMOUNT_UNDER_LIMIT: 'limit',
  BLACKLISTED_INPUT_DATA: 'fraud',
  ORDER_CANNOT_BE_ROUTED: 'try_later',
  PROVIDER_NOT_SUPPORTED: 'try_later',
  BALANCE_UPDATE_FAILED: 'try_later',
};

/** What the gateway decided by its own settings, without asking the card's issuer. */
const OWN_CODES: ReadonlySet<ResolutionCode> = new Set<ResolutionCode>([
  'AMOUNT_OVER_LIMIT',
  'AMOUNT_UNDER_LIMIT',
  'ORDER_CANNOT_BE_ROUTED',
  'PROVIDER_NOT_SUPPORTED',
  'BALANCE_UPDATE_FAILED',
]);
