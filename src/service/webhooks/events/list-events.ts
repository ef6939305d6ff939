import type { ListWebhooksQuery, Webhook } from '#contract/schemas/tools.ts';
import { unixSeconds } from '#contract/schemas/number.ts';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import type {
  WebhookAttemptTable,
  WebhookEventTable,
} from '../../platform/database/tables/webhooks.ts';
import { webhookId } from './sign-event.ts';

/** A merchant's own webhooks, the latest first, each with the last attempt to deliver it. */
export async function listEvents(
  db: Kysely<Tables>,
  merchantId: string,
  { size, order_id: orderId, state }: ListWebhooksQuery,
): Promise<Webhook[]> {
  const events = await db
    .selectFrom('webhook_events')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'pending'))
    .$if(orderId !== undefined, (query) => query.where(sql<boolean>`${orderId} = any(order_ids)`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .execute();
  const last = await lastAttempts(
    db,
    events.map(({ id }) => id),
  );
  return events.map((event) => shown(event, last.get(event.id)));
}

type Attempt = Selectable<WebhookAttemptTable>;

async function lastAttempts(db: Kysely<Tables>, events: string[]): Promise<Map<string, Attempt>> {
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

function shown(event: Selectable<WebhookEventTable>, last: Attempt | undefined): Webhook {
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
    last_attempt: last && {
      date: unixSeconds(last.started_at),
      duration_ms: last.duration_ms,
      status: last.status ?? undefined,
      error: last.error ?? undefined,
    },
  };
}
