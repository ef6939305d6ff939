import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/schema.ts';
import type { Answer } from './answer.ts';
import type { Verdict } from './judge-attempt.ts';
import type { SealedSecrets } from './secrets.ts';

type Db = Kysely<Tables>;

/** An event that is ours to send until the lease ends. */
export interface LeasedEvent extends SealedSecrets {
  id: string;
  lease_id: string;
  destination_url: string;
  body: string;
  tries: number;
  /** When a holder before us took it, and was not heard of again. */
  abandoned_at: Date | null;
}

export interface Claim {
  leaseId: string;
  now: Date;
  leaseEndsAt: Date;
  perHost: number;
  most: number;
}

/** Any number that no other advisory lock of the service uses. */
const CLAIM_LOCK = 7_044_201;

/**
 * Leases events that are due, the longest due first, so that no host has more than `perHost` under way
 * in all processes together. Claims take turns by an advisory lock, or two would count the same host
 * at the same time.
 *
 * Hosts are found by stepping through the index from one to the next: a backlog of a million events
 * for one of them costs one step. The price is a step for each host that has anything undelivered.
 */
export async function claimDueEvents(db: Db, claim: Claim): Promise<LeasedEvent[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`.execute(trx);
    const { rows } = await sql<LeasedEvent>`
      with recursive hosts (host) as (
        select min(destination_host) from webhook_events where next_attempt_at is not null
        union all
        select (
          select min(destination_host) from webhook_events
          where next_attempt_at is not null and destination_host > hosts.host
        )
        from hosts where hosts.host is not null
      ), open_hosts as (
        select host, ${claim.perHost} - (
          select count(*) from webhook_events busy
          where busy.destination_host = host and busy.lease_id is not null
            and busy.next_attempt_at > ${claim.now}
        ) as slots
        from hosts where host is not null
      ), due as (
        select candidate.* from open_hosts cross join lateral (
          select id, next_attempt_at, leased_at from webhook_events
          where destination_host = open_hosts.host and next_attempt_at <= ${claim.now}
          order by next_attempt_at
          limit greatest(open_hosts.slots, 0)
          for update skip locked
        ) candidate
        order by candidate.next_attempt_at
        limit ${claim.most}
      )
      update webhook_events event
      set lease_id = ${claim.leaseId}, leased_at = ${claim.now}, next_attempt_at = ${claim.leaseEndsAt}
      from due, merchants
      where event.id = due.id and merchants.id = event.merchant_id
      returning event.id, event.lease_id, event.destination_url, event.body, event.tries,
        due.leased_at as abandoned_at,
        merchants.webhook_secret_sealed, merchants.webhook_secret_old_sealed,
        merchants.webhook_secret_old_until, merchants.webhook_signature_switches_at`.execute(trx);
    return rows;
  });
}

export interface AttemptRecord {
  eventId: string;
  startedAt: Date;
  durationMs: number;
  answer: Pick<Answer, 'status' | 'error' | 'head'>;
}

/** Writes the attempt down and moves the event on, in one statement; the latter only under our own lease. */
export async function recordAttempt(
  db: Db,
  attempt: AttemptRecord,
  leaseId: string,
  verdict: Verdict,
  at: Date,
): Promise<void> {
  await db
    .with('logged', (cte) => cte.insertInto('webhook_attempts').values(attemptRow(attempt)))
    .updateTable('webhook_events')
    .set({
      state: verdict.state,
      tries: verdict.tries,
      next_attempt_at: verdict.nextAttemptAt,
      ended_at: verdict.state === 'pending' ? null : at,
      lease_id: null,
      leased_at: null,
    })
    .where('id', '=', attempt.eventId)
    .where('lease_id', '=', leaseId)
    .execute();
}

/** An attempt whose process died; the event itself is in new hands. */
export async function logAttempt(db: Db, attempt: AttemptRecord): Promise<void> {
  await db.insertInto('webhook_attempts').values(attemptRow(attempt)).execute();
}

function attemptRow({ eventId, startedAt, durationMs, answer }: AttemptRecord) {
  return {
    event_id: eventId,
    started_at: startedAt,
    duration_ms: durationMs,
    status: answer.status ?? null,
    error: answer.error ?? null,
    answer_head: answer.head === '' ? null : answer.head,
  };
}
