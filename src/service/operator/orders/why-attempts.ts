import type { OrderFacts } from './order-facts.ts';
import type { StoryAttempt } from './story-queries.ts';

/** The one that decided, or is awaited. */
export function lastAttempt(attempts: readonly StoryAttempt[]): StoryAttempt | undefined {
  return attempts.at(-1);
}

/** Why an acquirer's no ended the order. */
export function declined({
  attempts,
  providerMessage,
  direction,
  maxAttempts,
}: OrderFacts): string {
  const last = lastAttempt(attempts);
  const by = last?.terminal ?? 'The acquirer';
  if (last?.outcome === 'never_seen') return `The payout never reached ${by}: nothing was paid.`;
  const reason = last?.decline_reason ? ` (${last.decline_reason})` : '';
  const words = providerMessage === null ? '' : ` It said: ${providerMessage}.`;
  const verb = direction === 'payin' ? 'declined' : 'refused';
  const end =
    last?.outcome === 'soft_decline'
      ? ` No attempt was left: the method allows ${maxAttempts}.`
      : '';
  return `${by} ${verb} it${reason}.${words}${end}`;
}

/** An attempt whose end is not known yet. */
export function awaited({ attempts, cause, since }: OrderFacts): string {
  const last = lastAttempt(attempts);
  const by = last?.terminal ?? 'The acquirer';
  const at = since.toISOString();
  if (cause === 'challenge_required') {
    return `${by} wants the payer to pass a 3-D Secure challenge since ${at}, and nobody has yet.`;
  }
  const next = last?.next_ask_at ? ` It is asked again at ${last.next_ask_at.toISOString()}.` : '';
  const silent =
    last && last.unanswered > 0 ? ` The last ${last.unanswered} questions got no answer.` : '';
  if (cause === 'provider_silent') {
    return `${by} did not answer, so whether money moved is not known.${silent}${next}`;
  }
  return `${by} was asked at ${at} and has not said how it ended.${silent}${next}`;
}
