import type { CardAcquirer, KnownAttempt, ReportedPayment } from '../acquirer.ts';
import { findByReference, NEVER_SENT } from '../never-sent.ts';
import type { ProviderOutcome } from '../provider.ts';
import { authorize } from './authorize.ts';
import { silenceOf } from './failures.ts';
import { outcomeOf } from './payin-outcome.ts';
import { readReference } from './reference.ts';
import { clientFor, type OrdersApiTerminal } from './terminal.ts';

/**
 * Card payments through another gateway's payins. Its interface has no way to end a challenge or to give
 * money back: both are declared, and asked for they change nothing.
 */
export function cardAcquirer(terminal: OrdersApiTerminal): CardAcquirer {
  const ask = (attempt: KnownAttempt, signal: AbortSignal) => askFor(terminal, attempt, signal);
  return {
    authorize: (attempt, signal) => authorize(terminal, attempt, signal),
    findOutcome: findByReference(ask),
    // The gateway's own page was told how the challenge ended; what came back here proves nothing.
    completeChallenge: (attempt, _returned, signal) => ask(attempt, signal),
    giveUpChallenge: ask,
    // The webhook is signed, and says which order is the attempt's, even where none is remembered.
    confirmNotification: (attempt, reported, signal) =>
      ask({ ...attempt, reference: referenceFor(attempt, reported) }, signal),
    void: () => Promise.resolve('too_late'),
  };
}

function referenceFor(
  { reference }: KnownAttempt,
  reported: ReportedPayment | undefined,
): string | undefined {
  const known = reference === undefined ? undefined : readReference(reference).id;
  return reported === undefined || known === reported.reference ? reference : reported.reference;
}

async function askFor(
  terminal: OrdersApiTerminal,
  attempt: KnownAttempt,
  signal: AbortSignal,
): Promise<ProviderOutcome> {
  if (attempt.reference === undefined) throw new Error('No order is remembered of the attempt');
  if (attempt.reference === NEVER_SENT) return { outcome: 'never_seen' };
  const remembered = readReference(attempt.reference);
  const read = await clientFor(terminal, signal).getPayin(remembered.id);
  if (!read.ok) throw silenceOf('a status query', read);
  return outcomeOf(read.value, attempt, remembered);
}
