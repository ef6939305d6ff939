import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import { configuredUrl } from './record.ts';

interface SentAgain {
  /** How many events are due now. */
  events: number;
}

interface Deps {
  db: Db;
  now: () => Date;
  wakeWebhooks: () => void;
}

/** More can be sent again later: those that are due by then have left the list of failures. */
const MOST_AT_ONCE = 10_000;

/**
 * Sends an event once more: the same bytes, the same id, with the full retry schedule. Nothing happens to
 * one that is under way at this moment, to one that has nowhere to go, or whose body was erased.
 *
 * @returns undefined when there is no such event, or it is not that merchant's
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

/** Sends again what was given up since then, and what had no destination, the oldest first. */
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
 * A callback_url stays what the order said. An address of the merchant's is looked up anew: a wrong one
 * is often why the event failed.
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
