import type { PayinCause } from '#domain/order/payin-status.ts';
import type { DeclineAdvice, DeclineReason } from '#domain/card/decline-reason.ts';
import type { AttemptOutcome } from '#domain/order/attempt.ts';
import { isUnderWay, type OrderStatus } from '#domain/order/status.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import type { NotTaken } from '../providers/acquirer.ts';
import type { ProviderOutcome } from '../providers/provider.ts';
import { WAITING_TIME_EXCEEDED } from './waiting-time.ts';
import type { PayinMove } from './move-payin.ts';

/** What is known of an attempt; `unknown` is a provider's silence. */
export type ReportedOutcome = ProviderOutcome | NotTaken | { outcome: 'unknown' };

export interface PlannedMove extends Pick<PayinMove, 'to' | 'cause'> {
  changes?: Partial<
    Pick<
      PayinRow,
      | 'resolution'
      | 'resolution_code'
      | 'resolution_message'
      | 'provider_error_message'
      | 'rrn'
      | 'challenge_url'
    >
  >;
}

/** How an attempt ended. */
export interface AttemptEnd {
  outcome: AttemptOutcome;
  reference: string | null;
  declineReason: DeclineReason | null;
  declineAdvice: DeclineAdvice | null;
}

/** Undefined while the attempt stays open. */
export function attemptEnd(reported: ReportedOutcome): AttemptEnd | undefined {
  const { outcome } = reported;
  if (outcome === 'pending' || outcome === 'challenge' || outcome === 'unknown') return undefined;
  return {
    outcome,
    reference: 'reference' in reported ? reported.reference : null,
    declineReason: 'reason' in reported ? reported.reason : null,
    declineAdvice: ('advice' in reported && reported.advice) || null,
  };
}

const FREES_ORDER: ReadonlySet<ReportedOutcome['outcome']> = new Set([
  'soft_decline',
  'never_seen',
  'not_taken',
  'abandoned',
]);

/**
 * Whether an order may await another card after this, if it has an attempt left. A challenge that was
 * given up frees the order only within its waiting time: after it nobody comes any more.
 */
export function freesOrder(
  { expires_at: expiresAt }: Pick<PayinRow, 'expires_at'>,
  outcome: ReportedOutcome['outcome'],
  at: Date,
): boolean {
  return FREES_ORDER.has(outcome) && !(outcome === 'abandoned' && expiresAt <= at);
}

/**
 * The transitions of an order by what is reported of its open attempt, in their sequence: none where the
 * order has the right status already, or a final one. Whatever the status and the outcome, each of them
 * is in the table of transitions.
 */
export function movesFor(
  status: OrderStatus,
  reported: ReportedOutcome,
  mayAttemptAgain: boolean,
): PlannedMove[] {
  if (!isUnderWay(status)) return [];
  const move = moveFor(reported, mayAttemptAgain);
  if (move.to === status) return [];
  // The challenge was made and abandoned before it was reported: both transitions are recorded now.
  return reported.outcome === 'abandoned' && status === 'IN_PROGRESS' ? [CHALLENGED, move] : [move];
}

const CHALLENGED = { to: 'PROCESS_PENDING', cause: 'challenge_required' } as const;

function moveFor(reported: ReportedOutcome, mayAttemptAgain: boolean): PlannedMove {
  switch (reported.outcome) {
    case 'approved':
      return {
        to: 'SUCCESS',
        cause: 'provider_approved',
        changes: { resolution: 'OK', rrn: reported.rrn ?? null, challenge_url: null },
      };
    case 'hard_decline':
      return declined(reported.message);
    case 'soft_decline':
      return mayAttemptAgain
        ? attemptAgain('soft_decline', reported.message)
        : declined(reported.message);
    case 'never_seen':
    case 'not_taken':
      return notReceived(mayAttemptAgain);
    case 'challenge':
      return { ...CHALLENGED, changes: { challenge_url: reported.url } };
    case 'abandoned':
      return abandoned(mayAttemptAgain);
    case 'pending':
      return { to: 'PROCESS_PENDING', cause: 'provider_pending' };
    case 'unknown':
      return { to: 'PROCESS_PENDING', cause: 'provider_silent' };
  }
}

const NEVER_SEEN = 'The payment did not reach the bank.';

function notReceived(mayAttemptAgain: boolean): PlannedMove {
  return mayAttemptAgain ? attemptAgain('attempt_never_seen', NEVER_SEEN) : declined(NEVER_SEEN);
}

/** Nothing was declined: the shopper left the challenge, and may take another card while there is time. */
function abandoned(mayAttemptAgain: boolean): PlannedMove {
  return mayAttemptAgain
    ? { to: 'CREATED', cause: 'challenge_given_up', changes: { challenge_url: null } }
    : {
        to: 'CLOSED',
        cause: 'challenge_abandoned',
        changes: { ...WAITING_TIME_EXCEEDED, challenge_url: null },
      };
}

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

function attemptAgain(
  cause: Extract<PayinCause, 'soft_decline' | 'attempt_never_seen'>,
  message: string,
): PlannedMove {
  return {
    to: 'CREATED',
    cause,
    changes: { provider_error_message: message, challenge_url: null },
  };
}
