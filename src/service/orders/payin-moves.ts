import type { PayinCause } from '#domain/order/payin-status.ts';
import { isUnderWay, type OrderStatus } from '#domain/order/status.ts';
import type { ProviderNews } from '../providers/provider.ts';
import { WAITING_TIME_EXCEEDED } from './expire-payins.ts';
import type { PayinMove } from './move-payin.ts';

/** What is known of an attempt; `unknown` is a provider's silence. */
export type AttemptNews = ProviderNews | { outcome: 'unknown' };

export type PlannedMove = Omit<PayinMove, 'at'>;

/**
 * The moves of an order on news of its open attempt, in their sequence: none where the order is where
 * it belongs already, or has ended. Whatever the status and the news, each of them is in the table of
 * transitions.
 */
export function movesFor(
  status: OrderStatus,
  news: AttemptNews,
  mayTryAgain: boolean,
): PlannedMove[] {
  if (!isUnderWay(status)) return [];
  const move = moveFor(news, mayTryAgain);
  if (move.to === status) return [];
  // The challenge was made and abandoned before anybody heard of it: both are noted now.
  return move.to === 'CLOSED' && status === 'IN_PROGRESS' ? [CHALLENGED, move] : [move];
}

const CHALLENGED = { to: 'PROCESS_PENDING', cause: 'challenge_required' } as const;

function moveFor(news: AttemptNews, mayTryAgain: boolean): PlannedMove {
  switch (news.outcome) {
    case 'approved':
      return {
        to: 'SUCCESS',
        cause: 'provider_approved',
        changes: { resolution: 'OK', rrn: news.rrn ?? null, challenge_url: null },
      };
    case 'hard_decline':
      return declined(news.message);
    case 'soft_decline':
      return mayTryAgain ? tryAgain('soft_decline', news.message) : declined(news.message);
    case 'never_seen':
      return mayTryAgain ? tryAgain('attempt_never_seen', NEVER_SEEN) : declined(NEVER_SEEN);
    case 'challenge':
      return { ...CHALLENGED, changes: { challenge_url: news.url } };
    case 'abandoned':
      return {
        to: 'CLOSED',
        cause: 'challenge_abandoned',
        changes: { ...WAITING_TIME_EXCEEDED, challenge_url: null },
      };
    case 'pending':
      return { to: 'PROCESS_PENDING', cause: 'provider_pending' };
    case 'unknown':
      return { to: 'PROCESS_PENDING', cause: 'provider_silent' };
  }
}

const NEVER_SEEN = 'The payment did not reach the bank.';

function declined(message: string): PlannedMove {
  return {
    to: 'FAILED',
    cause: 'provider_declined',
    changes: {
      resolution: 'PROVIDER_ERROR',
      resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
      resolution_message: 'The provider declined the payment.',
      provider_error_message: message,
      challenge_url: null,
    },
  };
}

function tryAgain(
  cause: Extract<PayinCause, 'soft_decline' | 'attempt_never_seen'>,
  message: string,
): PlannedMove {
  return {
    to: 'CREATED',
    cause,
    changes: { provider_error_message: message, challenge_url: null },
  };
}
