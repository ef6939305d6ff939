import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../context.ts';
import type { Caller } from '../merchants/settings.ts';
import type { CardAttempt, CardProvider } from '../providers/provider.ts';
import { recordAttempt, type CardDataRefusal, type SignedCardData } from './record-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

export type SubmitCardDataResult = 'accepted' | CardDataRefusal;

/** The interface answers within this time, whether the provider has or not (decision 5). */
const ANSWER_WAIT_MS = 2_000;
/** After this the provider's answer is unknown, and the reconciler asks. */
const PROVIDER_TIMEOUT_MS = 10_000;

/**
 * Takes a card for a waiting payin: records the attempt, moves the order, asks the provider. The card
 * itself stays in memory for that one call. What came of it is read from the order. The very same
 * signed request again is accepted as it was the first time, and changes nothing.
 *
 * Locks the order while it records; holds no lock and no transaction while it asks.
 */
export async function submitCardData(
  context: ServiceContext,
  caller: Caller,
  request: SignedCardData,
): Promise<SubmitCardDataResult> {
  const recorded = await context.db
    .transaction()
    .execute((trx) => recordAttempt(context, trx, caller, request));
  if (typeof recorded === 'string') {
    // A card on a block list has ended the order.
    context.wakeWebhooks();
    return recorded;
  }
  const asked = askProvider(context, recorded.provider, recorded.attempt);
  context.background.run(asked);
  await waitAWhile(context, recorded.attempt.id, asked);
  return 'accepted';
}

/** The attempt is recorded: what goes wrong from here on is for the reconciler, not for the caller. */
async function waitAWhile(
  context: ServiceContext,
  attemptId: string,
  asked: Promise<void>,
): Promise<void> {
  const waiting = new AbortController();
  const givingUp = sleep(ANSWER_WAIT_MS, undefined, { signal: waiting.signal }).then(() =>
    settleAttempt(context, attemptId, { outcome: 'unknown' }),
  );
  try {
    await Promise.race([asked, givingUp]);
  } catch (error) {
    context.log.warn({ err: error, attemptId }, 'What became of an attempt was not recorded yet');
  } finally {
    waiting.abort();
  }
}

/** A throw from the provider is silence, not a decline: the attempt stays open for the reconciler. */
async function askProvider(
  context: ServiceContext,
  provider: CardProvider,
  attempt: CardAttempt,
): Promise<void> {
  const deadline = AbortSignal.any([
    context.background.signal,
    AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  ]);
  try {
    await settleAttempt(context, attempt.id, await provider.authorize(attempt, deadline));
  } catch (error) {
    context.log.warn({ err: error, attemptId: attempt.id }, 'A provider did not answer');
    await settleAttempt(context, attempt.id, { outcome: 'unknown' });
  }
}
