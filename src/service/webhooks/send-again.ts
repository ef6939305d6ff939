import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import { configuredUrl } from './record.ts';

interface SentAgain {
  /** The number of events that became due. */
  events: number;
}

interface Deps {
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
 * because a wrong address is often why the event failed.
 */
async function sendAgain(deps: Deps, which: RawBuilder<unknown>): Promise<SentAgain> {
  const { rows } = await sql`
    with chosen as (
      select event.id, case when event.destination_source = 'order' then event.destination_url
        else coalesce(
          ${configuredUrl(sql`event.direction`)}, event.destination_url)
        end as url
      from webhook_events event join merchants on merchants.id = event.merchant_id
      where event.lease_id is null and event.erasure is distinct from 'done' and ${which}
      order by event.created_at
      limit ${MOST_AT_ONCE}
      for update of event skip locked
    )
    update webhook_events event
    set state = 'pending', tries = 0, next_attempt_at = ${deps.now()}, ended_at = null,
      destination_url = chosen.url,
      destination_source = case when event.destination_source = 'order' then 'order' else 'merchant' end
    from chosen
    where event.id = chosen.id and chosen.url is not null
    returning event.id`.execute(deps.db);
  deps.wakeWebhooks();
  return { events: rows.length };
}
