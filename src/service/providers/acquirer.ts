import type { Currency } from '#domain/money.ts';
import type { AttemptOutcome } from '#domain/order/attempt.ts';
import type {
  CardAttempt,
  PayoutAnswer,
  PayoutAttempt,
  PayoutProviderOutcome,
  ProviderAnswer,
  ProviderOutcome,
} from './provider.ts';

/**
 * The whole port to an external acquirer, through one terminal. An adapter translates one acquirer's
 * interface into this one; the orders know nothing beyond it. What an acquirer cannot do, its adapter
 * declares (`adapter.ts`), and the conformance suite checks the declaration.
 *
 * Every method but `readNotification` throws when the acquirer cannot say now: that is never a decline.
 * A `ContradictionError` says that it answered what cannot be true of the attempt.
 */
export interface Acquirer {
  cards: CardAcquirer | undefined;
  payouts: PayoutAcquirer | undefined;
  /** Are the credentials good; moves no money. */
  check(signal: AbortSignal): Promise<TerminalCheck>;
  /** Verifies who sent a notification, and reads what it is about. Undefined where none are sent. */
  readNotification:
    | ((headers: Headers, body: Uint8Array) => Promise<NotificationReading>)
    | undefined;
}

export interface CardAcquirer {
  /**
   * Authorizes the attempt once. `attempt.id` is the acquirer's idempotency key. `not_taken` is a promise,
   * as `never_seen` is.
   */
  authorize(attempt: NewAttempt, signal: AbortSignal): Promise<ProviderAnswer | NotTaken>;

  /**
   * Hands in what the issuer's page sent back with the shopper. Idempotent; whoever forges it gains
   * nothing, because what it leads to is asked of the acquirer.
   */
  completeChallenge(
    attempt: KnownAttempt,
    returned: ReturnedMembers,
    signal: AbortSignal,
  ): Promise<ProviderOutcome>;

  /**
   * The outcome by attempt id or remembered reference. `never_seen` is a promise: the attempt can no
   * longer take effect, even if its request is still on the way.
   */
  findOutcome(attempt: KnownAttempt, signal: AbortSignal): Promise<ProviderOutcome>;

  /**
   * Gives up a challenge that nobody answered. `abandoned` promises that nothing was taken and nothing
   * will be; where the challenge was answered after all, that answer comes back.
   */
  giveUpChallenge(attempt: KnownAttempt, signal: AbortSignal): Promise<ProviderOutcome>;

  /** Gives back what was taken of an approved attempt. Idempotent. */
  void(attempt: KnownAttempt, signal: AbortSignal): Promise<VoidAnswer>;

  /**
   * What a verified notification means for its attempt, which may have ended (`outcome`): asked of the
   * acquirer where it can be asked. `reported` is what the notification says, which counts only where
   * nothing else can be had. Ends nothing at the acquirer: a call for the attempt may be under way.
   */
  confirmNotification(
    attempt: KnownAttempt,
    reported: ReportedPayment | undefined,
    signal: AbortSignal,
  ): Promise<ProviderOutcome>;
}

export interface PayoutAcquirer {
  /** Pays out once. `attempt.id` is the acquirer's idempotency key. */
  pay(attempt: PayoutAttempt, signal: AbortSignal): Promise<PayoutAnswer | NotTaken>;

  /** `never_seen` is a promise, as it is for cards. */
  findOutcome(attempt: KnownPayout, signal: AbortSignal): Promise<PayoutProviderOutcome>;
}

/** An attempt as its order's records have it; no card. */
export interface KnownAttempt {
  id: string;
  orderId: string;
  amountMinor: bigint;
  currency: Currency;
  /** What was remembered of it last. */
  reference: string | undefined;
  /** Where the shopper was sent, while the challenge is open. */
  challengeUrl: string | undefined;
  /** How the attempt ended, as recorded; undefined while it is open. */
  outcome: AttemptOutcome | undefined;
  /**
   * Stores the acquirer's reference, at most `MAX_REFERENCE_LENGTH` characters, in place of `reference`.
   *
   * @throws when the attempt was settled, or another reference stored, since `reference` was read: then
   *   whoever remembered first goes on, and this call must not
   */
  remember(reference: string): Promise<void>;
}

export const MAX_REFERENCE_LENGTH = 1_000;

/** A new attempt with its card. Lives in memory for one call. */
export interface NewAttempt extends CardAttempt, Pick<KnownAttempt, 'remember'> {
  /** The merchant's method that is paid by. */
  methodId: string;
  /** Where the issuer's page sends the shopper back to. */
  returnUrl: string;
  payer: PayerContext;
}

/** What 3-D Secure asks of the payer's browser beside `browserInfo`; each as its request header had it. */
export interface PayerContext {
  address: string | undefined;
  userAgent: string | undefined;
  accept: string | undefined;
  acceptLanguage: string | undefined;
  /** False tells the truth of a page that ran without JavaScript. */
  script: boolean;
}

export interface KnownPayout {
  id: string;
  amountMinor: bigint;
  currency: Currency;
  /** When the acquirer was first asked to pay. */
  startedAt: Date;
}

/**
 * The acquirer took nothing of the attempt and cannot any more: it was not reached before the card left,
 * or refused the request itself. Another terminal may be asked at once.
 */
export interface NotTaken {
  outcome: 'not_taken';
  cause: NotTakenCause;
}

export type NotTakenCause = 'unreachable' | 'credentials' | 'rate_limited' | 'request_refused';

/** `requested`: the acquirer confirms it by a notification. `too_late`: nothing is given back this way. */
export type VoidAnswer = 'voided' | 'requested' | 'too_late';

export type TerminalCheck = 'good' | 'credentials_refused' | 'unreachable';

/** What a failed check says, by the HTTP status of the answer where there was one. */
export function failedCheck(status: number | undefined): TerminalCheck {
  return status === 401 || status === 403 ? 'credentials_refused' : 'unreachable';
}

/** Query or form members that came back with the shopper, forwarded unread by the page. */
export type ReturnedMembers = Readonly<Record<string, string>>;

export type NotificationReading =
  | { ok: true; notifications: (Notification | Notice)[] }
  | { ok: false; problem: NotificationProblem };

/** `forged`: not signed for this terminal, or too old. `unreadable`: signed, and still not understood. */
export type NotificationProblem = 'forged' | 'unreadable';

export interface Notification {
  kind: 'card' | 'payout';
  attemptId: string;
  /** What it says; undefined where the acquirer is asked in any case. */
  reported: ReportedPayment | undefined;
}

/**
 * What an acquirer tells of a payment beside how its attempt ended, or what the adapter does not
 * understand: a chargeback, a refund, a warning of fraud. It is recorded with the order, and a person
 * has to look.
 */
export interface Notice {
  kind: 'notice';
  /** Our attempt's id or the acquirer's reference of it; undefined where it names no payment. */
  about: { attemptId: string } | { reference: string } | undefined;
  /** The same each time that the acquirer sends this event, and of no other. */
  id: string;
  /** In the acquirer's own words, as its documents list them: `CHARGEBACK`, `charge.dispute.created`. */
  event: string;
  /** What else it says that a person wants to know: the amount, a reason. */
  detail: string | undefined;
}

/** One payment as a notification reports it. */
export interface ReportedPayment {
  /** In the acquirer's own words, read by its adapter alone. */
  event: string;
  success: boolean;
  reference: string;
  amountMinor: bigint;
  currency: string;
  reason: string | undefined;
}

/** The acquirer answers of another order, amount or currency: never a success, and a person has to look. */
export class ContradictionError extends Error {
  override readonly name = 'ContradictionError';
}
