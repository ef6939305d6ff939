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

/** More than the schedule has, twice over: the latest are shown. */
const MAX_ATTEMPTS_SHOWN = 50;

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
  const events = await selectEvents(db, orderId, part);
  return Promise.all(events.map(async (event) => logged(db, event)));
}

/** One event, by its own id. */
export async function findEvent(
  db: Kysely<Tables>,
  eventId: string,
): Promise<LoggedEvent | undefined> {
  const event = await db
    .selectFrom('webhook_events')
    .selectAll()
    .where('id', '=', eventId)
    .executeTakeFirst();
  return event && logged(db, event);
}

async function logged(
  db: Kysely<Tables>,
  event: Selectable<WebhookEventTable>,
): Promise<LoggedEvent> {
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
    attempts_made: await countAttempts(db, event.id),
    attempts: await selectAttempts(db, event.id),
  };
}

function selectEvents(db: Kysely<Tables>, orderId: string, { after, limit }: Part) {
  let query = db
    .selectFrom('webhook_events')
    .selectAll()
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

async function countAttempts(db: Kysely<Tables>, eventId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_attempts')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return Number(count);
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
