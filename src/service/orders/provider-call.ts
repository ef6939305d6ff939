import type { ServiceContext } from '../platform/context.ts';
import { ContradictionError } from '../providers/port.ts';
import { raiseAttention } from './exception-queue.ts';

type Deps = Pick<ServiceContext, 'background' | 'log' | 'db' | 'now' | 'newId'>;

/** After this a provider's answer is unknown, and left to status inquiries. */
export const PROVIDER_TIMEOUT_MS = 10_000;

interface ProviderCall<Answer extends object, Opened> {
  attemptId: string;
  orderId: string;
  /** What the call needs first: none of its time is spent on that. */
  open: () => Promise<Opened>;
  call: (opened: Opened, signal: AbortSignal) => Promise<Answer>;
  timeoutMs?: number;
}

/**
 * One call to a provider, which ends by itself, after ten seconds unless said otherwise, or with the
 * process. Whatever is thrown is silence, never a decline: not knowing is not reported as failure.
 *
 * @returns undefined where the provider gave no answer
 */
export async function callProvider<Answer extends object, Opened>(
  deps: Deps,
  { attemptId, orderId, open, call, timeoutMs = PROVIDER_TIMEOUT_MS }: ProviderCall<Answer, Opened>,
): Promise<Answer | undefined> {
  const { background, log } = deps;
  try {
    const opened = await open();
    const signal = AbortSignal.any([background.signal, AbortSignal.timeout(timeoutMs)]);
    signal.throwIfAborted();
    return await call(opened, signal);
  } catch (error) {
    log.warn({ err: error, attemptId, orderId }, 'A provider did not answer');
    if (error instanceof ContradictionError)
      await raiseContradiction(deps, error, attemptId, orderId);
    return undefined;
  }
}

/** What an acquirer says cannot be true: the attempt stays open, and a person has to look. */
async function raiseContradiction(
  deps: Deps,
  { message: detail }: ContradictionError,
  attemptId: string,
  orderId: string,
): Promise<void> {
  const entry = { kind: 'provider_contradicts', orderId, attemptId, detail } as const;
  try {
    await raiseAttention(deps, deps.db, { ...entry, at: deps.now() });
  } catch (error) {
    deps.log.error(
      { err: error, attemptId },
      'Adding a contradiction to the exception queue failed',
    );
  }
}

interface SettledCall<Answer extends object, Opened, Settled> extends ProviderCall<Answer, Opened> {
  settle: (outcome: Answer) => Promise<Settled>;
}

/**
 * Calls, and settles what was answered.
 *
 * @returns undefined where there was no answer, or it could not be recorded: the attempt stays open
 */
export async function callAndSettle<Answer extends object, Opened, Settled>(
  deps: Deps,
  { settle, ...call }: SettledCall<Answer, Opened, Settled>,
): Promise<{ settled: Settled } | undefined> {
  const answer = await callProvider(deps, call);
  if (answer === undefined) return undefined;
  try {
    return { settled: await settle(answer) };
  } catch (error) {
    const { attemptId, orderId } = call;
    deps.log.warn({ err: error, attemptId, orderId }, "Recording a provider's answer failed");
    return undefined;
  }
}

/** A first call for an attempt that is recorded, and what to do with the answer. */
interface FirstCall<Answer extends object, Opened, Settled> extends ProviderCall<Answer, Opened> {
  settle: (outcome: Answer | { outcome: 'unknown' }) => Promise<Settled>;
}

/** The same for a first call: without an answer, the outcome is unknown, and the order says so. */
export async function callFirst<Answer extends object, Opened, Settled>(
  deps: Deps,
  call: FirstCall<Answer, Opened, Settled>,
): Promise<Settled> {
  const answered = await callAndSettle(deps, call);
  return answered ? answered.settled : call.settle({ outcome: 'unknown' });
}

/**
 * Waits a while for calls that go on in the background. When the wait is over first, `settleUnknown`
 * says so of their orders. What goes wrong from here on is for status inquiries, not for the caller: the
 * attempts are recorded.
 *
 * @returns undefined where it is not known what became of them
 */
export async function waitForAnswer<Settled>(
  { background, log, waits }: Deps & Pick<ServiceContext, 'waits'>,
  called: Promise<Settled>,
  settleUnknown: () => Promise<Settled>,
): Promise<Settled | undefined> {
  background.run(called.then(() => undefined));
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, waits.providerMs, undefined);
  const waited = over.then(settleUnknown);
  try {
    return await Promise.race([called, waited]);
  } catch (error) {
    log.warn({ err: error }, 'The outcome of an attempt is not recorded yet');
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
