import type { RoutedTerminal } from '#domain/routing/route.ts';
import type { ServiceContext } from '../platform/context.ts';
import { inSpan, SpanKind } from '../platform/tracing/trace.ts';
import {
  ContradictionError,
  type NotTaken,
  type NotTakenCause,
  type PayoutProviderOutcome,
  type ProviderOutcome,
} from '../providers/port.ts';

const MS_PER_SECOND = 1_000;

/** Calls as the metrics name them. */
type AcquirerCall = 'authorize' | 'find_payin' | 'pay' | 'find_payout';

/**
 * Payments alone count for a terminal's circuit: some acquirers answer status inquiries only after a
 * while, and inquiries must go on while the circuit is open.
 */
const OF_A_PAYMENT: ReadonlySet<AcquirerCall> = new Set<AcquirerCall>(['authorize', 'pay']);

/** The acquirer answered, and would answer the next payment as well. */
const NOT_TECHNICAL: ReadonlySet<NotTakenCause> = new Set<NotTakenCause>(['request_refused']);

/** Calls an acquirer: measured and traced, and counted for the terminal's circuit. */
export async function callAcquirer<
  Answer extends ProviderOutcome | PayoutProviderOutcome | NotTaken,
>(
  { terminals, metrics }: Pick<ServiceContext, 'terminals' | 'metrics'>,
  terminal: RoutedTerminal,
  call: AcquirerCall,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const record = (hasFailed: boolean) => {
    if (OF_A_PAYMENT.has(call)) terminals.recordPayment(terminal, hasFailed);
  };
  const startedMs = performance.now();
  const attributes = { 'tollgate.terminal': terminal.id };
  let result = 'error';
  try {
    const answer = await inSpan(`provider ${call}`, { kind: SpanKind.CLIENT, attributes }, ask);
    result = answer.outcome;
    record(answer.outcome === 'not_taken' && !NOT_TECHNICAL.has(answer.cause));
    return answer;
  } catch (error) {
    record(!(error instanceof ContradictionError));
    throw error;
  } finally {
    const seconds = (performance.now() - startedMs) / MS_PER_SECOND;
    metrics.providerAnswered({ terminalId: terminal.id, call, result, seconds });
  }
}
