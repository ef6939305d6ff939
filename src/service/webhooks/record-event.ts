import type { Kysely } from 'kysely';
import type { OrderDirection, Tables, WebhookPayload } from '../database/schema.ts';
import { insertEvent } from './queries.ts';

/** A group of orders that has ended, on its way to its merchant. */
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
 * Writes the event of a group whose last order has just ended (decision 8): its destination and its
 * exact body, to be sent byte for byte however often. Call it in the transaction that ended the order:
 * both are committed, or neither is. A group has one event; a second call changes nothing.
 */
export async function recordEvent(trx: Kysely<Tables>, group: EndedGroup): Promise<void> {
  // Nearly every merchant takes the first shape, so that this is one round trip nearly always.
  for (const payload of PAYLOADS) {
    const body = JSON.stringify(group.orders[payload]());
    const callbackUrl = group.callbackUrl === null ? null : canonicalUrl(group.callbackUrl);
    if (await insertEvent(trx, { ...group, callbackUrl, body }, payload)) return;
  }
}

/** As a URL parser writes it, so that one host has one name however it was spelled. */
function canonicalUrl(url: string): string {
  return URL.parse(url)?.href ?? url;
}
