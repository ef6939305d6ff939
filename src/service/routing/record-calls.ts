import type { Circuit } from '#domain/routing/circuit.ts';
import {
  ContradictionError,
  type Acquirer,
  type NotTaken,
  type NotTakenCause,
} from '../providers/acquirer.ts';
import type { PayoutAnswer, ProviderAnswer } from '../providers/provider.ts';

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
    cards: cards && {
      ...cards,
      authorize: (attempt, signal) => recorded(circuit, cards.authorize(attempt, signal)),
    },
    payouts: payouts && {
      ...payouts,
      pay: (attempt, signal) => recorded(circuit, payouts.pay(attempt, signal)),
    },
  };
}

async function recorded<Answer extends PayoutAnswer | ProviderAnswer | NotTaken>(
  circuit: Circuit,
  call: Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await call;
    circuit.record(answer.outcome === 'not_taken' && !NOT_TECHNICAL.has(answer.cause));
    return answer;
  } catch (error) {
    circuit.record(!(error instanceof ContradictionError));
    throw error;
  }
}
