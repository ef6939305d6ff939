import { sql, type Kysely } from 'kysely';
import type { OrderDirection, Tables, WebhookPayload } from '../database/schema.ts';
import { prepared } from '../database/statement.ts';

type Db = Kysely<Tables>;

export interface NewEvent {
  eventId: string;
  merchantId: string;
  direction: OrderDirection;
  groupId: string;
  orderIds: string[];
  callbackUrl: string | null;
  body: string;
  at: Date;
}

/**
 * @returns false when the merchant has chosen another payload, or the group has its event already
 */
export async function insertEvent(
  trx: Db,
  event: NewEvent,
  payload: WebhookPayload,
): Promise<boolean> {
  const query = sql`
    insert into webhook_events (
      id, merchant_id, direction, group_id, order_ids, destination_source, destination_url,
      body, state, next_attempt_at, created_at, ended_at)
    select
      ${event.eventId}, merchants.id, ${event.direction}, ${event.groupId},
      ${event.orderIds}::uuid[], chosen.source, chosen.url, ${event.body},
      case when chosen.url is null then 'no_destination' else 'pending' end,
      case when chosen.url is not null then ${event.at}::timestamptz end,
      ${event.at},
      case when chosen.url is null then ${event.at}::timestamptz end
    from merchants
    cross join lateral (
      select case ${event.direction}::text
        when 'payin' then payin_webhook_url else payout_webhook_url end as url
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
    where merchants.id = ${event.merchantId} and merchants.webhook_payload = ${payload}
    on conflict (group_id) do nothing
    returning id`;
  const made = await prepared(trx, query.compile(trx));
  return made.length > 0;
}
