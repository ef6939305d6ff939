import type { OrderDirection } from '#domain/order/direction.ts';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import type { WebhookState } from '../../platform/database/tables/webhooks.ts';

export interface FoundEvent {
  event: string;
  merchant_id: string;
  merchant: string;
  direction: OrderDirection;
  orders: string[];
  state: WebhookState;
  destination: string | null;
  /** Of those that the schedule allows. */
  tries: number;
  created_at: Date;
  next_attempt_at: Date | null;
  ended_at: Date | null;
  /** Of the last attempt: null where there was none, or it got no answer. */
  last_status: number | null;
  last_error: string | null;
  last_duration_ms: number | null;
}

interface EventFilter {
  merchantId: string | undefined;
  state: WebhookState | undefined;
  /** Of the address, with its port where it names one. */
  host: string | undefined;
  /** One that the webhook tells of, alone or among those of its group. */
  orderId: string | undefined;
}

interface Part {
  /** The last event before it. */
  after: string | undefined;
  limit: number;
}

/** Everybody's webhooks or one merchant's, the latest first, each with how its last attempt ended. */
export async function selectLatestEvents(
  db: Kysely<Tables>,
  { merchantId, state, host, orderId }: EventFilter,
  { after, limit }: Part,
): Promise<FoundEvent[]> {
  const last = sql`(select last.created_at, last.id from webhook_events as last where last.id = ${after})`;
  const { rows } = await sql<FoundEvent>`
    with page as materialized (
      select id, merchant_id, direction, order_ids, state, destination_url, tries, created_at,
        next_attempt_at, ended_at
      from webhook_events
      where ${merchantId === undefined ? sql`true` : sql`merchant_id = ${merchantId}`}
        and ${state === undefined ? sql`true` : stateIs(state)}
        and ${host === undefined ? sql`true` : sql`destination_host collate "C" = lower(${host})`}
        and ${orderId === undefined ? sql`true` : isOf(orderId)}
        and ${after === undefined ? sql`true` : sql`(created_at, id) < ${last}`}
      order by created_at desc, id desc limit ${limit}
    )
    select page.id as event, page.merchant_id, merchants.name as merchant, direction,
      order_ids as orders, state, destination_url as destination, tries, page.created_at,
      next_attempt_at, ended_at, tried.status as last_status, tried.error as last_error,
      tried.duration_ms as last_duration_ms
    from page join merchants on merchants.id = page.merchant_id
    left join lateral (
      select status, error, duration_ms from webhook_attempts
      where event_id = page.id order by number desc limit 1
    ) tried on true
    order by page.created_at desc, page.id desc`.execute(db);
  return rows;
}

/** As the indexes of those that are few have it. */
function stateIs(state: WebhookState) {
  if (state === 'pending') return sql`next_attempt_at is not null`;
  if (state === 'delivered') return sql`state = 'delivered'`;
  return sql`state in ('failed', 'no_destination') and state = ${state}`;
}

/** By the index of groups; an order knows its own. */
function isOf(orderId: string) {
  return sql`group_id = any(array(
    select group_id from payins where id = ${orderId}
    union all select group_id from payouts where id = ${orderId}))
    and order_ids @> array[${orderId}::uuid]`;
}
