import type { RoutedTerminal } from '#domain/routing/route.ts';
import type { ServiceContext } from '../platform/context.ts';
import { inSpan, SpanKind } from '../platform/tracing/trace.ts';
import {
  ContradictionError,
  type NotTaken,
  type NotTakenCause,
  type PayoutAcquirerOutcome,
  type AcquirerOutcome,
  type TransferOutcome,
  type RefundAcquirerOutcome,
} from '../acquirers/port.ts';

const MS_PER_SECOND = 1_000;

/** The `call` label of the acquirer metrics. */
type AcquirerCall = 'authorize' | 'find_payin' | 'pay' | 'find_payout' | 'refund' | 'find_refund';

/**
 * The calls that count for a terminal's circuit breaker. Status inquiries and refunds do not: some acquirers answer
 * inquiries only after a delay, and inquiries must continue while the circuit is open.
 */
const PAYMENT_CALLS: ReadonlySet<AcquirerCall> = new Set<AcquirerCall>(['authorize', 'pay']);

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

type AcquirerAnswer =
  | AcquirerOutcome
  | PayoutAcquirerOutcome
  | TransferOutcome
  | RefundAcquirerOutcome
  | NotTaken;

/**
 * Calls an acquirer. Measures and traces the call, and records it for the terminal's circuit and failure log unless
 * this process is stopping.
 *
 * @param signal aborts the call
 */
export async function callAcquirer<Answer extends AcquirerAnswer>(
  { terminals, metrics, timers }: Pick<ServiceContext, 'terminals' | 'metrics' | 'timers'>,
  terminal: RoutedTerminal,
  call: AcquirerCall,
  signal: AbortSignal,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const startedMs = timers.monotonicMs();
  const attributes = { 'tollgate.terminal': terminal.id };
  let result = 'error';
  try {
    const answer = await inSpan(`acquirer ${call}`, { kind: SpanKind.CLIENT, attributes }, send);
    result = resultOf(answer, signal);
    return answer;
  } catch (error) {
    result = error instanceof ContradictionError ? 'contradiction' : silence(signal, 'error');
    throw error;
  } finally {
    const seconds = (timers.monotonicMs() - startedMs) / MS_PER_SECOND;
    metrics.acquirerAnswered({ terminalId: terminal.id, call, result, seconds });
    const isPayment = PAYMENT_CALLS.has(call);
    const hasFailed = FAILURES.has(result);
    if (result !== STOPPED) terminals.recordCall(terminal, { call, isPayment, result, hasFailed });
  }
}

function resultOf(answer: AcquirerAnswer, signal: AbortSignal): string {
  if (answer.outcome !== 'not_taken') return answer.outcome;
  return answer.cause === 'unreachable' ? silence(signal, 'unreachable') : answer.cause;
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
