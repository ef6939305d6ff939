import type { Circuit } from '#domain/routing/circuit.ts';
import {
  ContradictionError,
  type Acquirer,
  type CardAcquirer,
  type NotTakenCause,
  type PayoutAcquirer,
} from '../providers/acquirer.ts';

/** The acquirer answered, and would answer the next payment as well. */
const NOT_TECHNICAL: ReadonlySet<NotTakenCause> = new Set<NotTakenCause>(['request_refused']);

/**
 * Has a terminal's circuit know what becomes of payments. Status queries do not count: some acquirers
 * answer them only after a while, and they must go on while the circuit is open.
 */
export function recordCalls(acquirer: Acquirer, circuit: Circuit): Acquirer {
  const { cards, payouts } = acquirer;
  return {
    ...acquirer,
    cards: cards && { ...cards, authorize: recorded(circuit, cards.authorize) },
    payouts: payouts && { ...payouts, pay: recorded(circuit, payouts.pay) },
  };
}

type First = CardAcquirer['authorize'] | PayoutAcquirer['pay'];
type AnswerOf<Call extends First> = Awaited<ReturnType<Call>>;

function recorded<Attempt, Answer extends AnswerOf<First>>(
  circuit: Circuit,
  call: (attempt: Attempt, signal: AbortSignal) => Promise<Answer>,
): typeof call {
  return async (attempt, signal) => {
    try {
      const answer = await call(attempt, signal);
      circuit.record(answer.outcome === 'not_taken' && !NOT_TECHNICAL.has(answer.cause));
      return answer;
    } catch (error) {
      circuit.record(!(error instanceof ContradictionError));
      throw error;
    }
  };
}
