import { sql, type RawBuilder } from 'kysely';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import type { Db } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { WebhookDirection } from '../platform/database/tables/webhooks.ts';
import { currentTraceparent } from '../platform/tracing/trace.ts';

/** A group of orders, or a refund, that has ended, so that its merchant must be notified. */
interface EndedGroup {
  eventId: string;
  merchantId: string;
  direction: WebhookDirection;
  groupId: string;
  orderIds: string[];
  /** The order's own destination, used rather than the merchant's. */
  callbackUrl: string | null;
  at: Date;
  /** The orders in each payload. A payload is built only when `recordEvents` tries it. */
  orders: Record<WebhookPayload, () => readonly object[]>;
}

const PAYLOADS = ['retrieval', 'extended'] as const satisfies WebhookPayload[];

/**
 * Records the event of a group whose last order has just ended (decision 8): its destination and its exact body.
 * Every delivery sends these same bytes. Call it in the transaction that ends the order, so that both commit or
 * neither does. A group has one event; a second call changes nothing.
 */
export function recordEvent(trx: Db, group: EndedGroup): Promise<void> {
  return recordEvents(trx, [group]);
}

/** Records the events of many groups in one or two statements; see `recordEvent`. */
export async function recordEvents(trx: Db, groups: readonly EndedGroup[]): Promise<void> {
  const traceparent = currentTraceparent();
  let left = groups;
  // Nearly every merchant has the first payload, so this is nearly always one round trip.
  for (const payload of PAYLOADS) {
    if (left.length === 0) return;
    const events = left.map(({ orders, callbackUrl, ...group }) => ({
      ...group,
      callbackUrl: callbackUrl && canonicalUrl(callbackUrl),
      body: JSON.stringify(orders[payload]()),
      traceparent,
    }));
    const recorded = await insertEvents(trx, events, payload);
    left = left.filter(({ groupId }) => !recorded.has(groupId));
  }
}

/** Returns a URL as the parser normalizes it, so that a host has one name however it was spelled. */
export function canonicalUrl(url: string): string {
  return URL.parse(url)?.href ?? url;
}

interface NewEvent {
  eventId: string;
  merchantId: string;
  direction: WebhookDirection;
  groupId: string;
  orderIds: string[];
  callbackUrl: string | null;
  body: string;
  /** The trace in which the event is recorded. */
  traceparent: string | null;
  at: Date;
}

/**
 * @returns the groups whose events were inserted; not those whose merchant has another payload, nor those that
 *   already have an event
 */
async function insertEvents(
  trx: Db,
  events: readonly NewEvent[],
  payload: WebhookPayload,
): Promise<ReadonlySet<string>> {
  const all = <Name extends keyof NewEvent>(name: Name) => events.map((event) => event[name]);
  // Arrays rather than JSON, whose times would be read in the session's time zone.
  const given = sql`unnest(
      ${all('eventId')}::uuid[], ${all('merchantId')}::uuid[], ${all('direction')}::text[],
      ${all('groupId')}::uuid[], ${all('orderIds').map(String)}::text[], ${all('callbackUrl')}::text[],
      ${all('body')}::text[], ${all('traceparent')}::text[], ${all('at')}::timestamptz[]
    ) as ended (
      "eventId", "merchantId", direction, "groupId", "orderIds", "callbackUrl", body, traceparent, at)`;
  const column = (name: keyof NewEvent) => sql`ended.${sql.ref(name)}`;
  const values = {
    eventId: column('eventId'),
    merchantId: column('merchantId'),
    direction: column('direction'),
    groupId: column('groupId'),
    orderIds: sql`string_to_array(${column('orderIds')}, ',')::uuid[]`,
    callbackUrl: column('callbackUrl'),
    body: column('body'),
    traceparent: column('traceparent'),
    at: column('at'),
    payload,
  };
  const query = sql<{ group_id: string }>`
    ${eventInsertion(values, { given })} returning group_id`;
  const made = await prepared(trx, query.compile(trx));
  return new Set(made.map(({ group_id: groupId }) => groupId));
}

type EventValues = { [Name in keyof NewEvent]: NewEvent[Name] | RawBuilder<unknown> } & {
  payload: WebhookPayload | RawBuilder<unknown>;
};

interface EventSource {
  /** Rows that have the values as columns, one event per row. */
  given?: RawBuilder<unknown>;
  /** A further condition. */
  when?: RawBuilder<unknown>;
}

/**
 * Returns the insert of a group's event, as a statement or part of one. The values are given as such, or as slots
 * of a prepared statement. It inserts nothing if the merchant has another payload, if the group already has an
 * event, or if `when` does not hold.
 */
export function eventInsertion(
  event: EventValues,
  { given, when = sql`true` }: EventSource,
): RawBuilder<unknown> {
  const source = given ? sql`${given} cross join merchants` : sql`merchants`;
  return sql`
    insert into webhook_events (
      id, merchant_id, direction, group_id, order_ids, destination_source, destination_url,
      body, traceparent, state, next_attempt_at, created_at, ended_at)
    select
      ${event.eventId}, merchants.id, ${event.direction}, ${event.groupId},
      ${event.orderIds}, chosen.source, chosen.url, ${event.body}, ${event.traceparent},
      case when chosen.url is null then 'no_destination' else 'pending' end,
      case when chosen.url is not null then ${event.at}::timestamptz end,
      ${event.at},
      case when chosen.url is null then ${event.at}::timestamptz end
    from ${source}
    cross join lateral (
      select ${configuredUrl(sql`${event.direction}::text`)} as url
    ) configured
    cross join lateral (
      select
        coalesce(${event.callbackUrl}, configured.url) as url,
        case
          when ${event.callbackUrl}::text is not null then 'order'
          when configured.url is not null then 'merchant'
          else 'none'
        end as source
    ) chosen
    where merchants.id = ${event.merchantId} and merchants.webhook_payload = ${event.payload}
      and ${when}
    on conflict (group_id) do nothing`;
}

/** Returns the merchant's webhook address for a direction: a column of `merchants`. */
export function configuredUrl(direction: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case ${direction}
    when 'payin' then payin_webhook_url when 'payout' then payout_webhook_url else refund_webhook_url end`;
}
