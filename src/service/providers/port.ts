import type { Authentication } from '#domain/card/authentication.ts';
import type { DeclineAdvice, DeclineReason } from '#domain/card/decline-reason.ts';
import type { Sensitive } from '#domain/card/sensitive.ts';
import type { Currency } from '#domain/money.ts';
import type { AttemptOutcome, RefundOutcome } from '#domain/order/attempt.ts';
import type { DisputeStep } from '#domain/order/dispute-status.ts';
import type { Instructions } from '#domain/order/instructions.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';

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
  /** Payins that are not paid by card. */
  transfers: TransferAcquirer | undefined;
  refunds: RefundAcquirer | undefined;
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
  authorize(
    attempt: NewAttempt,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<ProviderAnswer | NotTaken>;

  /**
   * Hands in what the issuer's page sent back with the shopper. Idempotent; forging it gains
   * nothing, because the acquirer says what it leads to.
   */
  completeChallenge(
    attempt: KnownAttempt,
    returned: ReturnedMembers,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<ProviderOutcome>;

  /**
   * The outcome by attempt id or saved reference. `never_seen` is a promise: the attempt can no
   * longer take effect, even if its request is still on the way.
   */
  findOutcome(
    attempt: KnownAttempt,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<ProviderOutcome>;

  /**
   * Gives up a challenge that nobody answered. `abandoned` promises that nothing was taken and nothing
   * will be; where the challenge was answered after all, that answer comes back.
   */
  giveUpChallenge(
    attempt: KnownAttempt,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<ProviderOutcome>;

  /** Voids or refunds what was taken of an approved attempt. Idempotent. */
  void(attempt: KnownAttempt, signal: AbortSignal): Promise<VoidAnswer>;

  /**
   * What a verified notification means for its attempt, which may have ended (`outcome`): asked of the
   * acquirer where it can be asked. `reported` is what the notification says, which counts only where
   * nothing else can be had. Ends nothing at the acquirer: a call for the attempt may be under way.
   */
  confirmNotification(
    attempt: KnownAttempt,
    reported: ReportedPayment | undefined,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<ProviderOutcome>;
}

export interface PayoutAcquirer {
  /** Pays out once. `attempt.id` is the acquirer's idempotency key. */
  pay(attempt: PayoutAttempt, signal: AbortSignal): Promise<PayoutAnswer | NotTaken>;

  /** `never_seen` is a promise, as it is for cards. */
  findOutcome(attempt: KnownPayout, signal: AbortSignal): Promise<PayoutProviderOutcome>;
}

/** Payins of the sources P2P, CRYPTO, PHONE, PIX and BLIK; which of them, the adapter's description says. */
export interface TransferAcquirer {
  /**
   * Begins a payment once. `attempt.id` is the acquirer's idempotency key. `not_taken` is a promise, as
   * `never_seen` is: a payer can send nothing for it.
   */
  begin(
    attempt: NewTransfer,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<TransferAnswer | NotTaken>;

  /** Where the payment stands, by attempt id or saved reference. */
  findOutcome(
    attempt: KnownTransfer,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<TransferOutcome>;

  /**
   * Ends a payment whose time is over. `abandoned` promises that the acquirer approves it no more; what
   * arrived all the same comes back in `receipts`, and may still arrive by a notification.
   */
  giveUp(
    attempt: KnownTransfer,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<TransferOutcome>;

  /** As for cards: asked of the acquirer where it can be asked. */
  confirmNotification(
    attempt: KnownTransfer,
    reported: ReportedPayment | undefined,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<TransferOutcome>;
}

export type TransferSource = Exclude<PaymentSource, 'CARD'>;

/** What the payer typed to begin. Lives in memory for one call. */
export type TransferInput =
  | { source: 'BLIK'; code: Sensitive<string> }
  | { source: 'PIX'; cpf: Sensitive<string> | undefined }
  | { source: 'P2P'; bankId: string | undefined }
  | { source: 'CRYPTO' }
  | { source: 'PHONE'; phone: Sensitive<string> };

export interface NewTransfer extends PayinAttempt {
  input: TransferInput;
}

export interface KnownTransfer extends KnownAttempt {
  source: TransferSource;
}

/** Money that arrived for an attempt, in the attempt's currency. */
export interface Receipt {
  /** The acquirer's reference of this arrival: unique, and the same in each notification of it. */
  reference: string;
  amountMinor: bigint;
}

/** Of the payer, beside the outcome; for `payment_method_data`. */
export interface PayerDetails {
  bankId?: string | undefined;
  iban?: string | undefined;
  ifsc?: string | undefined;
  cpf?: string | undefined;
  tckn?: string | undefined;
  pixKey?: string | undefined;
}

/**
 * `waiting`: the payer has to do what the instructions say. `approved`: the acquirer says that the whole
 * amount is there. Where receipts tell the amounts (P2P, CRYPTO, PIX), the order's rules decide by them,
 * and the adapter answers `waiting` until all is there by its own word.
 */
export type TransferAnswer =
  | {
      outcome: 'approved';
      reference: string;
      receipts?: readonly Receipt[];
      payer?: PayerDetails;
    }
  | {
      outcome: 'soft_decline' | 'hard_decline';
      reference: string;
      message: string;
      reason: DeclineReason;
      unmappedCode?: string;
      mayTryAnother?: boolean;
    }
  | WaitingAnswer;

export interface WaitingAnswer {
  outcome: 'waiting';
  reference: string;
  /** Saved as the attempt's reference by the statement that records this answer: no fence. */
  save?: string;
  /** Undefined where the acquirer has not said yet: it is asked again. */
  instructions: Instructions | undefined;
  receipts?: readonly Receipt[];
}

/** What an acquirer answers to a status inquiry about a transfer: all receipts so far, each time. */
export type TransferOutcome =
  | TransferAnswer
  | { outcome: 'never_seen' }
  | { outcome: 'abandoned'; receipts?: readonly Receipt[] };

export interface RefundAcquirer {
  /**
   * Gives a payment back, whole or in part, once: `refund.id` is the acquirer's idempotency key. Where the
   * acquirer can still void what is refunded whole, it may do that instead.
   */
  refund(
    refund: RefundAttempt,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<RefundAnswer | NotTaken>;

  /**
   * The outcome by refund id or saved reference. `never_seen` is a promise, as it is for cards. `reported`
   * is what a verified notification says, which counts only where nothing else can be had; a status inquiry
   * has none. Never a second refund.
   */
  findOutcome(
    refund: KnownRefund,
    reported: ReportedPayment | undefined,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<RefundProviderOutcome>;
}

/** An attempt as its order's records have it; no card. */
export interface KnownAttempt {
  id: string;
  orderId: string;
  amountMinor: bigint;
  currency: Currency;
  /** The acquirer's reference, as it was saved last. */
  reference: string | undefined;
  /** Where the shopper was sent, while the challenge is open. */
  challengeUrl: string | undefined;
  /** How the attempt ended, as recorded; undefined while it is open. */
  outcome: AttemptOutcome | undefined;
}

/**
 * Saves the acquirer's reference with the attempt, in place of the one that `KnownAttempt` has; at most
 * `MAX_REFERENCE_LENGTH` characters.
 *
 * @throws when the attempt was settled, or another reference saved, since the attempt was read: then
 *   the call that saved first goes on, and this one must not
 */
export type SaveReference = (reference: string) => Promise<void>;

export const MAX_REFERENCE_LENGTH = 1_000;

/** A new attempt at a payin, whatever it is paid by. */
export interface PayinAttempt {
  id: string;
  orderId: string;
  /** The merchant's method that is paid by. */
  methodId: string;
  amountMinor: bigint;
  currency: Currency;
  customer: object;
  /** Where the issuer's page, or the acquirer's own, sends the shopper back to. */
  returnUrl: string;
  payer: PayerContext;
  /** The end of the order's waiting time. */
  expiresAt: Date;
}

/** The same with its card. Lives in memory for one call. */
export interface NewAttempt extends CardAttempt {
  methodId: string;
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

/** A payment that is given back, and how much of it. */
export interface RefundAttempt {
  id: string;
  payment: RefundedPayment;
  /** In the payment's currency: what the payer gets. */
  amountMinor: bigint;
}

/** The approved attempt of the payin. */
export type RefundedPayment = Pick<
  KnownAttempt,
  'id' | 'orderId' | 'amountMinor' | 'currency' | 'reference'
>;

export interface KnownRefund extends RefundAttempt {
  /** The acquirer's reference of the refund, as it was saved last. */
  reference: string | undefined;
  /** When the acquirer was first called for it. */
  startedAt: Date;
  /** How it ended, as recorded; undefined while it is open. */
  outcome: RefundOutcome | undefined;
}

/**
 * The acquirer took nothing of the attempt and cannot any more: it was not reached before the card left,
 * or refused the request itself. Another terminal may be tried at once.
 */
export interface NotTaken {
  outcome: 'not_taken';
  cause: NotTakenCause;
}

export type NotTakenCause = 'unreachable' | 'credentials' | 'rate_limited' | 'request_refused';

/** `requested`: the acquirer confirms it by a notification. `too_late`: nothing can be voided this way. */
export type VoidAnswer = 'voided' | 'requested' | 'too_late';

export type TerminalCheck = 'good' | 'credentials_refused' | 'unreachable';

/** What a failed check says, by the HTTP status of the answer where there was one. */
export function failedCheck(status: number | undefined): TerminalCheck {
  return status === 401 || status === 403 ? 'credentials_refused' : 'unreachable';
}

/** Query or form members that came back with the shopper, forwarded unread by the page. */
export type ReturnedMembers = Readonly<Record<string, string>>;

export type NotificationReading =
  | { ok: true; notifications: (Notification | Notice | DisputeNotice)[] }
  | { ok: false; problem: NotificationProblem };

/** `forged`: not signed for this terminal, or too old. `unreadable`: signed, and still not understood. */
export type NotificationProblem = 'forged' | 'unreadable';

export interface Notification {
  kind: 'card' | 'transfer' | 'payout' | 'refund';
  attemptId: string;
  /** What it says; undefined where the acquirer is asked in any case. */
  reported: ReportedPayment | undefined;
}

/**
 * What an acquirer tells of a payment beside how its attempt ended, or what the adapter does not
 * understand: a refund that we did not make, a warning of fraud. It is recorded with the order, and a person
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

/** What an acquirer tells of a dispute: chargebacks, and an issuer's questions before one. */
export interface DisputeNotice extends Omit<Notice, 'kind'> {
  kind: 'dispute';
  /** The acquirer's name of the dispute: the same from its opening to its end. */
  reference: string;
  step: DisputeStep;
  /** What is disputed, in the currency that the acquirer names; undefined where it does not say. */
  disputed: { amountMinor: bigint; currency: string } | undefined;
  /** The scheme's code, or the acquirer's own. */
  reasonCode: string | undefined;
  answerBy: Date | undefined;
  /** When it was, as the acquirer says. */
  saidAt: Date | undefined;
}

/** One payment as a notification reports it. */
export interface ReportedPayment {
  /** In the acquirer's own words, read by its adapter alone. */
  event: string;
  success: boolean;
  /** The event says that the payment was taken. */
  approves: boolean;
  reference: string;
  amountMinor: bigint;
  currency: string;
  reason: string | undefined;
}

/** The acquirer answers of another order, amount or currency: never a success, and a person has to look. */
export class ContradictionError extends Error {
  override readonly name = 'ContradictionError';
}

/** Lives in memory for one call. `Sensitive` keeps it out of logs and errors. */
export interface CardAttempt {
  id: string;
  orderId: string;
  amountMinor: bigint;
  currency: Currency;
  card: Sensitive<CardDetails>;
  browserInfo: object;
  customer: object;
}

export interface CardDetails {
  number: string;
  securityCode: string;
  expiryMonth: string;
  expiryYear: string;
  firstName: string | undefined;
  lastName: string | undefined;
}

export type ProviderAnswer =
  | {
      outcome: 'approved';
      reference: string;
      rrn: string | undefined;
      /** Kept with the attempt. */
      authentication?: Authentication | undefined;
    }
  | {
      outcome: 'soft_decline' | 'hard_decline';
      reference: string;
      /** In the acquirer's own words: for the merchant, never for the shopper. */
      message: string;
      reason: DeclineReason;
      /** The acquirer's code, where its adapter's table does not know it: counted, so that it gets mapped. */
      unmappedCode?: string;
      /** Kept with the attempt. */
      advice?: DeclineAdvice;
      /** What the scheme itself said, for people: `Mastercard 03`. Kept with the attempt. */
      schemeCode?: string;
      authentication?: Authentication | undefined;
      /** The acquirer declined, not the card's issuer: another acquirer may be tried at once. */
      mayTryAnother?: boolean;
    }
  | { outcome: 'pending'; reference: string }
  | { outcome: 'challenge'; reference: string; url: string };

/** What a provider answers to a status inquiry about an attempt. */
export type ProviderOutcome = ProviderAnswer | { outcome: 'never_seen' } | { outcome: 'abandoned' };

/** Lives in memory for one call: a destination may be a card. */
export interface PayoutAttempt {
  id: string;
  orderId: string;
  amountMinor: bigint;
  currency: Currency;
  destination: Sensitive<string>;
  customer: object;
}

export type PayoutAnswer =
  | { outcome: 'paid'; reference: string }
  | { outcome: 'refused'; reference: string; message: string }
  | { outcome: 'pending'; reference: string };

/** What a provider answers to a status inquiry about a payout. */
export type PayoutProviderOutcome = PayoutAnswer | { outcome: 'never_seen' };

export type RefundAnswer =
  | { outcome: 'refunded'; reference: string }
  | { outcome: 'refused'; reference: string; message: string }
  | { outcome: 'pending'; reference: string };

/** What a provider answers to a status inquiry about a refund. */
export type RefundProviderOutcome = RefundAnswer | { outcome: 'never_seen' };
