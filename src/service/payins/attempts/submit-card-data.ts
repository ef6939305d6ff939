import type { ServiceContext } from '../../platform/context.ts';
import type { Caller } from '../../merchants/settings.ts';
import { askFirst, waitForAnswer } from '../../orders/ask-provider.ts';
import type { SignedCardData } from './given-card.ts';
import type { CardDataRefusal } from './judge-card.ts';
import { recordAttempt } from './record-attempt.ts';
import type { ReportedOutcome } from '../payin-moves.ts';
import { settleAttempt } from './settle-attempt.ts';

export type SubmitCardDataResult = 'accepted' | CardDataRefusal;

/**
 * Takes a card for a waiting payin: records the attempt, moves the order, has the provider authorize it.
 * The card itself stays in memory for that one call. The outcome is read from the order. The very same
 * signed request again is accepted as it was the first time, and changes nothing.
 *
 * Holds no lock and no transaction while it asks.
 */
export async function submitCardData(
  context: ServiceContext,
  caller: Caller,
  request: SignedCardData,
): Promise<SubmitCardDataResult> {
  const recorded = await recordAttempt(context, caller, request);
  if (typeof recorded === 'string') {
    // A card on a block list has ended the order.
    context.wakeWebhooks();
    return recorded;
  }
  const { attempt, provider, known } = recorded;
  const settle = (outcome: ReportedOutcome) => settleAttempt(context, attempt.id, outcome, known);
  const asked = askFirst(context, {
    attemptId: attempt.id,
    ask: (signal) => provider.authorize(attempt, signal),
    settle,
  });
  await waitForAnswer(context, asked, () => settle({ outcome: 'unknown' }));
  return 'accepted';
}
