import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import { prepared } from '../../platform/database/statement.ts';
import { leasing, type LeasedEvent } from './claim-queries.ts';
import { attemptRow, type FinishedAttempt } from './queries.ts';

type Db = Kysely<Tables>;

/** An event of a timeline, and when its next attempt is due. */
export interface DueEvent extends LeasedEvent {
  due_at: Date;
}

interface Span {
  merchantId: string;
  leaseId: string;
  now: Date;
  /** Leases that end later go on, however late it is. */
  leasesGoOnFrom: Date;
  until: Date;
  leaseEndsAt: Date;
  most: number;
}

/** Leases a merchant's events that are due until then, the first due first; those leased by others are passed over. */
export async function leaseSpan(db: Db, span: Span): Promise<DueEvent[]> {
  const query = sql<DueEvent>`
    with due as (
      select id, next_attempt_at, leased_at from webhook_events
      where merchant_id = ${span.merchantId} and next_attempt_at <= ${span.until}
        and (lease_id is null or next_attempt_at <= ${span.leasesGoOnFrom})
      order by next_attempt_at limit ${span.most} for update skip locked
    ), ${leasing(span)}
    select * from ours order by due_at`;
  return prepared(db, query.compile(db));
}

/** Where a timeline leaves an event. */
export interface LeftEvent {
  id: string;
  leaseId: string;
  state: FinishedAttempt['verdict']['state'];
  tries: number;
  nextAttemptAt: Date | null;
  endedAt: Date | null;
}

/** Records all attempts of a timeline, in their order, and where each event was left: in one statement. */
export async function recordTimeline(
  db: Db,
  attempts: readonly FinishedAttempt[],
  events: readonly LeftEvent[],
): Promise<void> {
  const left = events.map(({ id, leaseId, nextAttemptAt, endedAt, ...event }) => ({
    ...event,
    event_id: id,
    lease_id: leaseId,
    next_attempt_at: nextAttemptAt,
    ended_at: endedAt,
  }));
  const query = sql`
    with logged as (
      insert into webhook_attempts (event_id, started_at, duration_ms, status, error, answer_head)
      select event_id, started_at, duration_ms, status, error, answer_head
      from jsonb_to_recordset(${JSON.stringify(attempts.map(attemptRow))}::jsonb) as made (
        event_id uuid, started_at timestamptz, duration_ms int, status int, error text,
        answer_head text)
    )
    update webhook_events event
    set state = left_as.state, tries = left_as.tries, next_attempt_at = left_as.next_attempt_at,
      ended_at = left_as.ended_at, lease_id = null, leased_at = null
    from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as left_as (
      event_id uuid, lease_id uuid, state text, tries int, next_attempt_at timestamptz,
      ended_at timestamptz)
    where event.id = left_as.event_id and event.lease_id = left_as.lease_id`;
  await prepared(db, query.compile(db));
}
