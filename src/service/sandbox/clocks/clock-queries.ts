import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import type { ClockTable, SandboxDb } from '../schema.ts';

export async function selectClocks(db: SandboxDb): Promise<ClockTable[]> {
  return db.selectFrom('sandbox.clocks').selectAll().execute();
}

/** A clock never goes back, whoever else moves it. */
export async function moveClock(db: SandboxDb, clock: ClockTable): Promise<void> {
  await db
    .insertInto('sandbox.clocks')
    .values(clock)
    .onConflict((conflict) =>
      conflict.column('merchant_id').doUpdateSet({
        ahead_ms: sql`greatest(clocks.ahead_ms, excluded.ahead_ms)`,
      }),
    )
    .execute();
}

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

/** Whether an acquirer is being called for an order of a merchant, and has not answered yet. */
export async function isCallUnderWay(db: Kysely<Tables>, merchantId: string): Promise<boolean> {
  const { rows } = await sql<{ under_way: boolean }>`
    select exists (
      select from payins where merchant_id = ${merchantId} and status = 'IN_PROGRESS'
    ) or exists (
      select from payouts
      where merchant_id = ${merchantId} and status in ('CREATED', 'IN_PROGRESS')
    ) as under_way`.execute(db);
  return rows[0]?.under_way ?? false;
}

/** What may be due to a merchant. */
export type DueWork = 'expiry' | 'payin query' | 'payout query' | 'release' | 'webhook';

/**
 * When the next of each kind of work is due to a merchant after `at`. What a provider left unanswered is no
 * occasion of its own.
 */
export async function nextDueAfter(
  db: Kysely<Tables>,
  merchantId: string,
  at: Date,
): Promise<{ work: DueWork; due: Date }[]> {
  const { rows } = await sql<{ work: DueWork; due: Date }>`
    select work, min(due) as due from (
      select 'expiry' as work, expires_at as due from payins
      where merchant_id = ${merchantId} and status = 'CREATED'
      union all ${openAttempts(merchantId, 'payin')}
      union all ${openAttempts(merchantId, 'payout')}
      union all select 'release', due_at from retentions join gates on gates.id = retentions.gate_id
      where gates.merchant_id = ${merchantId} and released_at is null
      union all select 'webhook', next_attempt_at from webhook_events
      where merchant_id = ${merchantId} and state = 'pending'
    ) as work
    where due > ${at} group by work`.execute(db);
  return rows;
}

function openAttempts(merchantId: string, kind: 'payin' | 'payout'): RawBuilder<unknown> {
  return sql`
    select ${sql.lit(`${kind} query`)}, greatest(next_ask_at, leased_until)
    from ${sql.table(`${kind}_attempts`)} as attempt
    join ${sql.table(`${kind}s`)} as orders on orders.id = attempt.${sql.ref(`${kind}_id`)}
    where orders.merchant_id = ${merchantId} and attempt.outcome is null and unanswered = 0`;
}
