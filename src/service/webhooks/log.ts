import { sql, type RawBuilder, type Selectable } from 'kysely';
import { unixSeconds } from '#contract/schemas/order.ts';
import {
  MAX_ATTEMPTS_SHOWN,
  type ListWebhooksQuery,
  type PageAfter,
  type Webhook,
  type WebhookAttempt,
  type WebhookHistory,
} from '#contract/schemas/developer.ts';
import type { Db } from '../platform/database/schema.ts';
import type {
  WebhookAttemptTable,
  WebhookEventTable,
} from '../platform/database/tables/webhooks.ts';
import { webhookId } from './send.ts';

/** An event as operators see it. */
interface LoggedEvent {
  event: string;
  webhook_id: string;
  state: string;
  orders: string[];
  destination: string | null;
  destination_source: string;
  /** Empty if it was erased. */
  body: string;
  erased: boolean;
  created_at: Date;
  next_attempt_at: Date | null;
  ended_at: Date | null;
  /** The number of all attempts; `attempts` has only the latest. */
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

/** Which of the events to read; all of them by default. */
interface Part {
  /** The id of the last event before this part. */
  after?: string | undefined;
  limit?: number;
}

/**
 * Returns the events of an order, its refunds and its disputes, oldest first, with the latest attempts to deliver them and
 * their outcomes.
 */
export async function showEvents(db: Db, orderId: string, part: Part = {}): Promise<LoggedEvent[]> {
  return (await selectEvents(db, orderId, part)).map(logged);
}

export async function findEvent(db: Db, eventId: string): Promise<LoggedEvent | undefined> {
  const event = await selectWhole(db).where('id', '=', eventId).executeTakeFirst();
  return event && logged(event);
}

/** An event with the latest attempts to deliver it, the oldest first. */
interface WholeEvent extends Selectable<WebhookEventTable> {
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

/**
 * Selects events and attempts by one statement. Read separately, an event could still be pending next to the
 * attempt that delivered it.
 */
function selectWhole(db: Db) {
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

function selectEvents(db: Db, orderId: string, { after, limit }: Part) {
  let query = selectWhole(db)
    .where(
      sql<boolean>`group_id in (
      select group_id from payins where id = ${orderId}
      union all select group_id from payouts where id = ${orderId}
      union all select id from refunds where payin_id = ${orderId}
      ${groupsOfDisputes(sql`payin_id = ${orderId}`)})`,
    )
    .orderBy('created_at')
    .orderBy('id');
  if (limit !== undefined) query = query.limit(limit);
  if (after === undefined) return query.execute();
  const last = sql`(select last.created_at, last.id from webhook_events as last where last.id = ${after})`;
  return query.where(sql<boolean>`(created_at, id) > ${last}`).execute();
}

/**
 * Returns a merchant's webhooks, latest first, each with the last attempt to deliver it. Returns none if `after` is
 * not one of them.
 */
export async function listEvents(
  db: Db,
  merchantId: string,
  { size, after, order_id: orderId, state }: ListWebhooksQuery,
): Promise<PageAfter<Webhook>> {
  // Reads one more than the page has, to know whether there are more.
  const found = await db
    .selectFrom('webhook_events')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'pending'))
    .$if(orderId !== undefined, (query) => query.where(isOfGroup(merchantId, orderId)))
    .$if(after !== undefined, (query) => query.where(comesAfter(merchantId, after)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const events = found.slice(0, size);
  const last = await lastAttempts(
    db,
    events.map(({ id }) => id),
  );
  const content = events.map((event) => showWebhook(event, last.get(event.id)));
  return { content, ...(found.length > size && { next: content.at(-1)?.id }) };
}

/**
 * Matches the events of an order's group, its refunds and its disputes. Each has one event, found by its key, so no other
 * event is read.
 */
function isOfGroup(merchantId: string, orderId: string | undefined): RawBuilder<boolean> {
  const group = (table: string) => sql`
    select group_id from ${sql.table(table)} where merchant_id = ${merchantId} and id = ${orderId}`;
  return sql`group_id in (${group('payins')} union all ${group('payouts')}
    union all select id from refunds
      where merchant_id = ${merchantId} and (payin_id = ${orderId} or id = ${orderId})
    ${groupsOfDisputes(sql`merchant_id = ${merchantId} and (payin_id = ${orderId} or id = ${orderId})`)})`;
}

/** Further groups: those of the events of disputes, one for each change and each announcement of a deadline. */
export function groupsOfDisputes(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    union all select notice.id from dispute_notices notice
      where notice.dispute_id in (select id from disputes where ${condition})
    union all select unnest(announcement_ids) from disputes where ${condition}`;
}

/** Compares in the database, so that times keep their stored precision. */
function comesAfter(merchantId: string, eventId: string | undefined): RawBuilder<boolean> {
  return sql`(created_at, id) < (
    select last.created_at, last.id from webhook_events as last
    where last.merchant_id = ${merchantId} and last.id = ${eventId})`;
}

type Attempt = Pick<
  Selectable<WebhookAttemptTable>,
  'started_at' | 'duration_ms' | 'status' | 'error'
>;

async function lastAttempts(db: Db, events: string[]): Promise<ReadonlyMap<string, Attempt>> {
  if (events.length === 0) return new Map();
  const attempts = await db
    .selectFrom('webhook_attempts')
    .distinctOn('event_id')
    .selectAll()
    .where('event_id', 'in', events)
    .orderBy('event_id')
    .orderBy('number', 'desc')
    .execute();
  return new Map(attempts.map((attempt) => [attempt.event_id, attempt]));
}

/** An event as its merchant sees it. */
function showWebhook(event: Selectable<WebhookEventTable>, last: Attempt | undefined): Webhook {
  return {
    id: event.id,
    webhook_id: webhookId(event.id),
    type: event.direction,
    state: event.state,
    order_ids: event.order_ids,
    destination: event.destination_url ?? undefined,
    body: event.body,
    create_date: unixSeconds(event.created_at),
    next_attempt_date: event.next_attempt_at ? unixSeconds(event.next_attempt_at) : undefined,
    end_date: event.ended_at ? unixSeconds(event.ended_at) : undefined,
    attempts: event.tries,
    last_attempt: last && showAttempt(last),
  };
}

/** Shows only the status of the receiver's answer. Its body is for operators only. */
function showAttempt(attempt: Attempt): WebhookAttempt {
  return {
    date: unixSeconds(attempt.started_at),
    duration_ms: attempt.duration_ms,
    status: attempt.status ?? undefined,
    error: attempt.error ?? undefined,
  };
}

/**
 * Returns a merchant's webhook with the latest attempts to deliver it; undefined if the merchant has no such
 * webhook.
 */
export async function findWebhook(
  db: Db,
  merchantId: string,
  eventId: string,
): Promise<WebhookHistory | undefined> {
  const event = await selectWhole(db)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (event === undefined) return undefined;
  const attempts = event.attempts.map(({ at, ...attempt }) => ({
    ...attempt,
    started_at: new Date(at),
  }));
  return {
    ...showWebhook(event, attempts.at(-1)),
    attempts_made: event.attempts_made,
    attempt_log: attempts.map(showAttempt),
  };
}
