import { sql, type RawBuilder } from 'kysely';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import type { ServiceContext } from '../platform/context.ts';
import { column, recordset, type Given, type InputOf } from '../platform/database/batch.ts';
import type { Db } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { WebhookDirection } from '../platform/database/tables/webhooks.ts';
import { currentTraceparent } from '../platform/tracing/trace.ts';
import { boundRowAsJson, isBound, isMacOf, macOf, type BoundRow } from '../platform/bound-rows.ts';
import { FINGERPRINTED, type Keyring } from '../platform/keyring.ts';

type EventDeps = DestinationDeps & Pick<ServiceContext, 'newId'>;

/** A group of orders, or a refund, that has ended, so that its merchant must be notified. */
interface EndedGroup {
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
export function recordEvent(deps: EventDeps, trx: Db, group: EndedGroup): Promise<void> {
  return recordEvents(deps, trx, [group]);
}

/** Records the events of many groups; see `recordEvent`. */
export async function recordEvents(
  deps: EventDeps,
  trx: Db,
  groups: readonly EndedGroup[],
): Promise<void> {
  if (groups.length === 0) return;
  const merchantIds = [...new Set(groups.map(({ merchantId }) => merchantId))];
  const merchants = new Map(
    (await selectReceivers(trx, merchantIds)).map((receiver) => [receiver.id, receiver]),
  );
  const events = groups.map(({ orders, ...group }) => {
    const { merchantId: merchant_id, direction } = group;
    const receiver = merchants.get(merchant_id);
    if (receiver === undefined) throw new Error(`There is no merchant ${merchant_id}`);
    return { merchant_id, direction, ...eventColumns(deps, receiver, group, orders) };
  });
  const query = recordedEvents(sql`direction`, sql`${recordset('ended', ENDED_COLUMNS, events)}`);
  await prepared(trx, query.compile(trx));
}

interface Receiver extends MerchantWebhooks {
  id: string;
}

/** Reads what merchants' webhooks contain and where they go. */
function selectReceivers(trx: Db, merchantIds: readonly string[]): Promise<Receiver[]> {
  const query = sql<Receiver>`
    select id, webhook_payload as "webhookPayload", ${merchantAddresses()} as addresses
    from merchants where id = any(${merchantIds}::uuid[])`;
  return prepared(trx, query.compile(trx));
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

/** The event of a group, for a statement that records nothing else. */
const ENDED_COLUMNS = {
  merchant_id: column<string>('uuid'),
  direction: column<WebhookDirection>('text'),
  ...EVENT_COLUMNS,
};

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
  deps: EventDeps,
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

/**
 * Builds the statement, or the part of one, that records the events of rows that have `merchant_id` and
 * `EVENT_COLUMNS`. Records none of a group that has one already.
 *
 * @param direction as SQL, which may be a column of the rows
 */
export function recordedEvents(
  direction: RawBuilder<unknown>,
  rows: RawBuilder<unknown> = sql`moved`,
): RawBuilder<unknown> {
  return sql`
    insert into webhook_events (
      id, merchant_id, direction, group_id, order_ids, destination_source, destination_url,
      destination_mac, body, traceparent, state, next_attempt_at, created_at, ended_at)
    select
      "eventId", merchant_id, ${direction}, "groupId", "orderIds", source, url, mac, body, traceparent,
      case when url is null then 'no_destination' else 'pending' end,
      case when url is not null then "eventAt" end,
      "eventAt",
      case when url is null then "eventAt" end
    from ${rows}
    where "eventId" is not null
    on conflict (group_id) do nothing`;
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

/** A merchant's webhook addresses with their keyed hash, as JSON. */
export type MerchantAddresses = BoundRow<'merchants'> & {
  id: string;
  payin_webhook_url: string | null;
  payout_webhook_url: string | null;
  refund_webhook_url: string | null;
  dispute_webhook_url: string | null;
};

/** Builds the JSON of a merchant's addresses. The query has `merchants` in scope. */
export function merchantAddresses(): RawBuilder<MerchantAddresses> {
  return sql`${boundRowAsJson('merchants')}`;
}

export type DestinationDeps = Pick<ServiceContext, 'keyring' | 'reportUnverified'>;

/** Where an event goes, and the keyed hash that delivery requires; null if it must not be delivered. */
export interface Destination {
  source: 'order' | 'merchant' | 'none';
  url: string | null;
  mac: Buffer | null;
}

/**
 * Chooses where an event goes: to the order's own address, or else to the merchant's. Disputes go where refunds go if
 * they have no address of their own. An address that does not match its keyed hash is recorded without a hash of the
 * event's, so that nothing is sent there.
 */
export function chooseDestination(
  deps: DestinationDeps,
  { direction, groupId, callback }: Pick<EndedGroup, 'direction' | 'groupId' | 'callback'>,
  addresses: MerchantAddresses,
): Destination {
  if (callback !== undefined) {
    const url = canonicalUrl(callback.url);
    const mac = callback.isRight ? destinationMac(deps.keyring, { groupId, url }) : null;
    return { source: 'order', url, mac };
  }
  const ownUrl = addresses[MERCHANT_ADDRESS[direction]];
  const url = direction === 'dispute' ? (ownUrl ?? addresses.refund_webhook_url) : ownUrl;
  if (url === null) return { source: 'none', url, mac: null };
  const isRight = areMerchantAddressesRight(deps, addresses);
  const mac = isRight ? destinationMac(deps.keyring, { groupId, url }) : null;
  return { source: 'merchant', url, mac };
}

/** Returns whether a merchant's addresses match their keyed hash, and reports those that do not. */
function areMerchantAddressesRight(
  { keyring, reportUnverified }: DestinationDeps,
  addresses: MerchantAddresses,
): boolean {
  const isRight = isBound(keyring, 'merchants', addresses);
  if (!isRight) {
    reportUnverified(`the webhook addresses of merchant ${addresses.id}`, 'They get no webhooks.');
  }
  return isRight;
}

/** The column of `merchants` with the address for a direction. */
const MERCHANT_ADDRESS = {
  payin: 'payin_webhook_url',
  payout: 'payout_webhook_url',
  refund: 'refund_webhook_url',
  dispute: 'dispute_webhook_url',
} as const satisfies Record<WebhookDirection, keyof MerchantAddresses>;

interface BoundDestination {
  /** The order's id: of the first of its group, of the refund, or of the dispute's notice. */
  groupId: string;
  url: string;
}

/** Returns the keyed hash that binds a destination to its order. */
export function destinationMac(
  keyring: Pick<Keyring, 'fingerprint'>,
  { groupId, url }: BoundDestination,
): Buffer {
  return macOf(keyring, FINGERPRINTED.webhookDestination, [groupId, url]);
}

export function isDestinationRight(
  keyring: Pick<Keyring, 'fingerprint'>,
  { groupId, url }: BoundDestination,
  mac: Uint8Array | null,
): boolean {
  return isMacOf(keyring, FINGERPRINTED.webhookDestination, [groupId, url], mac);
}

/** Returns a URL as the parser normalizes it, so that a host has one name however it was spelled. */
function canonicalUrl(url: string): string {
  return URL.parse(url)?.href ?? url;
}
