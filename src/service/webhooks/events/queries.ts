import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { OrderDirection } from '#domain/order/direction.ts';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { prepared } from '../../platform/database/statement.ts';

type Db = Kysely<Tables>;

export interface NewEvent {
  eventId: string;
  merchantId: string;
  direction: OrderDirection;
  groupId: string;
  orderIds: string[];
  callbackUrl: string | null;
  body: string;
  /** Of the trace that it is recorded in. */
  traceparent: string | null;
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
  const { orderIds } = event;
  const values = { ...event, payload, orderIds: sql`${orderIds}::uuid[]` };
  const query = sql`${eventInsertion(values)} returning id`;
  const made = await prepared(trx, query.compile(trx));
  return made.length > 0;
}

type EventValues = { [Name in keyof NewEvent]: NewEvent[Name] | RawBuilder<unknown> } & {
  payload: WebhookPayload | RawBuilder<unknown>;
};

/**
 * The event of a group, as a statement or part of one: its values, or the places where a prepared
 * statement has them. Nothing is inserted when the merchant has chosen another payload, the group has its
 * event already, or not all is so that `when` says.
 */
export function eventInsertion(event: EventValues, when = sql`true`): RawBuilder<unknown> {
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
    where merchants.id = ${event.merchantId} and merchants.webhook_payload = ${event.payload}
      and ${when}
    on conflict (group_id) do nothing`;
}
