import { failure, success, type Result } from '#domain/result.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import { sql } from 'kysely';
import {
  ContradictionError,
  MAX_REFERENCE_LENGTH,
  type Acquirer,
  type NotTakenCause,
  type SaveReference,
} from '../acquirers/port.ts';
import { batchedStatement } from '../platform/database/batch.ts';
import type { ServiceContext } from '../platform/context.ts';
import { retrySoonAfterConnectionLoss } from '../platform/database/transaction.ts';
import { inSpan, SpanKind } from '../platform/tracing/trace.ts';
import { recordContradiction, type TerminalNotification } from './contradictions.ts';

export type CallContext = Pick<
  ServiceContext,
  'background' | 'batches' | 'db' | 'log' | 'metrics' | 'newId' | 'now' | 'terminals' | 'timers'
>;

/** The timeout of a call. After it the outcome is unknown, and status inquiries have to find it. */
export const CALL_TIMEOUT_MS = 10_000;

/** The calls, by their label in the metrics, and the tables of the attempts that they are about. */
const CALLS = {
  authorize: 'payin_attempts',
  complete_challenge: 'payin_attempts',
  find_payin: 'payin_attempts',
  give_up: 'payin_attempts',
  confirm_payin: 'payin_attempts',
  void: 'payin_attempts',
  pay: 'payout_attempts',
  find_payout: 'payout_attempts',
  refund: 'refund_attempts',
  find_refund: 'refund_attempts',
} as const;

type CallName = keyof typeof CALLS;

/**
 * The calls that count for a terminal's circuit breaker. The others do not: some acquirers answer inquiries only after
 * a delay, and inquiries must continue while the circuit is open.
 */
const PAYMENT_CALLS: ReadonlySet<CallName> = new Set<CallName>(['authorize', 'pay']);

/** The attempt that a call is about. */
export interface CalledAttempt {
  id: string;
  orderId: string;
  /** The acquirer's reference, as it was read; undefined if none is saved. */
  reference?: string | undefined;
}

/** An attempt, and the terminal that it was made with. */
export interface RoutedAttempt {
  attempt: CalledAttempt;
  terminal: RoutedTerminal;
}

export interface AcquirerCall<Opened, Answer> extends RoutedAttempt {
  name: CallName;
  /** Returns what the call needs of the opened terminal. @throws if its adapter does not have it */
  open: (acquirer: Acquirer) => Opened;
  send: (opened: Opened, saveReference: SaveReference, signal: AbortSignal) => Promise<Answer>;
  timeoutMs?: number | undefined;
  /** The notification that caused the call. A contradiction is stored with it. */
  received?: TerminalNotification | undefined;
}

/** What the answers to every call have. */
export interface AnyAnswer {
  outcome: string;
  cause?: NotTakenCause;
}

/**
 * Why there is no answer. `not_opened`: the acquirer was not called. `contradiction`: its answer cannot be true of the
 * attempt, and the exception queue says so. `silence`: anything else, which is never a decline.
 */
export interface NoAnswer {
  outcome: 'unknown';
  why: 'not_opened' | 'contradiction' | 'silence';
}

/** @throws if the adapter does not have the part */
export function expectPart<Part extends 'cards' | 'transfers' | 'payouts' | 'refunds'>(
  acquirer: Acquirer,
  part: Part,
  { adapter }: RoutedTerminal,
): NonNullable<Acquirer[Part]> {
  const expected = acquirer[part];
  if (expected === undefined) throw new Error(`The adapter ${adapter} has no ${part}`);
  return expected;
}

/**
 * Calls an acquirer about an attempt: opens its terminal, measures and traces the call, records it for the terminal's
 * circuit and failure log, lets the adapter save references, and puts an answer that cannot be true in the exception
 * queue. The call is aborted after its timeout, which does not include the opening, or when the process stops.
 *
 * Never throws. Every error counts as no answer: an unknown outcome is not a failure. Without an answer the attempt
 * stays open.
 */
export async function callAcquirer<Opened, Answer extends AnyAnswer>(
  deps: CallContext,
  call: AcquirerCall<Opened, Answer>,
): Promise<Answer | NoAnswer> {
  const { attempt, terminal } = call;
  const logged = { attemptId: attempt.id, orderId: attempt.orderId, terminalId: terminal.id };
  let opened: Opened;
  try {
    opened = call.open(await retrySoonAfterConnectionLoss(() => deps.terminals.open(terminal)));
  } catch (error) {
    deps.log.error({ err: error, ...logged }, 'A terminal cannot be opened');
    return { outcome: 'unknown', why: 'not_opened' };
  }
  try {
    return await sendInTime(deps, call, opened);
  } catch (error) {
    deps.log.warn({ err: error, ...logged }, 'An acquirer did not answer');
    const isRaised =
      error instanceof ContradictionError && (await raiseContradiction(deps, call, error));
    return { outcome: 'unknown', why: isRaised ? 'contradiction' : 'silence' };
  }
}

async function sendInTime<Opened, Answer extends AnyAnswer>(
  deps: CallContext,
  call: AcquirerCall<Opened, Answer>,
  opened: Opened,
): Promise<Answer> {
  const { background, timers } = deps;
  const timeout = new AbortController();
  const cancelTimeout = timers.after(call.timeoutMs ?? CALL_TIMEOUT_MS, () => {
    timeout.abort(new DOMException('The acquirer took too long', 'TimeoutError'));
  });
  const signal = AbortSignal.any([background.signal, timeout.signal]);
  try {
    signal.throwIfAborted();
    return await measure(deps, call, signal, () =>
      call.send(opened, referenceSaver(deps, call), signal),
    );
  } finally {
    cancelTimeout();
  }
}

const MS_PER_SECOND = 1_000;

/** Measures and traces a call, and records it for the terminal unless this process is stopping. */
async function measure<Answer extends AnyAnswer>(
  { terminals, metrics, timers }: CallContext,
  { name, terminal }: Pick<AcquirerCall<unknown, Answer>, 'name' | 'terminal'>,
  signal: AbortSignal,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const startedMs = timers.monotonicMs();
  const attributes = { 'tollgate.terminal': terminal.id };
  let result = 'error';
  try {
    const answer = await inSpan(`acquirer ${name}`, { kind: SpanKind.CLIENT, attributes }, send);
    result = resultOf(answer, signal);
    return answer;
  } catch (error) {
    result = error instanceof ContradictionError ? 'contradiction' : silence(signal, 'error');
    throw error;
  } finally {
    const seconds = (timers.monotonicMs() - startedMs) / MS_PER_SECOND;
    metrics.acquirerAnswered({ terminalId: terminal.id, call: name, result, seconds });
    const isPayment = PAYMENT_CALLS.has(name);
    const hasFailed = FAILURES.has(result);
    if (result !== STOPPED) {
      terminals.recordCall(terminal, { call: name, isPayment, result, hasFailed });
    }
  }
}

/**
 * Results that are technical failures: no answer, or one that the next payment would get as well. `request_refused`
 * and `contradiction` concern one attempt only; `stopped` says nothing about the acquirer.
 */
const FAILURES: ReadonlySet<string> = new Set([
  'unreachable',
  'credentials',
  'rate_limited',
  'timeout',
  'error',
] satisfies (NotTakenCause | 'timeout' | 'error')[]);

function resultOf({ outcome, cause }: AnyAnswer, signal: AbortSignal): string {
  if (outcome !== 'not_taken' || cause === undefined) return outcome;
  return cause === 'unreachable' ? silence(signal, 'unreachable') : cause;
}

/** The result of a call that was aborted because this process is stopping. */
const STOPPED = 'stopped';

function silence(signal: AbortSignal, otherwise: 'error' | 'unreachable'): string {
  if (!signal.aborted) return otherwise;
  return isTimeout(signal.reason) ? 'timeout' : STOPPED;
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/**
 * Returns a function that saves an acquirer's reference. It replaces the one that was read, or the one that it saved
 * itself before. Of two callers that read the same reference, the second gets an error and must stop.
 */
function referenceSaver(
  { batches }: Pick<CallContext, 'batches'>,
  {
    name,
    attempt: { id: attemptId, reference },
  }: Pick<AcquirerCall<unknown, unknown>, 'name' | 'attempt'>,
): SaveReference {
  let read = reference ?? null;
  return async (next) => {
    if (next.length > MAX_REFERENCE_LENGTH) throw new Error("An acquirer's reference is too long");
    const replaced = await batches.run(replacedReferences[CALLS[name]], { attemptId, read, next });
    if (replaced === undefined) {
      throw new Error('The attempt was settled or another reference saved meanwhile');
    }
    read = next;
  };
}

interface ReplacedReference {
  attemptId: string;
  read: string | null;
  next: string;
}

/**
 * Saves acquirers' references. Writes nothing and returns no row if the attempt was settled, or another reference was
 * saved, since `read` was read.
 */
export const replacedReferences = {
  payin_attempts: replacement('payin_attempts'),
  payout_attempts: replacement('payout_attempts'),
  refund_attempts: replacement('refund_attempts'),
};

function replacement(table: (typeof CALLS)[CallName]) {
  return batchedStatement<ReplacedReference, { id: string }>(
    {
      name: `replace_reference_of_${table}`,
      types: { attemptId: 'uuid', read: 'text', next: 'text' },
      sortedBy: ({ attemptId }) => attemptId,
    },
    (db, given) =>
      sql<{ id: string; position: number }>`
      with ${given.table}
      update ${sql.table(table)} as attempt set provider_reference = ${given.of('next')}
      from given
      where attempt.id = ${given.of('attemptId')} and attempt.outcome is null
        and attempt.provider_reference is not distinct from ${given.of('read')}
      returning attempt.id, given.position`.compile(db),
  );
}

/** Puts an answer that cannot be true in the exception queue. @returns false if that failed */
async function raiseContradiction(
  deps: CallContext,
  {
    attempt: { id: attemptId, orderId },
    received,
  }: Pick<AcquirerCall<unknown, unknown>, 'attempt' | 'received'>,
  { sentence }: ContradictionError,
): Promise<boolean> {
  try {
    await recordContradiction(deps, received, { orderId, attemptId, message: sentence });
    return true;
  } catch (error) {
    deps.log.error(
      { err: error, attemptId },
      'Adding a contradiction to the exception queue failed',
    );
    return false;
  }
}

export function isNoAnswer(answer: AnyAnswer | NoAnswer): answer is NoAnswer {
  return answer.outcome === 'unknown';
}

/**
 * Settles an acquirer's answer.
 *
 * @returns a failure if there is no answer, or it could not be recorded; the attempt then stays open
 */
export async function settleAnswer<Answer extends AnyAnswer, Settled>(
  { log }: Pick<CallContext, 'log'>,
  { id: attemptId, orderId }: CalledAttempt,
  answer: Answer | NoAnswer,
  settle: (answer: Answer) => Promise<Settled>,
): Promise<Result<Settled, 'still_open'>> {
  if (isNoAnswer(answer)) return failure('still_open');
  try {
    return success(await settle(answer));
  } catch (error) {
    log.warn({ err: error, attemptId, orderId }, "Recording an acquirer's answer failed");
    return failure('still_open');
  }
}

/**
 * Settles the answer to an attempt's first call. If there is none, or it could not be recorded, settles the outcome as
 * unknown, so that the order shows it.
 */
export async function settleFirstAnswer<Answer extends AnyAnswer, Settled>(
  deps: Pick<CallContext, 'log'>,
  attempt: CalledAttempt,
  answer: Answer | NoAnswer,
  settle: (answer: Answer | { outcome: 'unknown' }) => Promise<Settled>,
): Promise<Settled> {
  const settled = await settleAnswer(deps, attempt, answer, settle);
  return settled.ok ? settled.value : settle({ outcome: 'unknown' });
}

/**
 * Waits a while for calls, which continue in the background. If they take longer, runs `settleUnknown` for their
 * orders. Logs errors and does not throw them: the attempts are recorded, so status inquiries can settle them.
 *
 * @returns the result of the calls or of `settleUnknown`; undefined after an error
 */
export async function waitForAnswer<Settled>(
  {
    background,
    log,
    waits,
    timers,
  }: Pick<ServiceContext, 'background' | 'log' | 'waits' | 'timers'>,
  called: Promise<Settled>,
  settleUnknown: () => Promise<Settled>,
): Promise<Settled | undefined> {
  background.run(called.then(() => undefined));
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const cancel = timers.after(waits.acquirerMs, () => {
    resolve(undefined);
  });
  const waited = over.then(settleUnknown);
  try {
    return await Promise.race([called, waited]);
  } catch (error) {
    log.warn({ err: error }, 'The outcome of an attempt is not recorded yet');
    return undefined;
  } finally {
    cancel();
  }
}
