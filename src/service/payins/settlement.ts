import { payinSuccess } from '#domain/ledger/posting.ts';
import { DECLINES_NOT_COUNTED } from '#domain/order/attempt-limits.ts';
import {
  decidePayin,
  type PayinAttemptState,
  type PayinDecision,
  type PayinOutcome,
} from '#domain/order/payin-settlement.ts';
import { isFinal, isUnderWay } from '#domain/order/status.ts';
import { creditColumns, type Credit } from '../ledger/store.ts';
import { settledColumns } from '../orders/settlement-statement.ts';
import type { FinalDeps } from '../orders/transition.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import { eventColumns } from '../webhooks/record.ts';
import { callbackOf } from './addresses.ts';
import { isSamePayment, referenceIn, type ReportedOutcome } from './attempt.ts';
import { methodDataChanges } from './method-data.ts';
import { expectTransition, WAITING_TIME_EXCEEDED } from './move.ts';
import { payinEventOrders } from './present.ts';
import { receiptsIn, sumOf } from './receipts.ts';
import type { AttemptState } from './store/attempts.ts';
import { receiptsJson, type NewReceipt } from './store/receipts.ts';
import type { AttemptEnd, PayinSettlement } from './store/settle.ts';

export interface Report {
  reported: ReportedOutcome;
  /** Whether a notification caused it. */
  isNotified: boolean;
  at: Date;
}

/** A report, what it was decided to do, and the order after that: the one that was read if nothing of it changes. */
export interface Settlement extends Report {
  state: AttemptState;
  decision: PayinDecision;
  payin: PayinRow;
  /** Receipts that were not recorded before, and the sum of all. */
  receipts: readonly NewReceipt[];
  receivedMinor: bigint;
  /** Undefined unless the attempt ends now. */
  end: AttemptEnd | undefined;
}

/** Decides what a report does to an attempt as it was read, and to its order. */
export function settle(
  { keyring, newId }: Pick<FinalDeps, 'keyring' | 'newId'>,
  state: AttemptState,
  report: Report,
): Settlement {
  const { reported, at } = report;
  const before = state.payin;
  const isByCard = before.payment_source === 'CARD';
  const reportedReceipts = isByCard ? [] : receiptsIn(reported);
  const receipts = reportedReceipts
    .filter(({ reference }) => !state.receipts.references.includes(reference))
    .filter(isFirstOfReference)
    .map((receipt) => ({ id: newId(), ...receipt }));
  const receivedMinor = state.receipts.receivedMinor + sumOf(receipts);
  const decision = decidePayin({
    attempt: toAttemptState(state),
    order: before.status,
    outcome: toPayinOutcome(reported),
    isByCard,
    isExpired: before.expires_at <= at,
    attempts: { ...state.attempts, most: before.max_attempts },
    isSamePayment: namesSamePayment(state, reported),
    isNotified: report.isNotified,
    receipts: {
      isReported: reportedReceipts.length > 0,
      receivedMinor,
      amountMinor: before.payment_method_amount_minor,
      toleranceMinor: state.receipts.toleranceMinor ?? 0n,
      shortfallMinor: state.receipts.shortfallMinor,
    },
  });
  for (const move of decision.moves) expectTransition(move);
  const isOpen = state.outcome === null;
  const data = isOpen ? methodDataChanges(keyring, before, reported) : undefined;
  const changes = { ...data, ...changedColumns(before, decision, reported) };
  const isMoved = decision.moves.length > 0;
  const isChanged =
    isMoved ||
    data !== undefined ||
    (isOpen && receipts.length > 0) ||
    (changes.challenge_url !== undefined && changes.challenge_url !== before.challenge_url);
  const payin = {
    ...before,
    ...changes,
    status: decision.moves.at(-1)?.to ?? before.status,
    updated_at: isMoved ? at : laterThan(before.updated_at, at),
  };
  return {
    ...report,
    state,
    decision,
    receipts,
    receivedMinor,
    payin: isChanged ? payin : before,
    end: decision.records === 'end' ? endBy(decision, reported) : undefined,
  };
}

function isFirstOfReference(
  { reference }: { reference: string },
  index: number,
  all: readonly { reference: string }[],
): boolean {
  return all.findIndex((other) => other.reference === reference) === index;
}

/** Always later than before, so that whoever has read the order before notices the change. */
function laterThan(before: Date, at: Date): Date {
  return new Date(Math.max(at.getTime(), before.getTime() + 1));
}

function toAttemptState({ outcome, isApprovedAfterEnd }: AttemptState): PayinAttemptState {
  if (outcome === null) return 'open';
  if (outcome === 'approved') return 'approved';
  return isApprovedAfterEnd ? 'approved_late' : 'ended';
}

function toPayinOutcome(reported: ReportedOutcome): PayinOutcome {
  if (reported.outcome !== 'waiting') return reported.outcome;
  return reported.instructions === undefined ? 'pending' : 'instructed';
}

function namesSamePayment({ reference }: AttemptState, reported: ReportedOutcome): boolean {
  const approval = referenceIn(reported);
  return reference === null || approval === null || isSamePayment(reference, approval);
}

const OPEN_OUTCOMES = ['pending', 'challenge', 'waiting', 'unknown'] as const;
type OpenOutcome = (typeof OPEN_OUTCOMES)[number];

function leavesOpen(outcome: ReportedOutcome['outcome']): outcome is OpenOutcome {
  const open: readonly string[] = OPEN_OUTCOMES;
  return open.includes(outcome);
}

/** Returns how the attempt ended; undefined if the outcome leaves it open. */
export function attemptEnd(reported: ReportedOutcome): AttemptEnd | undefined {
  const { outcome } = reported;
  if (leavesOpen(outcome)) return undefined;
  const authentication = 'authentication' in reported ? reported.authentication : undefined;
  return {
    outcome,
    reference: referenceIn(reported),
    declineReason: 'reason' in reported ? reported.reason : null,
    declineAdvice: ('advice' in reported && reported.advice) || null,
    schemeCode: ('schemeCode' in reported && reported.schemeCode) || null,
    authentication: authentication?.flow ?? null,
    eci: authentication?.eci ?? null,
  };
}

/** Of an end without details, and of an attempt that does not end. */
const NO_DETAILS = {
  declineReason: null,
  declineAdvice: null,
  schemeCode: null,
  authentication: null,
  eci: null,
};

function endBy({ outcome }: PayinDecision, reported: ReportedOutcome): AttemptEnd | undefined {
  return outcome === 'amount_received'
    ? { ...NO_DETAILS, outcome: 'approved', reference: referenceIn(reported) }
    : attemptEnd(reported);
}

type ChangedColumns = Partial<
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

/** Returns the columns of the order that its last move sets besides its status, or a challenge's new address. */
function changedColumns(
  { status }: PayinRow,
  { moves }: PayinDecision,
  reported: ReportedOutcome,
): ChangedColumns {
  const message = 'message' in reported ? reported.message : NEVER_SEEN;
  if (reported.outcome === 'challenge') {
    return isUnderWay(status) ? { challenge_url: reported.url } : {};
  }
  switch (moves.at(-1)?.cause) {
    case 'provider_approved':
      return {
        resolution: 'OK',
        rrn: 'rrn' in reported ? (reported.rrn ?? null) : null,
        challenge_url: null,
      };
    case 'amount_received':
      return { resolution: 'OK', rrn: null, challenge_url: null };
    case 'provider_declined':
      return {
        resolution: 'PROVIDER_ERROR',
        resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
        resolution_message: 'The acquirer declined the payment.',
        provider_error_message: message,
        challenge_url: null,
      };
    case 'soft_decline':
    case 'attempt_never_seen':
      return { provider_error_message: message, challenge_url: null };
    case 'challenge_given_up':
      return { challenge_url: null };
    case 'challenge_abandoned':
    case 'payment_abandoned':
      return { ...WAITING_TIME_EXCEEDED, challenge_url: null };
    default:
      return {};
  }
}

const NEVER_SEEN = 'The payment did not reach the bank.';

type InputDeps = FinalDeps & Pick<ServiceContext, 'rollingReleaseDays'>;

/** Returns a settlement as the input of the statement that writes it. */
export function settlementInput(deps: InputDeps, settlement: Settlement): PayinSettlement {
  const { state, reported, decision, payin, receipts, end, at } = settlement;
  const { moves } = decision;
  const credit = decision.posting === undefined ? undefined : creditFor(payin, settlement, deps);
  return {
    ...(end ?? { ...NO_DETAILS, outcome: null }),
    ...settledColumns(
      { ...settlement, end: end?.outcome },
      state.payin,
      payin,
      openAnswer(settlement),
    ),
    attemptsMade: payin.attempts_made,
    rrn: payin.rrn,
    challengeUrl: payin.challenge_url,
    methodData: payin.payment_method_data && JSON.stringify(payin.payment_method_data),
    payerSealed: payin.payer_sealed,
    cardFailed: end !== undefined && failsCard(end),
    instructions: instructionsIn(reported),
    receipts: receiptsJson(receipts),
    ...creditColumns(credit),
    ...eventColumns(
      deps,
      state,
      {
        direction: 'payin',
        groupId: payin.group_id,
        orderIds: [payin.id],
        callback: callbackOf(deps, payin),
        at,
      },
      moves.length > 0 && isFinal(payin.status) ? payinEventOrders(payin, deps) : undefined,
    ),
  };
}

function openAnswer({ state, reported }: Settlement) {
  return {
    challenge: reported.outcome === 'challenge',
    expiresAt: state.payin.expires_at,
    knownFrom: reported.outcome === 'pending' ? reported.knownFrom : undefined,
  };
}

function instructionsIn(reported: ReportedOutcome): string | null {
  const isNew = reported.outcome === 'waiting' && reported.instructions !== undefined;
  return isNew ? JSON.stringify(reported.instructions) : null;
}

function failsCard({ outcome, declineReason }: AttemptEnd): boolean {
  const isDeclined = outcome === 'soft_decline' || outcome === 'hard_decline';
  return isDeclined && !DECLINES_NOT_COUNTED.some((reason) => reason === declineReason);
}

const DAY_MS = 86_400_000;

/** Builds the credit that a successful payin brings its gate, and when its hold and rolling amounts are due. */
function creditFor(
  payin: PayinRow,
  { at }: Report,
  { rollingReleaseDays }: Pick<InputDeps, 'rollingReleaseDays'>,
): Credit {
  const retained = [
    { bucket: 'hold', amount_minor: payin.hold_minor, days: payin.settlement_period_days },
    { bucket: 'rolling', amount_minor: payin.rolling_minor, days: rollingReleaseDays },
  ] as const;
  return {
    movement: payinSuccess({
      gateId: payin.gate_id,
      currency: payin.currency,
      amountMinor: payin.amount_minor,
      paid: {
        currency: payin.payment_method_currency,
        amountMinor: payin.payment_method_amount_minor,
      },
      feeTotalMinor: payin.fee_total_minor,
      holdMinor: payin.hold_minor,
      rollingMinor: payin.rolling_minor,
    }),
    retained: retained
      .filter(({ amount_minor: amountMinor }) => amountMinor > 0n)
      .map(({ days, ...part }) => ({ ...part, due_at: new Date(at.getTime() + days * DAY_MS) })),
  };
}
