import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import { webhookId } from './sign-event.ts';

/** An event as an operator reads it. */
export interface LoggedEvent {
  event: string;
  webhook_id: string;
  state: string;
  orders: string[];
  destination: string | null;
  destination_source: string;
  body: string;
  created_at: Date;
  next_attempt_at: Date | null;
  ended_at: Date | null;
  attempts: LoggedAttempt[];
}

interface LoggedAttempt {
  at: Date;
  duration_ms: number;
  status: number | null;
  error: string | null;
  answer_head: string | null;
}

/** More than the schedule has, twice over: the latest are shown. */
const MAX_ATTEMPTS_SHOWN = 50;

/** The events that carry an order, with each attempt to deliver them and its outcome. */
export async function showEvents(db: Kysely<Tables>, orderId: string): Promise<LoggedEvent[]> {
  const events = await db
    .selectFrom('webhook_events')
    .selectAll()
    .where(
      sql<boolean>`group_id in (
      select group_id from payins where id = ${orderId}
      union all select group_id from payouts where id = ${orderId})`,
    )
    .orderBy('created_at')
    .execute();
  return Promise.all(
    events.map(async (event) => ({
      event: event.id,
      webhook_id: webhookId(event.id),
      state: event.state,
      orders: event.order_ids,
      destination: event.destination_url,
      destination_source: event.destination_source,
      body: event.body,
      created_at: event.created_at,
      next_attempt_at: event.next_attempt_at,
      ended_at: event.ended_at,
      attempts: await selectAttempts(db, event.id),
    })),
  );
}

async function selectAttempts(db: Kysely<Tables>, eventId: string): Promise<LoggedAttempt[]> {
  const latest = await db
    .selectFrom('webhook_attempts')
    .select(['started_at as at', 'duration_ms', 'status', 'error', 'answer_head'])
    .where('event_id', '=', eventId)
    .orderBy('number', 'desc')
    .limit(MAX_ATTEMPTS_SHOWN)
    .execute();
  return latest.toReversed();
}
