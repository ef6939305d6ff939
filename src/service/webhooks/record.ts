import { sql, type RawBuilder } from 'kysely';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import { column, type Given, type InputOf } from '../platform/database/batch.ts';
import type { Db } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { WebhookDirection } from '../platform/database/tables/webhooks.ts';
import {
  chooseDestination,
  MERCHANT_ADDRESS,
  merchantAddresses,
  type Destination,
  type DestinationDeps,
  type MerchantAddresses,
} from './destination.ts';
import { currentTraceparent } from '../platform/tracing/trace.ts';

/** A group of orders, or a refund, that has ended, so that its merchant must be notified. */
interface EndedGroup {
  eventId: string;
  merchantId: string;
  direction: WebhookDirection;
  groupId: string;
  orderIds: string[];
  /** The order's own destination, used rather than the merchant's, and whether the order's keyed hash is right. */
  callback?: { url: string; isRight: boolean } | undefined;
  at: Date;
  /** The orders in each payload. Only that of the merchant is built. */
  orders: Record<WebhookPayload, () => readonly object[]>;
}

/**
 * Records the event of a group whose last order has just ended (decision 8): its destination and its exact body.
 * Every delivery sends these same bytes. Call it in the transaction that ends the order, so that both commit or
 * neither does. A group has one event; a second call changes nothing.
 */
export function recordEvent(deps: DestinationDeps, trx: Db, group: EndedGroup): Promise<void> {
  return recordEvents(deps, trx, [group]);
}

/** Records the events of many groups; see `recordEvent`. */
export async function recordEvents(
  deps: DestinationDeps,
  trx: Db,
  groups: readonly EndedGroup[],
): Promise<void> {
  if (groups.length === 0) return;
  const traceparent = currentTraceparent();
  const merchantIds = [...new Set(groups.map(({ merchantId }) => merchantId))];
  const merchants = new Map(
    (await selectReceivers(trx, merchantIds)).map((receiver) => [receiver.id, receiver]),
  );
  const events = groups.map(({ orders, callback, ...group }) => {
    const receiver = merchants.get(group.merchantId);
    if (receiver === undefined) throw new Error(`There is no merchant ${group.merchantId}`);
    const { source, url, mac } = chooseDestination(
      deps,
      { ...group, callback },
      receiver.addresses,
    );
    return {
      ...group,
      source,
      url,
      mac,
      body: JSON.stringify(orders[receiver.payload]()),
      traceparent,
    };
  });
  await insertEvents(trx, events);
}

interface Receiver {
  id: string;
  payload: WebhookPayload;
  addresses: MerchantAddresses;
}

/** Reads what merchants' webhooks contain and where they go. */
function selectReceivers(trx: Db, merchantIds: readonly string[]): Promise<Receiver[]> {
  const query = sql<Receiver>`
    select id, webhook_payload as payload, ${merchantAddresses()} as addresses
    from merchants where id = any(${merchantIds}::uuid[])`;
  return prepared(trx, query.compile(trx));
}

interface NewEvent {
  eventId: string;
  merchantId: string;
  direction: WebhookDirection;
  groupId: string;
  orderIds: string[];
  source: Destination['source'];
  url: string | null;
  mac: Uint8Array | null;
  body: string;
  /** The trace in which the event is recorded. */
  traceparent: string | null;
  at: Date;
}

async function insertEvents(trx: Db, events: readonly NewEvent[]): Promise<void> {
  const all = <Name extends keyof NewEvent>(name: Name) => events.map((event) => event[name]);
  // Arrays rather than JSON, whose times would be read in the session's time zone.
  const given = sql`unnest(
      ${all('eventId')}::uuid[], ${all('merchantId')}::uuid[], ${all('direction')}::text[],
      ${all('groupId')}::uuid[], ${all('orderIds').map(String)}::text[], ${all('source')}::text[],
      ${all('url')}::text[], ${all('mac')}::bytea[], ${all('body')}::text[], ${all('traceparent')}::text[], ${all('at')}::timestamptz[]
    ) as ended (
      "eventId", "merchantId", direction, "groupId", "orderIds", source, url, mac, body, traceparent, at)`;
  const column = (name: keyof NewEvent) => sql`ended.${sql.ref(name)}`;
  const values = {
    eventId: column('eventId'),
    merchantId: column('merchantId'),
    direction: column('direction'),
    groupId: column('groupId'),
    orderIds: sql`string_to_array(${column('orderIds')}, ',')::uuid[]`,
    source: column('source'),
    url: column('url'),
    mac: column('mac'),
    body: column('body'),
    traceparent: column('traceparent'),
    at: column('at'),
  };
  await prepared(trx, eventInsertion(values, { given }).compile(trx));
}

type EventValues = { [Name in keyof NewEvent]: NewEvent[Name] | RawBuilder<unknown> };

interface EventSource {
  /** Rows that have the values as columns, one event per row. */
  given: RawBuilder<unknown>;
  /** A further condition. */
  when?: RawBuilder<unknown>;
}

/**
 * Returns the insert of a group's event, as a statement or part of one. The values are given as such, or as slots
 * of a prepared statement. It inserts nothing if the group already has an event, or if `when` does not hold.
 */
function eventInsertion(
  event: EventValues,
  { given, when = sql`true` }: EventSource,
): RawBuilder<unknown> {
  return sql`
    insert into webhook_events (
      id, merchant_id, direction, group_id, order_ids, destination_source, destination_url,
      destination_mac, body, traceparent, state, next_attempt_at, created_at, ended_at)
    select
      ${event.eventId}, ${event.merchantId}, ${event.direction}, ${event.groupId},
      ${event.orderIds}, ${event.source}, ${event.url}, ${event.mac}, ${event.body}, ${event.traceparent},
      case when ${event.url} is null then 'no_destination' else 'pending' end,
      case when ${event.url} is not null then ${event.at}::timestamptz end,
      ${event.at},
      case when ${event.url} is null then ${event.at}::timestamptz end
    from ${given}
    where ${when}
    on conflict (group_id) do nothing`;
}

/** The event that a settlement records, if it has one, as columns of its statement's input. */
export const EVENT_COLUMNS = {
  /** What the event was made for. */
  webhookPayload: column<WebhookPayload>('text'),
  webhookUrl: column<string | null>('text'),
  eventId: column<string | null>('uuid'),
  eventAt: column<Date | null>('timestamptz'),
  groupId: column<string>('uuid'),
  orderIds: column<readonly string[]>('uuid[]'),
  source: column<Destination['source'] | null>('text'),
  url: column<string | null>('text'),
  mac: column<Uint8Array | null>('bytea'),
  body: column<string | null>('text'),
  traceparent: column<string | null>('text'),
};

type EventColumns = InputOf<typeof EVENT_COLUMNS>;

/** What a merchant's webhooks contain, and where they go. */
export interface MerchantWebhooks {
  webhookPayload: WebhookPayload;
  addresses: MerchantAddresses;
}

/**
 * Returns the event of a group that ends as the input of a statement that includes `recordedEvents`.
 *
 * @param orders undefined if there is no event, because not all orders of the group have ended
 */
export function eventColumns(
  deps: DestinationDeps & { newId: () => string },
  { webhookPayload, addresses }: MerchantWebhooks,
  group: Pick<EndedGroup, 'direction' | 'groupId' | 'orderIds' | 'callback' | 'at'>,
  orders: EndedGroup['orders'] | undefined,
): EventColumns {
  const { direction, groupId, orderIds, at } = group;
  const receiver = { webhookPayload, webhookUrl: addresses[MERCHANT_ADDRESS[direction]] };
  if (orders === undefined) return { ...NO_EVENT, ...receiver, groupId };
  return {
    ...receiver,
    ...chooseDestination(deps, group, addresses),
    eventId: deps.newId(),
    eventAt: at,
    groupId,
    orderIds,
    body: JSON.stringify(orders[webhookPayload]()),
    traceparent: currentTraceparent(),
  };
}

const NO_EVENT = {
  eventId: null,
  eventAt: null,
  orderIds: [],
  source: null,
  url: null,
  mac: null,
  body: null,
  traceparent: null,
} as const;

/** Builds the part of a statement that records the events of the rows of `moved`. */
export function recordedEvents(direction: WebhookDirection): RawBuilder<unknown> {
  return eventInsertion(
    {
      eventId: sql`moved."eventId"`,
      merchantId: sql`moved.merchant_id`,
      direction: sql.lit(direction),
      groupId: sql`moved."groupId"`,
      orderIds: sql`moved."orderIds"`,
      source: sql`moved.source`,
      url: sql`moved.url`,
      mac: sql`moved.mac`,
      body: sql`moved.body`,
      traceparent: sql`moved.traceparent`,
      at: sql`moved."eventAt"`,
    },
    { given: sql`moved`, when: sql`moved."eventId" is not null` },
  );
}

/**
 * Builds the condition that there is no event, or that the merchant's webhooks still have the payload, and go to the
 * address, that it was made for. A subquery that returns a value to compare: in its condition, the planner would choose
 * a partial index.
 */
export function isReceiverUnchanged(
  direction: WebhookDirection,
  merchantId: RawBuilder<unknown>,
  { of }: Given<EventColumns>,
): RawBuilder<unknown> {
  return sql`(${of('eventId')} is null or (
    select webhook_payload = ${of('webhookPayload')}
      and ${sql.ref(MERCHANT_ADDRESS[direction])} is not distinct from ${of('webhookUrl')}
    from merchants where merchants.id = ${merchantId}))`;
}
