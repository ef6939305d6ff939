import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { WebhookDirection } from '../platform/database/tables/webhooks.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import {
  chooseDestination,
  merchantAddresses,
  type Destination,
  type DestinationDeps,
  type MerchantAddresses,
} from './record.ts';

interface SentAgain {
  /** The number of events that became due. */
  events: number;
}

interface Deps extends DestinationDeps {
  db: Db;
  now: () => Date;
  wakeWebhooks: () => void;
}

/** The most events per call. Another call sends more, since those due by then are no longer failures. */
const MOST_AT_ONCE = 10_000;

/**
 * Sends an event again, with the same bytes, the same id and the full retry schedule. Does nothing for an event
 * that is being sent, has no destination, or whose body was erased.
 *
 * @returns undefined if there is no such event, or it belongs to another merchant
 */
export async function sendEventAgain(
  deps: Deps,
  eventId: string,
  merchantId?: string,
): Promise<SentAgain | undefined> {
  const known = await deps.db
    .selectFrom('webhook_events')
    .select('id')
    .where('id', '=', eventId)
    .$if(merchantId !== undefined, (query) => query.where('merchant_id', '=', merchantId ?? ''))
    .executeTakeFirst();
  return known && sendAgain(deps, sql`event.id = ${eventId}`);
}

/** Sends again the events that were given up since then or had no destination, oldest first. */
export async function sendFailedAgain(
  deps: Deps,
  { since, merchantId }: { since: Date; merchantId: string | undefined },
): Promise<SentAgain> {
  const ofMerchant = merchantId === undefined ? sql`true` : sql`event.merchant_id = ${merchantId}`;
  return sendAgain(
    deps,
    sql`event.state in ('failed', 'no_destination') and event.ended_at >= ${since} and ${ofMerchant}`,
  );
}

/**
 * Makes events due again. A callback_url stays the order's. The merchant's address is read again from the settings,
 * because a wrong address is often why the event failed; if the merchant has none now, the event keeps its own.
 *
 * Locks the events until the transaction ends.
 */
async function sendAgain(deps: Deps, which: RawBuilder<unknown>): Promise<SentAgain> {
  const events = await inTransaction(deps.db, async (trx) => {
    const chosen = (await lockEvents(trx, which)).map((event) => redirect(deps, event));
    return makeDue(
      trx,
      chosen.filter(({ url }) => url !== null),
      deps.now(),
    );
  });
  deps.wakeWebhooks();
  return { events };
}

interface LockedEvent {
  id: string;
  direction: WebhookDirection;
  group_id: string;
  destination_source: Destination['source'];
  destination_url: string | null;
  destination_mac: Uint8Array | null;
  addresses: MerchantAddresses;
}

interface Redirected {
  id: string;
  url: string | null;
  mac: Uint8Array | null;
}

function redirect(deps: DestinationDeps, event: LockedEvent): Redirected {
  const { id, direction, group_id: groupId, destination_url: url, destination_mac: mac } = event;
  if (event.destination_source === 'order') return { id, url, mac };
  const current = chooseDestination(deps, { direction, groupId }, event.addresses);
  return current.url === null ? { id, url, mac } : { id, url: current.url, mac: current.mac };
}

async function lockEvents(trx: Db, which: RawBuilder<unknown>): Promise<LockedEvent[]> {
  const { rows } = await sql<LockedEvent>`
    select event.id, event.direction, event.group_id, event.destination_source, event.destination_url,
      event.destination_mac, ${merchantAddresses()} as addresses
    from webhook_events event join merchants on merchants.id = event.merchant_id
    where event.lease_id is null and event.erasure is distinct from 'done' and ${which}
    order by event.created_at
    limit ${MOST_AT_ONCE}
    for update of event skip locked`.execute(trx);
  return rows;
}

/** @returns the number of events that became due */
async function makeDue(trx: Db, chosen: readonly Redirected[], now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_events event
    set state = 'pending', tries = 0, next_attempt_at = ${now}, ended_at = null,
      destination_url = chosen.url, destination_mac = chosen.mac,
      destination_source = case when event.destination_source = 'order' then 'order' else 'merchant' end
    from unnest(${chosen.map(({ id }) => id)}::uuid[], ${chosen.map(({ url }) => url)}::text[],
      ${chosen.map(({ mac }) => mac)}::bytea[]) as chosen (id, url, mac)
    where event.id = chosen.id`.execute(trx);
  return Number(numAffectedRows);
}
