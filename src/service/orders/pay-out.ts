import { setTimeout as sleep } from 'node:timers/promises';
import type { Sensitive } from '#domain/card/sensitive.ts';
import type { ServiceContext } from '../context.ts';
import type { PayoutRow } from '../database/schema-payouts.ts';
import type { PayoutAttempt, PayoutProvider } from '../providers/provider.ts';
import { settlePayout } from './settle-payout.ts';

/** The interface answers within this time, whether the provider has or not (decision 5). */
const ANSWER_WAIT_MS = 2_000;
/** After this the provider's answer is unknown, and the reconciler asks. */
const PAYOUT_TIMEOUT_MS = 10_000;

/** An attempt that is recorded, and still has to reach its provider. */
export interface RecordedPayout {
  attempt: PayoutAttempt;
  provider: PayoutProvider;
}

export function payoutAttempt(
  id: string,
  payout: PayoutRow,
  destination: Sensitive<string>,
): PayoutAttempt {
  return {
    id,
    orderId: payout.id,
    amountMinor: payout.amount_minor,
    currency: payout.currency,
    destination,
    customer: payout.customer,
  };
}

/**
 * Asks the providers, and waits a while for their answers; those that take longer are settled when
 * they come. No transaction is open meanwhile. A process that dies here leaves the attempts to the
 * reconciler: one that the provider never saw ends its payout, because the number went with the process.
 *
 * @returns the first order as it became; undefined where that is not known
 */
export async function payOut(
  context: ServiceContext,
  recorded: readonly RecordedPayout[],
): Promise<PayoutRow | undefined> {
  const asked = Promise.all(recorded.map((payout) => askProvider(context, payout)));
  context.background.run(asked.then(() => undefined));
  const waiting = new AbortController();
  try {
    const [first] = await Promise.race([asked, giveUpWaiting(context, recorded, waiting.signal)]);
    return first;
  } catch (error) {
    // The orders are made and reserved: what went wrong since is for the reconciler, not the caller.
    context.log.warn({ err: error }, 'What became of a payout was not recorded yet');
    return undefined;
  } finally {
    waiting.abort();
  }
}

async function giveUpWaiting(
  context: ServiceContext,
  recorded: readonly RecordedPayout[],
  signal: AbortSignal,
): Promise<(PayoutRow | undefined)[]> {
  await sleep(ANSWER_WAIT_MS, undefined, { signal });
  return Promise.all(
    recorded.map(({ attempt }) => settlePayout(context, attempt.id, { outcome: 'unknown' })),
  );
}

/** A throw from the provider is silence, not a refusal: the attempt stays open for the reconciler. */
async function askProvider(
  context: ServiceContext,
  { provider, attempt }: RecordedPayout,
): Promise<PayoutRow | undefined> {
  const deadline = AbortSignal.any([
    context.background.signal,
    AbortSignal.timeout(PAYOUT_TIMEOUT_MS),
  ]);
  try {
    return await settlePayout(context, attempt.id, await provider.pay(attempt, deadline));
  } catch (error) {
    context.log.warn({ err: error, attemptId: attempt.id }, 'A provider did not answer');
    return settlePayout(context, attempt.id, { outcome: 'unknown' });
  }
}
