import { payinSuccess } from '#domain/ledger/posting.ts';
import type { AttemptOutcome } from '#domain/order/attempt.ts';
import { attemptsLeft } from '#domain/order/attempts-left.ts';
import type { PayinCause } from '#domain/order/payin-status.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import { isFinal, isUnderWay } from '#domain/order/status.ts';
import type { Kysely } from 'kysely';
import type { Credit } from '../ledger/post.ts';
import { selectGateAccount } from '../ledger/store.ts';
import { recordContradiction, type TerminalNotification } from '../orders/contradictions.ts';
import { raiseAttention } from '../orders/exception-queue.ts';
import { afterAnswer, pauseEnd } from '../orders/inquiry-schedule.ts';
import type { CallContext } from '../orders/call-acquirer.ts';
import type { FinalDeps } from '../orders/transition.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow, Tables } from '../platform/database/schema.ts';
import { currentTraceparent } from '../platform/tracing/trace.ts';
import type { VoidAnswer, WaitingAnswer } from '../acquirers/port.ts';
import { chooseDestination } from '../webhooks/destination.ts';
import { callbackOf } from './addresses.ts';
import {
  callAboutAttempt,
  findAttempt,
  isSamePayment,
  referenceIn,
  type ReportedOutcome,
} from './attempt.ts';
import {
  countPayin,
  expectTransition,
  movePayin,
  WAITING_TIME_EXCEEDED,
  type PayinMove,
} from './move.ts';
import { payinEventOrders } from './present.ts';
import {
  chargeMissing,
  queueUnderpayment,
  queueUncredited,
  recordTransfer,
  takeLateReceipts,
  evaluateWithoutLock,
} from './receipts.ts';
import {
  recordApprovalAfterEnd,
  closeAttempt,
  lockOpenAttempt,
  reschedulePayinAttempt,
  selectApproval,
  type Approval,
  type AttemptEnd,
  type FoundAttempt,
  type OpenAttempt,
} from './store/attempts.ts';
import { annotatePayin, selectPayin } from './store/payins.ts';
import {
  settlementInput,
  settlements,
  transferInput,
  transferSettlements,
  transferWaits,
  type FinalEvent,
  type SettlementInput,
} from './store/settle.ts';

type Deps = Pick<ServiceContext, 'rollingReleaseDays' | 'wakeWebhooks' | 'limits'> &
  CallContext &
  FinalDeps;

/** Nearly always one read is enough. Another is needed only if the merchant changes its webhook payload in between. */
const MOST_TIMES_READ = 5;

/**
 * Applies the outcome that the acquirer reports for an attempt to its order, once. Late and repeated answers are
 * harmless: a settled attempt and a final order stay as they are. An approval that arrives after either has ended
 * means that money was taken: it is recorded, put in the exception queue, and voided if the adapter can. So does the
 * approval of a second payment of the same attempt. An answer that leaves the attempt open schedules the next status
 * inquiry.
 *
 * One statement closes the attempt, moves the order, credits the gate and records the webhook event. With `recorded`,
 * the attempt as the caller has just recorded or read it, that statement runs without a lock taken beforehand. Without
 * it, or if the order has changed since, the order and the attempt are first locked and read. `received` is the
 * notification that caused the call, if one did.
 *
 * Locks the order, then the attempt, then the cards that failed, and the gate's account last.
 *
 * @throws if the order's merchant changed its webhook payload between each of five reads and writes, or the gate has
 *   no account to credit
 */
export async function settleAttempt(
  context: Deps,
  attemptId: string,
  reported: ReportedOutcome,
  recorded?: OpenAttempt,
  received?: TerminalNotification,
): Promise<void> {
  const at = context.now();
  if (recorded !== undefined && (await settleRecorded(context, recorded, reported, at))) return;
  for (let times = 0; times < MOST_TIMES_READ; times += 1) {
    const settled = await context.db
      .transaction()
      .execute((trx) => settleUnderLock(context, trx, attemptId, { reported, at }));
    if (settled === 'changed') continue;
    if (settled === 'taken_after_end') context.background.run(voidLateApproval(context, attemptId));
    if (settled === 'order_ended') context.wakeWebhooks();
    if (typeof settled === 'object') await takeSecondPayment(context, settled, received);
    return;
  }
  throw new Error(
    `Attempt ${attemptId} was not settled: its merchant's settings changed each time`,
  );
}

/**
 * Settles an attempt as it was read before, without locking it first. Nearly every payment ends this way, and a
 * payment that is not by card starts to wait for its payer this way.
 *
 * @returns false if nothing was written: the order has changed since it was read, the outcome leaves the attempt open
 *   in another way, causes no transition or two of them, or reports receipts that need the order's lock
 */
export async function settleRecorded(
  context: Deps,
  recorded: OpenAttempt,
  answered: ReportedOutcome,
  at: Date,
): Promise<boolean> {
  const evaluated = evaluateWithoutLock(context, recorded, answered);
  if (evaluated === undefined) return false;
  const { open, reported, receipts } = evaluated;
  const { payin } = open;
  const end = attemptEnd(reported);
  const mayRetry = mayPayAgain(open, reported, at);
  const [move, more] = movesFor(payin, reported, mayRetry);
  if (move === undefined || more !== undefined) return false;
  if (end === undefined) {
    return reported.outcome === 'waiting' && recordWaitingWithoutLock(context, open, reported, at);
  }
  const moved = await endAttempt(context, open, { reported, end, move, at }, (input) =>
    payin.payment_source === 'CARD'
      ? context.batches.run(settlements, input)
      : context.batches.run(transferSettlements, { ...input, ...transferInput(payin, receipts) }),
  );
  if (moved === undefined) return false;
  if (isFinal(moved.status)) context.wakeWebhooks();
  return true;
}

/**
 * Records that the acquirer accepted the payment, which now waits for its payer.
 *
 * @returns false if nothing was written, because the order has changed since it was read
 */
async function recordWaitingWithoutLock(
  { batches, metrics }: Pick<Deps, 'batches' | 'metrics'>,
  { id: attemptId, payin, schedule }: OpenAttempt,
  { instructions, save }: WaitingAnswer,
  at: Date,
): Promise<boolean> {
  const { to, cause } = instructions === undefined ? PENDING : INSTRUCTED;
  expectTransition({ from: payin.status, to, cause });
  const next = afterAnswer(schedule, { now: at, challenge: false, expiresAt: payin.expires_at });
  const waits = await batches.run(transferWaits, {
    attemptId,
    payinId: payin.id,
    at,
    from: payin.status,
    cause,
    movedFromAt: payin.updated_at,
    attemptsMade: payin.attempts_made,
    ...transferInput(payin, []),
    reference: save ?? null,
    instructions: instructions === undefined ? null : JSON.stringify(instructions),
    asked: next.asked,
    nextAskAt: next.next_ask_at,
    leasedUntil: pauseEnd(at),
  });
  if (waits === undefined) return false;
  countPayin(metrics, { ...payin, status: to });
  return true;
}

/** `changed`: nothing was settled, because the merchant's settings changed; they are not locked. */
type Settled = 'done' | 'order_ended' | 'taken_after_end' | 'changed' | SecondPayment;

/** A payment of an attempt whose approval names another one. */
interface SecondPayment extends Approval {
  attemptId: string;
  reference: string;
}

async function settleUnderLock(
  context: Deps,
  trx: Kysely<Tables>,
  attemptId: string,
  { reported: answered, at }: { reported: ReportedOutcome; at: Date },
): Promise<Settled> {
  const locked = await lockOpenAttempt(trx, attemptId);
  if (locked === undefined) return recordAfterEnd(context, trx, attemptId, answered, at);
  const { open, received, reported } = await recordTransfer(context, trx, locked, answered, at);
  const end = attemptEnd(reported);
  if (!isUnderWay(open.payin.status)) {
    const late = { attemptId, payin: open.payin, paid: false };
    await queueUncredited(context, trx, late, received, at);
  }
  if (end === undefined) return keepOpen(context, trx, open, reported, at);
  if (!isUnderWay(open.payin.status)) {
    await closeAttempt(trx, attemptId, end, at);
    recordEnd(context, attemptId, open.payin, { end, reported });
    return end.outcome === 'approved' && received.receivedMinor === 0n
      ? raiseLateApproval(context, trx, open, at)
      : 'done';
  }
  const mayRetry = received.receivedMinor === 0n && mayPayAgain(open, reported, at);
  const moves = movesFor(open.payin, reported, mayRetry);
  let { payin } = open;
  for (const move of moves.slice(0, -1)) payin = await moveUnderLock(context, trx, payin, move, at);
  const [move] = moves.slice(-1);
  if (move === undefined) throw new Error(`${end.outcome} does not move an order`);
  const moved = await endAttempt(
    context,
    { ...open, payin },
    { reported, end, move, at },
    (input) => runSettlement(trx, input),
  );
  if (moved === undefined) {
    await expectAccount(trx, payin);
    return 'changed';
  }
  if (moved.status === 'SUCCESS') {
    await chargeMissing(context, trx, moved, received, at);
    await queueUncredited(context, trx, { attemptId, payin: moved, paid: true }, received, at);
  }
  await queueUnderpayment(context, trx, { attemptId, payin: moved }, received, at);
  return isFinal(moved.status) ? 'order_ended' : 'done';
}

/** @throws if the gate has no account in the order's currency: reading again would not help */
async function expectAccount(
  trx: Kysely<Tables>,
  { id, gate_id: gateId, currency }: PayinRow,
): Promise<void> {
  const account = await selectGateAccount(trx, gateId, currency);
  if (account === undefined)
    throw new Error(`Payin ${id} was not settled: its gate has no account`);
}

async function runSettlement(trx: Kysely<Tables>, input: SettlementInput) {
  const [settled] = await settlements(trx, [input]);
  return settled;
}

interface Ending {
  reported: ReportedOutcome;
  end: AttemptEnd;
  move: PlannedMove;
  at: Date;
}

/**
 * Ends an attempt whose order is under way.
 *
 * @returns the order after its move; undefined if nothing was written: the order, its attempt or the merchant's
 *   webhook payload no longer match `open`, or the gate has no account to credit
 */
async function endAttempt(
  deps: Deps,
  { id: attemptId, payin, webhookPayload, addresses }: OpenAttempt,
  { reported, end, move: { to, cause, changes }, at }: Ending,
  run: (input: SettlementInput) => Promise<{ id: string } | undefined>,
): Promise<PayinRow | undefined> {
  expectTransition({ from: payin.status, to, cause });
  const moved: PayinRow = { ...payin, ...changes, status: to, updated_at: at };
  const settled = await run(
    settlementInput({
      ...end,
      attemptId,
      at,
      from: payin.status,
      cause,
      movedFromAt: payin.updated_at,
      moved,
      webhookPayload,
      webhookUrl: addresses.payin_webhook_url,
      credit: to === 'SUCCESS' ? creditFor(moved, at, deps.rollingReleaseDays) : undefined,
      event: isFinal(to) ? eventFor(deps, moved, { webhookPayload, addresses }) : undefined,
    }),
  );
  if (settled === undefined) return undefined;
  recordEnd(deps, attemptId, moved, { end, reported });
  countPayin(deps.metrics, moved);
  return moved;
}

const DAY_MS = 86_400_000;

/** Builds the credit that a successful payin brings its gate, and when its hold and rolling amounts are due. */
function creditFor(payin: PayinRow, at: Date, rollingReleaseDays: number): Credit {
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
      .map(({ bucket, amount_minor, days }) => ({
        bucket,
        amount_minor,
        due_at: new Date(at.getTime() + days * DAY_MS),
      })),
  };
}

function eventFor(
  deps: FinalDeps,
  payin: PayinRow,
  { webhookPayload, addresses }: Pick<OpenAttempt, 'webhookPayload' | 'addresses'>,
): FinalEvent {
  return {
    eventId: deps.newId(),
    destination: chooseDestination(
      deps,
      { direction: 'payin', groupId: payin.group_id, callback: callbackOf(deps, payin) },
      addresses,
    ),
    body: JSON.stringify(payinEventOrders(payin, deps)[webhookPayload]()),
    traceparent: currentTraceparent(),
  };
}

const DECLINES: ReadonlySet<string> = new Set(['soft_decline', 'hard_decline']);

function recordEnd(
  { metrics, log, limits }: Pick<Deps, 'metrics' | 'log' | 'limits'>,
  attemptId: string,
  {
    id: orderId,
    merchant_id: merchantId,
    terminal_id: terminalId,
  }: Pick<PayinRow, 'id' | 'merchant_id' | 'terminal_id'>,
  { end: { outcome, declineReason: reason }, reported }: Pick<Ending, 'end' | 'reported'>,
): void {
  if (DECLINES.has(outcome)) limits.addressDeclines.count(attemptId);
  metrics.attemptSettled({ direction: 'payin', outcome, reason, terminalId });
  log.info({ merchantId, orderId, attemptId, terminalId, outcome, reason }, 'An attempt ended');
  if ('unmappedCode' in reported) {
    metrics.declineUnmapped({ terminalId, code: reported.unmappedCode });
  }
}

/**
 * Handles an answer that leaves the attempt open, or no answer. Only an answer schedules the next status inquiry.
 * Either moves an order that is IN_PROGRESS to PROCESS_PENDING; a new address of its challenge is saved.
 *
 * The caller holds the order and the attempt locked.
 */
async function keepOpen(
  context: Deps,
  trx: Kysely<Tables>,
  { id, payin, schedule }: OpenAttempt,
  reported: ReportedOutcome,
  now: Date,
): Promise<Settled> {
  if (reported.outcome !== 'unknown') {
    const challenge = reported.outcome === 'challenge';
    const knownFrom = reported.outcome === 'pending' ? reported.knownFrom : undefined;
    const expiresAt = payin.expires_at;
    const next = afterAnswer(schedule, { now, challenge, expiresAt, knownFrom });
    const waiting = reported.outcome === 'waiting' ? reported : undefined;
    await reschedulePayinAttempt(trx, id, next, now, waiting);
  }
  if (!isUnderWay(payin.status)) return 'done';
  const [move] = movesFor(payin, reported, false);
  if (move !== undefined) await moveUnderLock(context, trx, payin, move, now);
  else if (reported.outcome === 'challenge' && payin.challenge_url !== reported.url) {
    await annotatePayin(trx, payin, { challenge_url: reported.url }, now);
  }
  return 'done';
}

async function moveUnderLock(
  deps: FinalDeps,
  trx: Kysely<Tables>,
  payin: PayinRow,
  move: PlannedMove,
  at: Date,
): Promise<PayinRow> {
  const moved = await movePayin(deps, trx, payin, { ...move, at });
  if (moved === undefined) throw new Error(`Payin ${payin.id} was moved under its lock`);
  return moved;
}

/**
 * Returns whether the shopper may pay again after the open attempt ends this way. `made` counts that attempt already,
 * `declined` does not yet.
 */
function mayPayAgain(
  { payin, attempts: { made, declined } }: OpenAttempt,
  { outcome }: ReportedOutcome,
  at: Date,
): boolean {
  const declinedNow = declined + (outcome === 'soft_decline' ? 1 : 0);
  return (
    freesOrder(payin, outcome, at) &&
    attemptsLeft(payin.max_attempts, { made, declined: declinedNow }) > 0
  );
}

/**
 * Records what an answer reports about an attempt that has ended: its receipts if it has any, otherwise a late
 * approval. Money that the order is not credited for goes to the exception queue.
 */
async function recordAfterEnd(
  context: Deps,
  trx: Kysely<Tables>,
  attemptId: string,
  reported: ReportedOutcome,
  at: Date,
): Promise<Settled> {
  const arrived = await takeLateReceipts(context, trx, attemptId, reported, at);
  return arrived ? 'done' : recordLateApproval(context, trx, attemptId, reported, at);
}

/**
 * Records that the acquirer approved an attempt that had ended otherwise: it was declined, or was never to be charged.
 * The order stays as it is.
 *
 * @returns the payment that was approved, if the attempt was approved by another one before
 */
async function recordLateApproval(
  context: Deps,
  trx: Kysely<Tables>,
  attemptId: string,
  reported: ReportedOutcome,
  at: Date,
): Promise<Settled> {
  if (reported.outcome !== 'approved' || reported.reference === null) return 'done';
  const { reference } = reported;
  const late = await recordApprovalAfterEnd(trx, attemptId, reference, at);
  if (late === undefined) {
    const approval = await selectApproval(trx, attemptId);
    return approval === undefined || isSamePayment(approval.approvedAs, reference)
      ? 'done'
      : { ...approval, attemptId, reference };
  }
  const { ended, ...payin } = late;
  return raiseLateApproval(context, trx, { id: attemptId, payin, ended }, at);
}

interface LateApproval {
  id: string;
  payin: Pick<PayinRow, 'id' | 'status'>;
  /** How the attempt had ended before the approval. Undefined or `approved` if only the order had ended. */
  ended?: AttemptOutcome | undefined;
}

/**
 * Puts in the exception queue that an acquirer took money for an order or attempt that had ended without it.
 *
 * @param voided the answer to the void; undefined before it was requested
 */
async function raiseLateApproval(
  deps: Pick<Deps, 'newId' | 'log'>,
  trx: Kysely<Tables>,
  { id: attemptId, payin: { id: orderId, status }, ended }: LateApproval,
  at: Date,
  voided?: VoidAnswer | 'unknown',
): Promise<'taken_after_end'> {
  const before = ended === undefined || ended === 'approved' ? '' : ` that had ended (${ended})`;
  const taken = `The acquirer approved an attempt${before} of a payin that is ${status}: the money was taken.`;
  await raiseAttention(deps, trx, {
    kind: 'payin_approved_after_end',
    orderId,
    attemptId,
    at,
    detail: voided === undefined ? taken : `${taken} ${VOIDED[voided]}`,
  });
  return 'taken_after_end';
}

const VOIDED = {
  voided: 'The acquirer voided or refunded it.',
  requested: 'A void or refund was requested, and the acquirer has not confirmed it yet.',
  too_late: "The acquirer can no longer void it: refund it in the acquirer's portal.",
  unknown: 'It is unknown whether the acquirer voids or refunds it.',
} as const satisfies Record<VoidAnswer | 'unknown', string>;

/**
 * Asks the acquirer to void a late approval, if the adapter supports voids, and updates the exception queue with the
 * answer. If the process dies before that, the queue still says that the money was taken, and a person does the rest.
 *
 * Holds no lock and no transaction while it waits for the acquirer.
 */
async function voidLateApproval(deps: Deps, attemptId: string): Promise<void> {
  const found = await findAttempt(deps, attemptId);
  if (found === undefined) return;
  const payin = await selectPayin(deps.db, found.attempt.orderId);
  if (payin === undefined) return;
  const voided = await voidPayment(deps, found);
  if (voided === 'not_supported') return;
  const late = { id: attemptId, payin, ended: found.attempt.outcome };
  await raiseLateApproval(deps, deps.db, late, deps.now(), voided);
}

async function voidPayment(
  deps: Deps,
  found: FoundAttempt,
): Promise<VoidAnswer | 'unknown' | 'not_supported'> {
  const { outcome } = await callAboutAttempt<{ outcome: VoidAnswer | 'not_supported' }>(
    deps,
    found,
    {
      name: 'void',
      send: async (acquirer, _saveReference, signal) => ({
        outcome: (await acquirer.void?.(found.attempt, signal)) ?? 'not_supported',
      }),
    },
  );
  return outcome;
}

/**
 * Puts in the exception queue that an attempt was paid twice, and voids the second payment if the adapter can. The
 * order is credited once.
 */
async function takeSecondPayment(
  deps: Deps,
  second: SecondPayment,
  received: TerminalNotification | undefined,
): Promise<void> {
  const { orderId, reference, approvedAs } = second;
  const message = `The acquirer approved ${reference} for an attempt that it had approved as ${approvedAs}: the money was taken twice.`;
  if (received === undefined) await raiseSecondPayment(deps, second, message);
  else if (!(await recordContradiction(deps, received, { orderId, message }))) return;
  deps.background.run(voidSecondPayment(deps, second));
}

async function voidSecondPayment(deps: Deps, second: SecondPayment): Promise<void> {
  const { attemptId, reference } = second;
  const found = await findAttempt(deps, attemptId);
  if (found === undefined) return;
  const voided = await voidPayment(deps, { ...found, attempt: { ...found.attempt, reference } });
  if (voided !== 'not_supported')
    await raiseSecondPayment(deps, second, `${reference}: ${VOIDED[voided]}`);
}

async function raiseSecondPayment(
  deps: Deps,
  { attemptId, orderId }: SecondPayment,
  detail: string,
): Promise<void> {
  const entry = { kind: 'provider_contradicts', orderId, attemptId, detail } as const;
  await raiseAttention(deps, deps.db, { ...entry, at: deps.now() });
}

interface PlannedMove extends Pick<PayinMove, 'to' | 'cause'> {
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

const LEAVES_OPEN = ['pending', 'challenge', 'waiting', 'unknown'] as const;
type LeavesOpen = (typeof LEAVES_OPEN)[number];

function leavesOpen(outcome: ReportedOutcome['outcome']): outcome is LeavesOpen {
  const open: readonly string[] = LEAVES_OPEN;
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

const FREES_ORDER: ReadonlySet<ReportedOutcome['outcome']> = new Set([
  'soft_decline',
  'never_seen',
  'not_taken',
  'abandoned',
]);

/**
 * Returns whether this outcome lets the order wait for another payment, provided that an attempt is left. A challenge
 * or transfer that was given up frees the order only within its waiting time: nobody comes back after that.
 */
export function freesOrder(
  { expires_at: expiresAt }: Pick<PayinRow, 'expires_at'>,
  outcome: ReportedOutcome['outcome'],
  at: Date,
): boolean {
  return FREES_ORDER.has(outcome) && !(outcome === 'abandoned' && expiresAt <= at);
}

/**
 * Returns the transitions that an outcome of the open attempt causes, in order. There are none if the order has the
 * resulting status already or is not under way. The table of transitions has every one of them, whatever the status
 * and the outcome.
 */
export function movesFor(
  { status, payment_source: source }: Pick<PayinRow, 'status' | 'payment_source'>,
  reported: ReportedOutcome,
  mayPayAgain: boolean,
): PlannedMove[] {
  if (!isUnderWay(status)) return [];
  const move = moveFor(reported, mayPayAgain, source);
  if (move.to === status) return [];
  // A challenge or transfer that was abandoned had begun unreported, so its beginning is recorded now as well.
  if (reported.outcome !== 'abandoned' || status !== 'IN_PROGRESS') return [move];
  return [source === 'CARD' ? CHALLENGED : INSTRUCTED, move];
}

const CHALLENGED = { to: 'PROCESS_PENDING', cause: 'challenge_required' } as const;
const INSTRUCTED = { to: 'PROCESS_PENDING', cause: 'instructions_given' } as const;
const PENDING = { to: 'PROCESS_PENDING', cause: 'provider_pending' } as const;

function moveFor(
  reported: ReportedOutcome,
  mayPayAgain: boolean,
  source: PaymentSource,
): PlannedMove {
  switch (reported.outcome) {
    case 'approved':
      return {
        to: 'SUCCESS',
        cause: 'by' in reported ? 'amount_received' : 'provider_approved',
        changes: {
          resolution: 'OK',
          rrn: 'rrn' in reported ? (reported.rrn ?? null) : null,
          challenge_url: null,
        },
      };
    case 'hard_decline':
      return declinedMove(reported.message);
    case 'soft_decline':
      return mayPayAgain
        ? payAgainMove('soft_decline', reported.message)
        : declinedMove(reported.message);
    case 'never_seen':
    case 'not_taken':
      return neverSeenMove(mayPayAgain);
    case 'challenge':
      return { ...CHALLENGED, changes: { challenge_url: reported.url } };
    case 'abandoned':
      return abandonedMove(mayPayAgain, source === 'CARD' ? 'challenge' : 'payment');
    case 'waiting':
      return reported.instructions === undefined ? PENDING : INSTRUCTED;
    case 'pending':
      return PENDING;
    case 'unknown':
      return { to: 'PROCESS_PENDING', cause: 'provider_silent' };
  }
}

const NEVER_SEEN = 'The payment did not reach the bank.';

function neverSeenMove(mayPayAgain: boolean): PlannedMove {
  return mayPayAgain ? payAgainMove('attempt_never_seen', NEVER_SEEN) : declinedMove(NEVER_SEEN);
}

/** Returns the move after an abandoned payment. Nothing was declined: the shopper may pay again while time is left. */
function abandonedMove(mayPayAgain: boolean, what: 'challenge' | 'payment'): PlannedMove {
  return mayPayAgain
    ? { to: 'CREATED', cause: `${what}_given_up`, changes: { challenge_url: null } }
    : {
        to: 'CLOSED',
        cause: `${what}_abandoned`,
        changes: { ...WAITING_TIME_EXCEEDED, challenge_url: null },
      };
}

function declinedMove(message: string): PlannedMove {
  return {
    to: 'FAILED',
    cause: 'provider_declined',
    changes: {
      resolution: 'PROVIDER_ERROR',
      resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
      resolution_message: 'The acquirer declined the payment.',
      provider_error_message: message,
      challenge_url: null,
    },
  };
}

function payAgainMove(
  cause: Extract<PayinCause, 'soft_decline' | 'attempt_never_seen'>,
  message: string,
): PlannedMove {
  return {
    to: 'CREATED',
    cause,
    changes: { provider_error_message: message, challenge_url: null },
  };
}
