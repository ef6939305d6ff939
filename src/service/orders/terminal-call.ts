import type { ServiceContext } from '../platform/context.ts';
import { ContradictionError } from '../acquirers/port.ts';
import { raiseAttention } from './exception-queue.ts';

type Deps = Pick<ServiceContext, 'background' | 'log' | 'db' | 'now' | 'newId' | 'timers'>;

/** The timeout of a call. After it the outcome is unknown, and status inquiries have to find it. */
export const PROVIDER_TIMEOUT_MS = 10_000;

interface TerminalCall<Answer extends object, Opened> {
  attemptId: string;
  orderId: string;
  /** Prepares what the call needs. This does not count towards the timeout. */
  open: () => Promise<Opened>;
  call: (opened: Opened, signal: AbortSignal) => Promise<Answer>;
  timeoutMs?: number;
  /** Records a contradiction; by default, only the exception queue has it. */
  contradicted?: (error: ContradictionError) => Promise<void>;
}

/**
 * Calls an acquirer. The call is aborted after the timeout, which is ten seconds by default, or when the process stops.
 * Every error counts as no answer and never as a decline: an unknown outcome is not a failure. A contradiction also
 * goes to the exception queue.
 *
 * @returns undefined if the acquirer gave no answer
 */
export async function callTerminal<Answer extends object, Opened>(
  deps: Deps,
  {
    attemptId,
    orderId,
    open,
    call,
    timeoutMs = PROVIDER_TIMEOUT_MS,
    ...recorded
  }: TerminalCall<Answer, Opened>,
): Promise<Answer | undefined> {
  const { background, log, timers } = deps;
  const timeout = new AbortController();
  let cancelTimeout: (() => void) | undefined;
  try {
    const opened = await open();
    cancelTimeout = timers.after(timeoutMs, () => {
      timeout.abort(new DOMException('The acquirer took too long', 'TimeoutError'));
    });
    const signal = AbortSignal.any([background.signal, timeout.signal]);
    signal.throwIfAborted();
    return await call(opened, signal);
  } catch (error) {
    log.warn({ err: error, attemptId, orderId }, 'An acquirer did not answer');
    if (error instanceof ContradictionError) {
      const record = recorded.contradicted ?? raiseContradiction(deps, attemptId, orderId);
      await recordSafely(deps, attemptId, () => record(error));
    }
    return undefined;
  } finally {
    cancelTimeout?.();
  }
}

/** Returns a function that puts an answer that cannot be true in the exception queue. The attempt stays open. */
function raiseContradiction(deps: Deps, attemptId: string, orderId: string) {
  return ({ sentence: detail }: ContradictionError): Promise<void> => {
    const entry = { kind: 'provider_contradicts', orderId, attemptId, detail } as const;
    return raiseAttention(deps, deps.db, { ...entry, at: deps.now() });
  };
}

async function recordSafely(
  { log }: Deps,
  attemptId: string,
  record: () => Promise<void>,
): Promise<void> {
  try {
    await record();
  } catch (error) {
    log.error({ err: error, attemptId }, 'Adding a contradiction to the exception queue failed');
  }
}

export interface SettledCall<Answer extends object, Opened, Settled> extends TerminalCall<
  Answer,
  Opened
> {
  settle: (outcome: Answer) => Promise<Settled>;
}

/**
 * Calls an acquirer and settles the answer.
 *
 * @returns undefined if there was no answer, or it could not be recorded; the attempt then stays open
 */
export async function callAndSettle<Answer extends object, Opened, Settled>(
  deps: Deps,
  { settle, ...call }: SettledCall<Answer, Opened, Settled>,
): Promise<{ settled: Settled } | undefined> {
  const answer = await callTerminal(deps, call);
  if (answer === undefined) return undefined;
  try {
    return { settled: await settle(answer) };
  } catch (error) {
    const { attemptId, orderId } = call;
    deps.log.warn({ err: error, attemptId, orderId }, "Recording an acquirer's answer failed");
    return undefined;
  }
}

/** The first call for a recorded attempt, and how to settle its answer. */
interface FirstCall<Answer extends object, Opened, Settled> extends TerminalCall<Answer, Opened> {
  settle: (outcome: Answer | { outcome: 'unknown' }) => Promise<Settled>;
}

/**
 * Makes the first call for an attempt, like `callAndSettle`. If there was no answer, or it could not be recorded,
 * settles the outcome as unknown, so that the order shows it.
 */
export async function callFirst<Answer extends object, Opened, Settled>(
  deps: Deps,
  call: FirstCall<Answer, Opened, Settled>,
): Promise<Settled> {
  const answered = await callAndSettle(deps, call);
  return answered ? answered.settled : call.settle({ outcome: 'unknown' });
}

/**
 * Waits a while for calls, which continue in the background. If they take longer, runs `settleUnknown` for their
 * orders. Logs errors and does not throw them: the attempts are recorded, so status inquiries can settle them.
 *
 * @returns the result of the calls or of `settleUnknown`; undefined after an error
 */
export async function waitForAnswer<Settled>(
  { background, log, waits, timers }: Deps & Pick<ServiceContext, 'waits'>,
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
