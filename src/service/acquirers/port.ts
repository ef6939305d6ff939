import type { BrowserInfo, CardDetails } from '#contract/schemas/card-data.ts';
import type { Customer } from '#contract/schemas/customer.ts';
import type { Authentication } from '#domain/card/authentication.ts';
import type { DeclineAdvice, DeclineReason } from '#domain/card/decline-reason.ts';
import type { Sensitive } from '#domain/card/sensitive.ts';
import type { Currency } from '#domain/money.ts';
import type { AttemptOutcome, RefundOutcome } from '#domain/order/attempt.ts';
import type { ReportedClaim } from '#domain/dispute/money.ts';
import type { DisputeStep } from '#domain/dispute/status.ts';
import type { Instructions } from '#domain/order/instructions.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';

/**
 * The complete port to an external acquirer, through one terminal. An adapter translates one acquirer's API into
 * this one; order code uses nothing else. An adapter declares its acquirer's capabilities (`adapter.ts`), and the
 * conformance suite checks that declaration.
 *
 * Every call about a payment, payout or refund throws if the acquirer does not answer now: that is never a decline.
 * `ContradictionError` means that its answer cannot be true of the attempt. `check` returns `unreachable` instead,
 * and `readNotification` returns a problem.
 */
export interface Acquirer {
  cards: CardAcquirer | undefined;
  payouts: PayoutAcquirer | undefined;
  /** Payins by sources other than cards. */
  transfers: TransferAcquirer | undefined;
  refunds: RefundAcquirer | undefined;
  /** Checks the credentials. Moves no money. */
  check(signal: AbortSignal): Promise<TerminalCheck>;
  /** Verifies a notification's sender and reads its content. Undefined if the acquirer sends none. */
  readNotification:
    | ((headers: Headers, body: Uint8Array) => Promise<NotificationReading>)
    | undefined;
}

/** The calls about an attempt of a payin that was made, whatever it is paid by. */
export interface PayinAcquirer<Outcome> {
  /**
   * Finds the outcome by attempt id or saved reference. `never_seen` is a guarantee: the attempt can no longer take
   * effect, even if its request is still in progress.
   */
  findOutcome(
    attempt: KnownAttempt,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<Outcome>;

  /**
   * Ends an attempt that still waits for its payer: a challenge that was not answered, or a payment whose waiting time
   * is over or that its payer gave up for another code or number. `abandoned` guarantees that the acquirer will not
   * approve it: the order may then take another payment. If it was approved or declined after all, returns that
   * outcome. `waiting` means that it is not certain yet. Money that arrived anyway is in `receipts`; more may arrive
   * by notification.
   */
  giveUp(
    attempt: KnownAttempt,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<Outcome>;

  /**
   * Returns what a verified notification means for its attempt, which may already have ended (`outcome`). Makes a
   * status inquiry if the acquirer has one; `reported`, the notification's content, counts only if it has none.
   * Ends nothing at the acquirer: a call for the attempt may be in progress.
   */
  confirmNotification(
    attempt: KnownAttempt,
    reported: ReportedPayment | undefined,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<Outcome>;

  /**
   * Voids or refunds the payment that `attempt.reference` names, whole. Idempotent for each payment. Missing if the
   * acquirer cannot give a payment back.
   */
  void?(attempt: KnownAttempt, signal: AbortSignal): Promise<VoidAnswer>;
}

export interface CardAcquirer extends PayinAcquirer<AcquirerOutcome> {
  /**
   * Authorizes the attempt once. `attempt.id` is the idempotency key. `not_taken` is a guarantee, like
   * `never_seen`.
   */
  authorize(
    attempt: NewAttempt,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<AcquirerAnswer | NotTaken>;

  /**
   * Submits what the issuer's page sent back with the shopper. Idempotent. Forging it gains nothing, because the
   * outcome comes from the acquirer.
   */
  completeChallenge(
    attempt: KnownAttempt,
    returned: ReturnedMembers,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<AcquirerOutcome>;
}

export interface PayoutAcquirer {
  /** Pays out once. `attempt.id` is the idempotency key. */
  pay(attempt: PayoutAttempt, signal: AbortSignal): Promise<PayoutAnswer | NotTaken>;

  /** Finds the outcome. `never_seen` is a guarantee, as for cards. */
  findOutcome(attempt: KnownPayout, signal: AbortSignal): Promise<PayoutAcquirerOutcome>;
}

/** Payins by P2P, CRYPTO, PHONE, PIX and BLIK; the adapter's description says which of them it supports. */
export interface TransferAcquirer extends PayinAcquirer<TransferOutcome> {
  /**
   * Starts a payment once. `attempt.id` is the idempotency key. `not_taken` is a guarantee, like `never_seen`: the
   * payer cannot pay it.
   */
  begin(
    attempt: NewTransfer,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<TransferAnswer | NotTaken>;
}

export type TransferSource = Exclude<PaymentSource, 'CARD'>;

/** The payer's input to start a payment. Kept only in memory, for one call. */
export type TransferInput =
  | { source: 'BLIK'; code: Sensitive<string> }
  | { source: 'PIX'; cpf: Sensitive<string> | undefined }
  | { source: 'P2P'; bankId: string | undefined }
  | { source: 'CRYPTO' }
  | { source: 'PHONE'; phone: Sensitive<string> };

export interface NewTransfer extends PayinAttempt {
  input: TransferInput;
}

/** Money that arrived for an attempt, in the attempt's currency. */
export interface Receipt {
  /** The acquirer's reference of this arrival: unique, and the same in every notification about it. */
  reference: string;
  amountMinor: bigint;
}

/** Details about the payer, besides the outcome, for `payment_method_data`. */
export interface PayerDetails {
  bankId?: string | undefined;
  iban?: string | undefined;
  ifsc?: string | undefined;
  cpf?: string | undefined;
  tckn?: string | undefined;
  pixKey?: string | undefined;
}

/**
 * `waiting`: the payer must follow the instructions. `approved`: the acquirer confirms the full amount. For sources
 * whose receipts have amounts (P2P, CRYPTO, PIX), the order's rules decide by them, and the adapter answers
 * `waiting` until the acquirer confirms the full amount.
 */
export type TransferAnswer =
  | (ReceiptsSoFar & {
      outcome: 'approved';
      reference: string;
      payer?: PayerDetails;
    })
  | (ReceiptsSoFar & {
      outcome: 'soft_decline' | 'hard_decline';
      reference: string;
      message: string;
      reason: DeclineReason;
      unmappedCode?: string;
      mayTryAnother?: boolean;
    })
  | WaitingAnswer;

/**
 * All receipts so far, each time. They are part of every outcome: a payer may also pay for a payment that was refused
 * or given up, and the money counts, whatever the outcome is called.
 */
interface ReceiptsSoFar {
  receipts?: readonly Receipt[];
}

export interface WaitingAnswer extends ReceiptsSoFar {
  outcome: 'waiting';
  reference: string;
  /** Saved as the attempt's reference together with this answer. Unlike `saveReference`, it is not a fence. */
  save?: string;
  /** Undefined if the acquirer has not given them yet: the next status inquiry may. */
  instructions: Instructions | undefined;
}

/** The answer to a status inquiry about a transfer. */
export type TransferOutcome =
  | TransferAnswer
  | (ReceiptsSoFar & { outcome: 'never_seen' })
  | (ReceiptsSoFar & { outcome: 'abandoned' });

export interface RefundAcquirer {
  /**
   * Refunds a payment once, in whole or in part. `refund.id` is the idempotency key. A full refund may void the
   * payment instead, if the acquirer still can.
   */
  refund(
    refund: RefundAttempt,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<RefundAnswer | NotTaken>;

  /**
   * Finds the outcome by refund id or saved reference; never refunds again. `never_seen` is a guarantee, as for
   * cards. `reported` is the content of a verified notification; it counts only if the acquirer has no status
   * inquiry, and is undefined if no notification caused the call.
   */
  findOutcome(
    refund: KnownRefund,
    reported: ReportedPayment | undefined,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<RefundAcquirerOutcome>;
}

/** An attempt as recorded, without its card. */
export interface KnownAttempt {
  id: string;
  orderId: string;
  source: PaymentSource;
  amountMinor: bigint;
  currency: Currency;
  /** The acquirer's reference, as last saved. */
  reference: string | undefined;
  /** The URL that the shopper was sent to; set while the challenge is open. */
  challengeUrl: string | undefined;
  /** The attempt's recorded outcome; undefined while it is open. */
  outcome: AttemptOutcome | undefined;
}

/**
 * Saves the acquirer's reference with the attempt, replacing the one in `KnownAttempt`; at most
 * `MAX_REFERENCE_LENGTH` characters.
 *
 * @throws if, since the attempt was read, it was settled or another reference was saved. Then the call that saved
 *   first continues, and this one must stop.
 */
export type SaveReference = (reference: string) => Promise<void>;

export const MAX_REFERENCE_LENGTH = 1_000;

/** A new payin attempt, whatever its payment source. */
export interface PayinAttempt {
  id: string;
  orderId: string;
  /** The merchant's method that the payer uses. */
  methodId: string;
  /** What the payer buys, if the merchant said so: one line, at most 255 characters. */
  description?: string | undefined;
  amountMinor: bigint;
  currency: Currency;
  customer: Customer;
  /** The URL to which the issuer's page, or the acquirer's, sends the shopper back. */
  returnUrl: string;
  payer: PayerContext;
  /** The end of the order's waiting time. */
  expiresAt: Date;
}

/** A new attempt with its card. Kept only in memory, for one call. `Sensitive` keeps the card out of logs and errors. */
export interface NewAttempt extends Omit<PayinAttempt, 'expiresAt'> {
  card: Sensitive<CardDetails>;
  browserInfo: BrowserInfo;
}

/** What 3-D Secure needs to know about the payer's browser besides `browserInfo`: the request headers, unchanged. */
export interface PayerContext {
  address: string | undefined;
  userAgent: string | undefined;
  accept: string | undefined;
  acceptLanguage: string | undefined;
  /** False if the page ran without JavaScript. */
  script: boolean;
}

export interface KnownPayout {
  id: string;
  amountMinor: bigint;
  currency: Currency;
  /** When the acquirer was first asked to pay. */
  startedAt: Date;
}

/** A payment and the amount of it to refund. */
export interface RefundAttempt {
  id: string;
  payment: RefundedPayment;
  /** What the payer gets, in the payment's currency. */
  amountMinor: bigint;
}

/** The approved attempt of the payin. */
export type RefundedPayment = Pick<
  KnownAttempt,
  'id' | 'orderId' | 'amountMinor' | 'currency' | 'reference'
>;

export interface KnownRefund extends RefundAttempt {
  /** The acquirer's reference of the refund, as last saved. */
  reference: string | undefined;
  /** When the acquirer was first asked for the refund. */
  startedAt: Date;
  /** The refund's recorded outcome; undefined while it is open. */
  outcome: RefundOutcome | undefined;
}

/**
 * The acquirer took nothing for the attempt and cannot any more: it was not reached before the card was sent, or it
 * refused the request itself. Another terminal may be tried at once.
 */
export interface NotTaken {
  outcome: 'not_taken';
  cause: NotTakenCause;
}

export type NotTakenCause = 'unreachable' | 'credentials' | 'rate_limited' | 'request_refused';

/**
 * `requested`: the acquirer confirms the void with a notification. `too_late`: this payment can no longer be
 * voided.
 */
export type VoidAnswer = 'voided' | 'requested' | 'too_late';

export type TerminalCheck = 'good' | 'credentials_refused' | 'unreachable';

/** Returns a failed check's result by the HTTP status of the answer, if there was one. */
export function failedCheck(status: number | undefined): TerminalCheck {
  return status === 401 || status === 403 ? 'credentials_refused' : 'unreachable';
}

/** Query or form members that the shopper brought back. The page forwards them without reading them. */
export type ReturnedMembers = Readonly<Record<string, string>>;

export type NotificationReading =
  | {
      ok: true;
      notifications: (Notification | Notice | DisputeNotice)[];
      /** What the acquirer sent besides, and the adapter left out. */
      skipped?: readonly SkippedItem[];
    }
  /** Not signed for this terminal, or too old. */
  | { ok: false; problem: 'forged' }
  /** Signed, but not understood: only logged and counted. */
  | { ok: false; problem: 'unreadable'; event?: string | undefined };

/** A part of a notification that is not ours or cannot be read. It is only logged and counted. */
export interface SkippedItem {
  why: 'unsigned' | 'unreadable' | 'other_account';
  /** The event's name, if it has one. */
  event: string | undefined;
}

export interface Notification {
  kind: 'card' | 'transfer' | 'payout' | 'refund';
  attemptId: string;
  /** The notification's content; undefined if the acquirer is always asked instead. */
  reported: ReportedPayment | undefined;
}

/**
 * An event about a payment other than its attempt's outcome, or one that the adapter does not understand: a refund
 * that we did not make, or a fraud warning. It is recorded with the order, and an operator must look at it.
 */
export interface Notice {
  kind: 'notice';
  /** Our attempt's id or the acquirer's reference of it; undefined if the event names no payment. */
  about: { attemptId: string } | { reference: string } | undefined;
  /** Unique to the event, and the same each time the acquirer sends it. */
  id: string;
  /** The event's name in the acquirer's documentation: `CHARGEBACK`, `charge.dispute.created`. */
  event: string;
  /** Other details for the operator: the amount, a reason. */
  detail: string | undefined;
}

/**
 * An event about a dispute: a chargeback, or an issuer's inquiry before one. `step`, `reference` and the amounts must
 * come from what the acquirer signs, because they move money; other members may not be signed.
 */
export interface DisputeNotice extends Omit<Notice, 'kind'>, ReportedClaim {
  kind: 'dispute';
  /**
   * The acquirer's reference of the dispute: the same from its opening to its end. The payment's reference if the event
   * names nothing else.
   */
  reference: string;
  step: DisputeStep;
  /** The reason code: the scheme's, or the acquirer's own. */
  reasonCode: string | undefined;
  answerBy: Date | undefined;
  /** When the event happened, according to the acquirer. */
  reportedAt: Date | undefined;
  /** Whether that time is not signed. */
  isDateUnsigned?: boolean;
  /** What an operator has to check at the acquirer, as a clause: "it says that the dispute is Lost.". */
  toCheck?: string | undefined;
}

/** What a notification reports about one payment. */
export interface ReportedPayment {
  /** The acquirer's event name, read only by its adapter. */
  event: string;
  success: boolean;
  /** True if the event says that the payment was taken. */
  approves: boolean;
  /** Of the payment. */
  reference: string;
  /** Of the event itself, if it has one of its own. */
  ownReference?: string;
  amountMinor: bigint;
  currency: string;
  reason: string | undefined;
}

/**
 * Thrown if the acquirer's answer is about another order, amount or currency. Never a success; an operator must
 * look at it.
 */
export class ContradictionError extends Error {
  override readonly name = 'ContradictionError';

  /** For the exception queue, where other sentences follow. */
  get sentence(): string {
    return this.message.endsWith('.') ? this.message : `${this.message}.`;
  }
}

export type AcquirerAnswer =
  | {
      outcome: 'approved';
      reference: string;
      rrn: string | undefined;
      /** Stored with the attempt. */
      authentication?: Authentication | undefined;
    }
  | {
      outcome: 'soft_decline' | 'hard_decline';
      reference: string;
      /** The acquirer's text: for the merchant, never for the shopper. */
      message: string;
      reason: DeclineReason;
      /** The acquirer's code, if the adapter's table does not have it. Counted, so that it gets mapped. */
      unmappedCode?: string;
      /** Stored with the attempt. */
      advice?: DeclineAdvice;
      /** The scheme's own code, for operators: `Mastercard 03`. Stored with the attempt. */
      schemeCode?: string;
      authentication?: Authentication | undefined;
      /** The acquirer declined, not the card's issuer: another acquirer may be tried at once. */
      mayTryAnother?: boolean;
    }
  | {
      outcome: 'pending';
      reference: string;
      /** When the outcome will be known at the latest, if the adapter can tell: the next inquiry is due then. */
      knownFrom?: Date | undefined;
    }
  | { outcome: 'challenge'; reference: string; url: string };

/** The answer to a status inquiry about an attempt. */
export type AcquirerOutcome = AcquirerAnswer | { outcome: 'never_seen' } | { outcome: 'abandoned' };

/** Kept only in memory, for one call: the destination may be a card number. */
export interface PayoutAttempt {
  id: string;
  orderId: string;
  amountMinor: bigint;
  currency: Currency;
  destination: Sensitive<string>;
  customer: Customer;
}

export type PayoutAnswer =
  | { outcome: 'paid'; reference: string }
  | { outcome: 'refused'; reference: string; message: string }
  | { outcome: 'pending'; reference: string };

/** The answer to a status inquiry about a payout. */
export type PayoutAcquirerOutcome = PayoutAnswer | { outcome: 'never_seen' };

/**
 * `refused`: the payer does not get the money. An acquirer without a status inquiry reports one refund several times,
 * in any order, so `about` says which part of its way a report is about: a refusal of the `request` counts less than
 * that the refund was made; that its money came back, a `return`, counts more, even if it arrives first. Without
 * `about`, the answer is the present state.
 */
export type RefundAnswer =
  | { outcome: 'refunded'; reference: string }
  | { outcome: 'refused'; reference: string; message: string; about?: 'request' | 'return' }
  | { outcome: 'pending'; reference: string };

/** The answer to a status inquiry about a refund. */
export type RefundAcquirerOutcome = RefundAnswer | { outcome: 'never_seen' };
