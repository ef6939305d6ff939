import type { OrderStatus } from '#domain/order/status.ts';
import type { OrderFacts } from './order-facts.ts';
import { awaited, lastAttempt } from './why-attempts.ts';
import { WHY_CODES } from './why-codes.ts';

/** Why an order stands as it does: by its code where it has one, else by its status. */
export function explainOrder(facts: OrderFacts): string {
  const { code, status } = facts;
  if (code === null) return WHY_STATUSES[status](facts);
  const { general, order } = WHY_CODES[code];
  return order?.(facts) ?? general;
}

const WHY_STATUSES: Readonly<Record<OrderStatus, (facts: OrderFacts) => string>> = {
  CREATED: awaitsPayer,
  IN_PROGRESS: awaited,
  PROCESS_PENDING: awaited,
  SUCCESS: succeeded,
  // Both have a code; an order without one comes from elsewhere.
  FAILED: ({ message }) => `It failed. ${message}`,
  CLOSED: ({ message }) => `It was closed unpaid. ${message}`,
};

function awaitsPayer({ attempts, expiresAt, direction }: OrderFacts): string {
  if (direction === 'payout') return 'It was made, and nothing is reserved for it yet.';
  const until = expiresAt === undefined ? '' : ` until ${expiresAt.toISOString()}`;
  const last = lastAttempt(attempts);
  const before =
    last === undefined
      ? 'No card was tried yet.'
      : `The last attempt, at ${last.terminal ?? 'the acquirer'}, ended as ${last.outcome ?? 'unknown'}${
          last.decline_reason === null ? '' : ` (${last.decline_reason})`
        }; another card may be tried.`;
  return `It awaits its payer${until}. ${before}`;
}

function succeeded({ attempts, direction, amount, fee, total, since }: OrderFacts): string {
  const by = lastAttempt(attempts)?.terminal ?? 'The acquirer';
  const at = since.toISOString();
  return direction === 'payin'
    ? `${by} approved ${amount} at ${at}; ${total} of it is the merchant's, ${fee} the fee.`
    : `${by} paid ${amount} at ${at}; with the fee of ${fee} it cost the merchant ${total}.`;
}
