import type { Kysely } from 'kysely';
import type { OrderDirection } from '#domain/order/direction.ts';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { currentTraceparent } from '../../platform/tracing/trace.ts';
import { insertEvents } from './queries.ts';

/** A group of orders that has ended, of which its merchant is to be notified. */
export interface EndedGroup {
  eventId: string;
  merchantId: string;
  direction: OrderDirection;
  groupId: string;
  orderIds: string[];
  /** The order's own destination, which goes before the merchant's. */
  callbackUrl: string | null;
  at: Date;
  /** The orders in each of the two shapes; only the one that the merchant chose is made. */
  orders: Record<WebhookPayload, () => readonly object[]>;
}

const PAYLOADS = ['retrieval', 'extended'] as const satisfies WebhookPayload[];

/**
 * Records the event of a group whose last order has just ended (decision 8): its destination and its
 * exact body, to be sent byte for byte however often. Call it in the transaction that ended the order:
 * both are committed, or neither is. A group has one event; a second call changes nothing.
 */
export function recordEvent(trx: Kysely<Tables>, group: EndedGroup): Promise<void> {
  return recordEvents(trx, [group]);
}

/** The same for many groups: a statement or two, however many there are. */
export async function recordEvents(
  trx: Kysely<Tables>,
  groups: readonly EndedGroup[],
): Promise<void> {
  const traceparent = currentTraceparent();
  let left = groups;
  // Nearly every merchant takes the first shape, so that this is one round trip nearly always.
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

/** As a URL parser writes it, so that one host has one name however it was spelled. */
export function canonicalUrl(url: string): string {
  return URL.parse(url)?.href ?? url;
}
