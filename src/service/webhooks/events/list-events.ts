import type {
  ListWebhooksQuery,
  PageAfter,
  Webhook,
  WebhookAttempt,
} from '#contract/schemas/tools.ts';
import { unixSeconds } from '#contract/schemas/number.ts';
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import type {
  WebhookAttemptTable,
  WebhookEventTable,
} from '../../platform/database/tables/webhooks.ts';
import { webhookId } from './sign-event.ts';

/**
 * A merchant's own webhooks, the latest first, each with the last attempt to deliver it. After what is not one of
 * them there are none.
 */
export async function listEvents(
  db: Kysely<Tables>,
  merchantId: string,
  { size, after, order_id: orderId, state }: ListWebhooksQuery,
): Promise<PageAfter<Webhook>> {
  // One more than is shown says whether there are more.
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

/** A group has one event, by which it is found; none of the others is read. */
function isOfGroup(merchantId: string, orderId: string | undefined): RawBuilder<boolean> {
  const group = (table: string) => sql`
    select group_id from ${sql.table(table)} where merchant_id = ${merchantId} and id = ${orderId}`;
  return sql`group_id in (${group('payins')} union all ${group('payouts')})`;
}

/** Compared as precisely as times are stored. */
function comesAfter(merchantId: string, eventId: string | undefined): RawBuilder<boolean> {
  return sql`(created_at, id) < (
    select last.created_at, last.id from webhook_events as last
    where last.merchant_id = ${merchantId} and last.id = ${eventId})`;
}

type Attempt = Pick<
  Selectable<WebhookAttemptTable>,
  'started_at' | 'duration_ms' | 'status' | 'error'
>;

async function lastAttempts(
  db: Kysely<Tables>,
  events: string[],
): Promise<ReadonlyMap<string, Attempt>> {
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
export function showWebhook(
  event: Selectable<WebhookEventTable>,
  last: Attempt | undefined,
): Webhook {
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

/** What the receiver answered beside its status is the operator's to see. */
export function showAttempt(attempt: Attempt): WebhookAttempt {
  return {
    date: unixSeconds(attempt.started_at),
    duration_ms: attempt.duration_ms,
    status: attempt.status ?? undefined,
    error: attempt.error ?? undefined,
  };
}
