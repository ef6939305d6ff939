import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { noAnswer, type Answer } from './answer.ts';
import type { LeasedEvent } from './claim-queries.ts';
import { logAttempt, type FinishedAttempt } from './queries.ts';
import { judgeAttempt } from './judge-attempt.ts';
import type { Poster } from './post.ts';
import { signingSecrets } from '../events/secrets.ts';
import { deliveryHeaders } from '../events/sign-event.ts';

export interface DeliveryDeps {
  db: Kysely<Tables>;
  keyring: Keyring;
  now: () => Date;
  /** Real time, whatever `now` is: receivers judge by it how old a delivery is. */
  signingTime: () => Date;
  /** In [0, 1). */
  random: () => number;
  poster: Poster;
}

/**
 * Makes one attempt to deliver a leased event. No transaction is open meanwhile: if this process dies,
 * the lease ends by itself, and the event is sent again.
 */
export async function deliverEvent(
  deps: DeliveryDeps,
  event: LeasedEvent,
  stop: AbortSignal,
): Promise<FinishedAttempt> {
  if (event.abandoned_at !== null) await logAbandoned(deps, event, event.abandoned_at);
  const startedAt = deps.now();
  const startedMs = performance.now();
  const body = Buffer.from(event.body, 'utf8');
  const signedAt = deps.signingTime();
  const secrets = signingSecrets(deps.keyring, event, signedAt);
  const headers = deliveryHeaders(event.id, body, secrets, signedAt);
  const answer = await deps.poster.post({ url: event.destination_url, headers, body }, stop);
  const durationMs = Math.round(performance.now() - startedMs);
  return finished(deps, event, { startedAt, durationMs, answer });
}

function finished(
  deps: DeliveryDeps,
  { id: eventId, lease_id: leaseId, tries }: LeasedEvent,
  attempt: Pick<FinishedAttempt, 'startedAt' | 'durationMs'> & { answer: Answer },
): FinishedAttempt {
  const at = deps.now();
  const verdict = judgeAttempt(attempt.answer, tries, { now: at, random: deps.random() });
  return { eventId, leaseId, ...attempt, verdict, at };
}

/** How long it took is not known: its process has ended. */
async function logAbandoned(deps: DeliveryDeps, event: LeasedEvent, startedAt: Date) {
  await logAttempt(deps.db, {
    eventId: event.id,
    startedAt,
    durationMs: 0,
    answer: noAnswer('interrupted'),
  });
}
