import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import { prepared } from '../../platform/database/statement.ts';
import { isSetAside } from '../../orders/set-aside-queries.ts';

export async function selectMerchantOf(
  db: Kysely<Tables>,
  payinId: string,
): Promise<string | undefined> {
  const payin = await db
    .selectFrom('payins')
    .select('merchant_id')
    .where('id', '=', payinId)
    .executeTakeFirst();
  return payin?.merchant_id;
}

/** Whether an acquirer is being called for an order of a merchant, or a webhook is being sent, by whichever process. */
export async function isCallUnderWay(
  db: Kysely<Tables>,
  merchantId: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<{ under_way: boolean }>`
    select exists (
      select from payins where merchant_id = ${merchantId} and status = 'IN_PROGRESS'
    ) or exists (
      select from payouts
      where merchant_id = ${merchantId} and status in ('CREATED', 'IN_PROGRESS')
    ) or exists (
      select from webhook_events
      where merchant_id = ${merchantId} and lease_id is not null and next_attempt_at > ${at}
    ) as under_way`.execute(db);
  return rows[0]?.under_way ?? false;
}

/** What may be due to a merchant. */
export type DueWork = 'expiry' | 'payin query' | 'payout query' | 'release' | 'webhook';

/**
 * When the next of each kind of work is due to a merchant after `at`. Webhooks that are due already count, and
 * orders that an answer left open after their waiting time; what a provider left unanswered is no occasion of its own.
 *
 * @param began when the clock began to be moved: a webhook that was leased until later is in others' hands
 */
export async function nextDueAfter(
  db: Kysely<Tables>,
  merchantId: string,
  at: Date,
  began: Date,
): Promise<{ work: DueWork; due: Date }[]> {
  const query = sql<{ work: DueWork; due: Date }>`
    select work, min(due) as due from (
      select 'expiry' as work, expires_at as due from payins
      where merchant_id = ${merchantId} and status = 'CREATED'
        and not ${isSetAside('expire-payins', sql.ref('payins.id'), at)}
      union all ${openAttempts(merchantId, 'payin')}
      union all ${openAttempts(merchantId, 'payout')}
      union all select 'release', due_at from retentions join gates on gates.id = retentions.gate_id
      where gates.merchant_id = ${merchantId} and released_at is null
      union all select 'webhook', next_attempt_at from webhook_events
      where merchant_id = ${merchantId} and state = 'pending'
        and (lease_id is null or next_attempt_at <= ${began})
    ) as work
    where due > ${at} or work in ('webhook', 'expiry') group by work`;
  return prepared(db, query.compile(db));
}

function openAttempts(merchantId: string, kind: 'payin' | 'payout'): RawBuilder<unknown> {
  return sql`
    select ${sql.lit(`${kind} query`)}, greatest(next_ask_at, leased_until)
    from ${sql.table(`${kind}_attempts`)} as attempt
    join ${sql.table(`${kind}s`)} as orders on orders.id = attempt.${sql.ref(`${kind}_id`)}
    where orders.merchant_id = ${merchantId} and attempt.outcome is null and unanswered = 0`;
}
