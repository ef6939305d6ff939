import { expectTaken } from '../expect-taken.ts';
import { findByReference, NEVER_SENT, referenceToInquire } from '../never-sent.ts';
import type { CardAcquirer, KnownAttempt, AcquirerOutcome, ReportedPayment } from '../port.ts';
import { authorize } from './authorize.ts';
import { noAnswerError } from './failures.ts';
import { outcomeOf } from './payin-outcome.ts';
import { readReference } from './reference.ts';
import { clientFor, type OrdersApiTerminal } from './terminal.ts';

/**
 * Takes card payments through the acquirer's payins. Its API cannot end a challenge or void a payment, as the
 * adapter's description says; these calls change nothing.
 */
export function cardAcquirer(terminal: OrdersApiTerminal): CardAcquirer {
  const find = (attempt: KnownAttempt, signal: AbortSignal) => findOrder(terminal, attempt, signal);
  return {
    authorize: (attempt, saveReference, signal) =>
      authorize(terminal, attempt, saveReference, signal),
    findOutcome: findByReference(find),
    // The challenge's result went to the acquirer's own page; what came back here proves nothing.
    completeChallenge: (attempt, _returned, _saveReference, signal) => find(attempt, signal),
    giveUp: (attempt, _saveReference, signal) => find(attempt, signal),
    // The webhook is signed and names the attempt's order, even if no order is saved.
    async confirmNotification(attempt, reported, _saveReference, signal) {
      const reference = referenceFor(attempt, reported);
      const outcome = await find({ ...attempt, reference }, signal);
      expectTaken('The acquirer', reported, outcome);
      return outcome;
    },
  };
}

function referenceFor(
  { reference }: KnownAttempt,
  reported: ReportedPayment | undefined,
): string | undefined {
  const known = reference === undefined ? undefined : readReference(reference).id;
  return known === reported?.reference ? reference : referenceToInquire({ reference }, reported);
}

async function findOrder(
  terminal: OrdersApiTerminal,
  attempt: KnownAttempt,
  signal: AbortSignal,
): Promise<AcquirerOutcome> {
  if (attempt.reference === undefined) throw new Error('No order is saved with the attempt');
  if (attempt.reference === NEVER_SENT) return { outcome: 'never_seen' };
  const saved = readReference(attempt.reference);
  const read = await clientFor(terminal, signal).getPayin(saved.id);
  if (!read.ok) throw noAnswerError('a status inquiry', read);
  return outcomeOf(read.value, attempt, saved, terminal.tools.now());
}
