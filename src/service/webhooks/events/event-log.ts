import { MAX_ATTEMPTS_SHOWN } from '#contract/schemas/tools.ts';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import type { WebhookEventTable } from '../../platform/database/tables/webhooks.ts';
import { webhookId } from './sign-event.ts';

/** An event as an operator reads it. */
export interface LoggedEvent {
  event: string;
  webhook_id: string;
  state: string;
  orders: string[];
  destination: string | null;
  destination_source: string;
  /** Empty once it was erased. */
  body: string;
  erased: boolean;
  created_at: Date;
  next_attempt_at: Date | null;
  ended_at: Date | null;
  /** All there were; the latest are shown. */
  attempts_made: number;
  attempts: LoggedAttempt[];
}

interface LoggedAttempt {
  at: Date;
  duration_ms: number;
  status: number | null;
  error: string | null;
  answer_head: string | null;
}

/** All of them, unless it says otherwise. */
interface Part {
  /** The last event before it. */
  after?: string | undefined;
  limit?: number;
}

/** The events that carry an order, the oldest first, with each attempt to deliver them and its outcome. */
export async function showEvents(
  db: Kysely<Tables>,
  orderId: string,
  part: Part = {},
): Promise<LoggedEvent[]> {
  return (await selectEvents(db, orderId, part)).map(logged);
}

/** One event, by its own id. */
export async function findEvent(
  db: Kysely<Tables>,
  eventId: string,
): Promise<LoggedEvent | undefined> {
  const event = await selectWhole(db).where('id', '=', eventId).executeTakeFirst();
  return event && logged(event);
}

/** An event with the latest attempts to deliver it, the oldest first. */
export interface WholeEvent extends Selectable<WebhookEventTable> {
  attempts_made: number;
  attempts: (Omit<LoggedAttempt, 'at'> & { at: string })[];
}

function logged(event: WholeEvent): LoggedEvent {
  return {
    event: event.id,
    webhook_id: webhookId(event.id),
    state: event.state,
    orders: event.order_ids,
    destination: event.destination_url,
    destination_source: event.destination_source,
    body: event.body,
    erased: event.erasure === 'done',
    created_at: event.created_at,
    next_attempt_at: event.next_attempt_at,
    ended_at: event.ended_at,
    attempts_made: event.attempts_made,
    attempts: event.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })),
  };
}

/** By one statement: read apart, an event could still be pending beside the attempt that delivered it. */
export function selectWhole(db: Kysely<Tables>) {
  return db
    .selectFrom('webhook_events')
    .selectAll()
    .select([
      sql<number>`(select count(*)::int from webhook_attempts where event_id = webhook_events.id)`.as(
        'attempts_made',
      ),
      sql<WholeEvent['attempts']>`(
        select coalesce(jsonb_agg(to_jsonb(latest) - 'number' order by number), '[]') from (
          select number, started_at as at, duration_ms, status, error, answer_head
          from webhook_attempts where event_id = webhook_events.id
          order by number desc limit ${MAX_ATTEMPTS_SHOWN}
        ) latest
      )`.as('attempts'),
    ]);
}

function selectEvents(db: Kysely<Tables>, orderId: string, { after, limit }: Part) {
  let query = selectWhole(db)
    .where(
      sql<boolean>`group_id in (
      select group_id from payins where id = ${orderId}
      union all select group_id from payouts where id = ${orderId})`,
    )
    .orderBy('created_at')
    .orderBy('id');
  if (limit !== undefined) query = query.limit(limit);
  if (after === undefined) return query.execute();
  const last = sql`(select last.created_at, last.id from webhook_events as last where last.id = ${after})`;
  return query.where(sql<boolean>`(created_at, id) > ${last}`).execute();
}
