import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import { plannedOnce, prepared, unseen } from '../../platform/database/statement.ts';
import type { Answer } from './answer.ts';
import type { Verdict } from './judge-attempt.ts';
import { anyDue, type LeasedEvent } from './claim-queries.ts';

type Db = Kysely<Tables>;

/** Releases events that were leased and not begun. */
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
 * Releases the events that are leased to a process which does not know of them. No claim of that process
 * may be under way.
 */
export async function releaseUnknown(
  db: Db,
  holder: { leaseId: string; leased: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    update webhook_events set next_attempt_at = ${holder.now}, lease_id = null, leased_at = null
    where lease_id = ${holder.leaseId} and next_attempt_at > ${holder.now}
      and id <> all (${holder.leased}::uuid[])`.execute(db);
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
 * Records attempts and the new state of their events, in one statement; the latter only under their own
 * lease. It may be repeated when its answer was lost.
 *
 * @returns whether any event is due
 */
export async function recordAttempts(
  db: Db,
  attempts: readonly FinishedAttempt[],
  now: Date,
): Promise<boolean> {
  const rows = attempts.map(({ leaseId, verdict, at, ...attempt }) => ({
    ...attemptRow(attempt),
    lease_id: leaseId,
    state: verdict.state,
    tries: verdict.tries,
    next_attempt_at: verdict.nextAttemptAt,
    ended_at: verdict.state === 'pending' ? null : at,
  }));
  // By a list of ids the index is read; to join with them, the whole table where it was small when this was planned.
  const eventIds = attempts.map(({ eventId }) => eventId);
  const among = sql`any (${unseen(eventIds, 'uuid[]')}::uuid[])`;
  const query = sql<{ is_due: boolean }>`
    with finished as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        event_id uuid, started_at timestamptz, duration_ms int, status int, error text,
        answer_head text, lease_id uuid, state text, tries int, next_attempt_at timestamptz,
        ended_at timestamptz)
    ), logged as (
      insert into webhook_attempts (event_id, started_at, duration_ms, status, error, answer_head)
      select finished.event_id, finished.started_at, finished.duration_ms, finished.status, finished.error,
        finished.answer_head
      from finished left join webhook_attempts written
        on written.event_id = ${among}
          and written.event_id = finished.event_id and written.started_at = finished.started_at
      where written.event_id is null
    ), recorded as (
      update webhook_events event
      set state = finished.state, tries = finished.tries, next_attempt_at = finished.next_attempt_at,
        ended_at = finished.ended_at, lease_id = null, leased_at = null
      from finished
      where event.id = ${among}
        and event.id = finished.event_id and event.lease_id = finished.lease_id
    )
    select ${anyDue(now)} as is_due where ${plannedOnce()}`;
  const [recorded] = await prepared(db, query.compile(db));
  return recorded?.is_due ?? false;
}

/** Records an attempt whose process died; the event itself is leased anew. */
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
