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
  /** The authority of the address. */
  host: string;
  lease_ends_at: Date;
  body: string;
  tries: number;
  /** When a holder before us took it, and was not heard of again. */
  abandoned_at: Date | null;
}

export interface Claim {
  /** Whoever claims, the same each time. */
  leaseId: string;
  now: Date;
  leaseEndsAt: Date;
  /** How many events of a host may be taken now. */
  allowances: Record<string, number>;
  /** For hosts that are not among them. */
  otherAllowance: number;
  most: number;
}

/** Any number that no other advisory lock of the service uses. */
const CLAIM_LOCK = 7_044_201;

/**
 * Leases events that are due, the longest due first. A host with leased events belongs to the process
 * that holds them, and no other takes any of it: so what one process keeps to is kept by all. Claims
 * take turns by an advisory lock, or two would find the same host free at the same time.
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
        select host,
          coalesce((${JSON.stringify(claim.allowances)}::jsonb ->> host)::int, ${claim.otherAllowance})
            as allowance
        from hosts
        where host is not null and not exists (
          select from webhook_events busy
          where busy.destination_host = host and busy.lease_id <> ${claim.leaseId}
            and busy.next_attempt_at > ${claim.now}
        )
      ), due as (
        select candidate.* from open_hosts cross join lateral (
          select id, next_attempt_at, leased_at from webhook_events
          where destination_host = open_hosts.host and next_attempt_at <= ${claim.now}
          order by next_attempt_at
          limit open_hosts.allowance
          for update skip locked
        ) candidate
        order by candidate.next_attempt_at
        limit ${claim.most}
      )
      update webhook_events event
      set lease_id = ${claim.leaseId}, leased_at = ${claim.now}, next_attempt_at = ${claim.leaseEndsAt}
      from due, merchants
      where event.id = due.id and merchants.id = event.merchant_id
      returning event.id, event.lease_id, event.destination_url, event.destination_host as host,
        event.body, event.tries, event.next_attempt_at as lease_ends_at, due.leased_at as abandoned_at,
        event.merchant_id, merchants.webhook_secret_sealed, merchants.webhook_secret_old_sealed,
        merchants.webhook_secret_old_until, merchants.webhook_signature_switches_at`.execute(trx);
    return rows;
  });
}

/** Gives events back that were leased and not begun. */
export async function releaseEvents(
  db: Db,
  events: readonly LeasedEvent[],
  now: Date,
): Promise<void> {
  for (const { id, lease_id: leaseId } of events) {
    await db
      .updateTable('webhook_events')
      .set({ next_attempt_at: now, lease_id: null, leased_at: null })
      .where('id', '=', id)
      .where('lease_id', '=', leaseId)
      .execute();
  }
}

/**
 * Gives back what is leased to a holder and not in its hands. No claim of the holder may be under way.
 */
export async function releaseUnknown(
  db: Db,
  holder: { leaseId: string; held: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    update webhook_events set next_attempt_at = ${holder.now}, lease_id = null, leased_at = null
    where lease_id = ${holder.leaseId} and next_attempt_at > ${holder.now}
      and id <> all (${holder.held}::uuid[])`.execute(db);
}

export interface AttemptRecord {
  eventId: string;
  startedAt: Date;
  durationMs: number;
  answer: Pick<Answer, 'status' | 'error' | 'head'>;
}

export interface FinishedAttempt extends AttemptRecord {
  leaseId: string;
  verdict: Verdict;
  at: Date;
}

/**
 * Writes attempts down and moves their events on, in one statement; the latter only under their own
 * lease. It may be repeated when its answer was lost.
 */
export async function recordAttempts(db: Db, attempts: readonly FinishedAttempt[]): Promise<void> {
  const rows = attempts.map(({ leaseId, verdict, at, ...attempt }) => ({
    ...attemptRow(attempt),
    lease_id: leaseId,
    state: verdict.state,
    tries: verdict.tries,
    next_attempt_at: verdict.nextAttemptAt,
    ended_at: verdict.state === 'pending' ? null : at,
  }));
  await sql`
    with finished as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        event_id uuid, started_at timestamptz, duration_ms int, status int, error text,
        answer_head text, lease_id uuid, state text, tries int, next_attempt_at timestamptz,
        ended_at timestamptz)
    ), logged as (
      insert into webhook_attempts (event_id, started_at, duration_ms, status, error, answer_head)
      select event_id, started_at, duration_ms, status, error, answer_head from finished
      where not exists (
        select from webhook_attempts written
        where written.event_id = finished.event_id and written.started_at = finished.started_at
      )
    )
    update webhook_events event
    set state = finished.state, tries = finished.tries, next_attempt_at = finished.next_attempt_at,
      ended_at = finished.ended_at, lease_id = null, leased_at = null
    from finished
    where event.id = finished.event_id and event.lease_id = finished.lease_id`.execute(db);
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
