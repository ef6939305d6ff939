import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import type { WebhookState } from '../platform/database/tables/webhooks.ts';
import { groupsOfDisputes } from '../webhooks/log.ts';
import { z } from 'zod';
import type { Page } from './lists.ts';

/** The schema of an event with its body and the responses of its attempts. */
export const loggedEvent = z.object({
  event: z.uuid(),
  webhook_id: z.string(),
  state: z.string(),
  orders: z.array(z.uuid()),
  destination: z.string().nullable(),
  destination_source: z.string(),
  body: z.string().describe('The body as sent; empty after erasure.'),
  erased: z.boolean(),
  created_at: z.iso.datetime(),
  next_attempt_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  attempts_made: z.int(),
  attempts: z.array(
    z.object({
      at: z.iso.datetime(),
      duration_ms: z.int(),
      status: z.int().nullable(),
      error: z.string().nullable(),
      answer_head: z.string().nullable(),
    }),
  ),
});

export interface Destination {
  /** The merchant's id and the host, separated by a space. */
  destination: string;
  merchant_id: string;
  merchant: string;
  host: string;
  /** Pending webhooks, among the 10,000 of all that are due first. */
  backlog: number;
  oldest: Date | null;
  next_attempt_at: Date | null;
  /** Pending webhooks with a failed attempt. */
  retrying: number;
  /** Webhooks given up in the last 30 days, among the latest 10,000 of all. */
  given_up: number;
  /** Delivered webhooks among the merchant's latest 100. */
  delivered: number;
  last_success_at: Date | null;
  last_failure_at: Date | null;
  last_error: string | null;
}

/** Counting stops here: a larger number is a problem in any case. */
const MOST_COUNTED = 10_000;
const LATEST_OF_A_MERCHANT = 100;

/**
 * Lists the destinations of webhooks by merchant and host: hosts with pending, recently given up or recent webhooks,
 * and hosts in the merchants' settings. It reads a limited number of rows, whatever the number of webhooks.
 */
export async function selectDestinations(
  db: Db,
  { merchantId, since }: { merchantId: string | undefined; since: Date },
  { after, limit }: Page,
): Promise<Destination[]> {
  const { rows } = await sql<Destination>`
    with ${eventsOf(merchantId, since)}, placed as (
      select merchant_id, merchants.name as merchant, host, merchant_id || ' ' || host as destination,
        row_number() over (order by merchants.name, merchant_id, host) as number
      from hosts join merchants on merchants.id = merchant_id where host is not null
    ), page as (
      select * from placed
      where ${after === undefined ? sql`true` : sql`number > (select number from placed where destination = ${after})`}
      order by number limit ${limit}
    )
    select page.destination, page.merchant_id, page.merchant, page.host,
      coalesce(backlog, 0) as backlog, oldest, waited.next_attempt_at, coalesce(retrying, 0) as retrying,
      coalesce(failed.events, 0) as given_up, coalesce(delivered, 0) as delivered, last_success_at,
      tried.started_at as last_failure_at, coalesce(tried.error, tried.status::text) as last_error
    from page ${TALLIES} left join lateral (${LAST_FAILURE}) tried on true
    order by number`.execute(db);
  return rows;
}

/** Selects the events to consider, and the hosts of these events and of the merchants' settings. */
function eventsOf(merchantId: string | undefined, since: Date): RawBuilder<unknown> {
  const own = (column: string) =>
    merchantId === undefined ? sql`true` : sql`${sql.ref(column)} = ${merchantId}`;
  return sql`waiting as materialized (
      select merchant_id, destination_host as host, created_at, next_attempt_at, tries
      from webhook_events where next_attempt_at is not null and ${own('merchant_id')}
      order by next_attempt_at limit ${MOST_COUNTED}
    ), given_up as materialized (
      select id, merchant_id, destination_host as host, ended_at from webhook_events
      where state in ('failed', 'no_destination') and state = 'failed'
        and created_at >= ${since}::timestamptz and ${own('merchant_id')}
      order by created_at desc limit ${MOST_COUNTED}
    ), latest as materialized (
      select merchants.id as merchant_id, event.* from merchants cross join lateral (
        select id, destination_host as host, state, ended_at, tries from webhook_events
        where merchant_id = merchants.id order by created_at desc limit ${LATEST_OF_A_MERCHANT}
      ) event where ${own('merchants.id')} and event.host is not null
    ), hosts as (
      select merchant_id, host from waiting union select merchant_id, host from given_up
      union select merchant_id, host from latest
      union select id, lower(substring(url from '^https?://([^/?#]+)'))
      from merchants cross join lateral (
        values (payin_webhook_url), (payout_webhook_url), (refund_webhook_url),
          (dispute_webhook_url)
      ) as set_to (url)
      where url is not null and ${own('merchants.id')}
    )`;
}

const TALLIES = sql`
  left join (
    select merchant_id, host, count(*)::integer as backlog, min(created_at) as oldest,
      min(next_attempt_at) as next_attempt_at, count(*) filter (where tries > 0)::integer as retrying
    from waiting group by merchant_id, host
  ) waited using (merchant_id, host)
  left join (
    select merchant_id, host, count(*)::integer as events from given_up group by merchant_id, host
  ) failed using (merchant_id, host)
  left join (
    select merchant_id, host, count(*) filter (where state = 'delivered')::integer as delivered,
      max(ended_at) filter (where state = 'delivered') as last_success_at
    from latest group by merchant_id, host
  ) went using (merchant_id, host)`;

/** Selects the last failed attempt among these events. Of those given up, only the latest is considered. */
const LAST_FAILURE = sql`
  select started_at, status, error from (
    select id from latest
    where merchant_id = page.merchant_id and host = page.host
      and (state = 'failed' or tries > 1 or (state = 'pending' and tries > 0))
    union (
      select id from given_up where merchant_id = page.merchant_id and host = page.host
      order by ended_at desc limit 1
    )
  ) failing join webhook_attempts on event_id = failing.id
  where error is not null or status not between 200 and 299
  order by started_at desc limit 1`;

export interface FoundEvent {
  event: string;
  merchant_id: string;
  merchant: string;
  direction: OrderDirection;
  orders: string[];
  state: WebhookState;
  destination: string | null;
  /** Attempts made of those that the schedule allows. */
  tries: number;
  created_at: Date;
  next_attempt_at: Date | null;
  ended_at: Date | null;
  /** The last attempt's status: null if there was no attempt, or it got no response. */
  last_status: number | null;
  last_error: string | null;
  last_duration_ms: number | null;
}

interface EventFilter {
  merchantId: string | undefined;
  state: WebhookState | undefined;
  /** The destination's host, with its port if the address has one. */
  host: string | undefined;
  /** An order that the webhook is about, alone or in a group. */
  orderId: string | undefined;
}

/** Lists the webhooks of all merchants or of one, latest first, each with the result of its last attempt. */
export async function selectLatestEvents(
  db: Db,
  { merchantId, state, host, orderId }: EventFilter,
  { after, limit }: Page,
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

/** Repeats the conditions of the partial indexes, so that the planner uses them. */
function stateIs(state: WebhookState) {
  if (state === 'pending') return sql`next_attempt_at is not null`;
  if (state === 'delivered') return sql`state = 'delivered'`;
  return sql`state in ('failed', 'no_destination') and state = ${state}`;
}

/** Finds the order's webhooks by the index on groups: an order's row has its group. */
function isOf(orderId: string) {
  return sql`group_id = any(array(
    select group_id from payins where id = ${orderId}
    union all select group_id from payouts where id = ${orderId}
    union all select id from refunds where payin_id = ${orderId}
    ${groupsOfDisputes(sql`payin_id = ${orderId}`)}))
    and order_ids @> array[${orderId}::uuid]`;
}

/** Returns a merchant's webhook settings without any secret. */
export function webhookSettings(db: Db, id: string) {
  return db
    .selectFrom('merchants')
    .select(['payin_webhook_url as payin_url', 'payout_webhook_url as payout_url'])
    .select(['refund_webhook_url as refund_url', 'dispute_webhook_url as dispute_url'])
    .select('webhook_payload as payload')
    .select(['webhook_secret_old_until as old_secret_until'])
    .select('webhook_signature_switches_at as signature_switches_at')
    .where('id', '=', id)
    .executeTakeFirst();
}
