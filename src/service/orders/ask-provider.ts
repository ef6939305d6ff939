import type { ServiceContext } from '../platform/context.ts';
import { ContradictionError } from '../providers/acquirer.ts';
import { raiseAttention } from './attention.ts';

type Deps = Pick<ServiceContext, 'background' | 'log' | 'db' | 'now' | 'newId'>;

/** After this a provider's answer is unknown, and the reconciler asks. */
export const PROVIDER_TIMEOUT_MS = 10_000;

interface Question<Answer extends object, Opened> {
  attemptId: string;
  orderId: string;
  /** What the call needs first: none of its time is spent on that. */
  open: () => Promise<Opened>;
  ask: (opened: Opened, signal: AbortSignal) => Promise<Answer>;
  timeoutMs?: number;
}

/**
 * One call to a provider, which ends by itself, after ten seconds unless said otherwise, or with the
 * process. Whatever is thrown is silence, never a decline: not knowing is not reported as failure.
 *
 * @returns undefined where the provider gave no answer
 */
export async function askProvider<Answer extends object, Opened>(
  deps: Deps,
  { attemptId, orderId, open, ask, timeoutMs = PROVIDER_TIMEOUT_MS }: Question<Answer, Opened>,
): Promise<Answer | undefined> {
  const { background, log } = deps;
  try {
    const opened = await open();
    const signal = AbortSignal.any([background.signal, AbortSignal.timeout(timeoutMs)]);
    signal.throwIfAborted();
    return await ask(opened, signal);
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
    deps.log.error({ err: error, attemptId }, 'A contradiction was not put on the attention list');
  }
}

interface SettledQuestion<Answer extends object, Opened, Settled> extends Question<Answer, Opened> {
  settle: (outcome: Answer) => Promise<Settled>;
}

/**
 * Asks, and settles what was answered.
 *
 * @returns undefined where there was no answer, or it could not be recorded: the attempt stays open
 */
export async function askAndSettle<Answer extends object, Opened, Settled>(
  deps: Deps,
  { settle, ...question }: SettledQuestion<Answer, Opened, Settled>,
): Promise<{ settled: Settled } | undefined> {
  const answer = await askProvider(deps, question);
  if (answer === undefined) return undefined;
  try {
    return { settled: await settle(answer) };
  } catch (error) {
    const { attemptId, orderId } = question;
    deps.log.warn({ err: error, attemptId, orderId }, "A provider's answer was not recorded");
    return undefined;
  }
}

/** A first call for an attempt that is recorded, and what to do with the answer. */
interface FirstCall<Answer extends object, Opened, Settled> extends Question<Answer, Opened> {
  settle: (outcome: Answer | { outcome: 'unknown' }) => Promise<Settled>;
}

/** The same for a first call: without an answer, the outcome is unknown, and the order says so. */
export async function askFirst<Answer extends object, Opened, Settled>(
  deps: Deps,
  call: FirstCall<Answer, Opened, Settled>,
): Promise<Settled> {
  const answered = await askAndSettle(deps, call);
  return answered ? answered.settled : call.settle({ outcome: 'unknown' });
}

/**
 * Waits a while for calls that go on in the background. When the wait is over first, `settleUnknown`
 * says so of their orders. What goes wrong from here on is for the reconciler, not for the caller: the
 * attempts are recorded.
 *
 * @returns undefined where it is not known what became of them
 */
export async function waitForAnswer<Settled>(
  { background, log, waits }: Deps & Pick<ServiceContext, 'waits'>,
  asked: Promise<Settled>,
  settleUnknown: () => Promise<Settled>,
): Promise<Settled | undefined> {
  background.run(asked.then(() => undefined));
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, waits.providerMs, undefined);
  const waited = over.then(settleUnknown);
  try {
    return await Promise.race([asked, waited]);
  } catch (error) {
    log.warn({ err: error }, 'What became of an attempt was not recorded yet');
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
