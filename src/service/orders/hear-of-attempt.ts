import type { ServiceContext } from '../context.ts';
import { settleAttempt } from './settle-attempt.ts';

const PROVIDER_TIMEOUT_MS = 10_000;

/**
 * A provider says that something became known of an attempt. It is asked, rather than believed: what
 * anybody can send to an address proves nothing.
 */
export async function hearOfAttempt(
  context: ServiceContext,
  adapter: string,
  attemptId: string,
): Promise<void> {
  const provider = context.cardProviders.get(adapter);
  if (provider === undefined) return;
  const deadline = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
  await settleAttempt(context, attemptId, await provider.findOutcome(attemptId, deadline));
}
