import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deadlineSweep } from '#service/disputes/event.ts';
import { orderSweeps } from '#service/reconciliation/sweeps.ts';
import { anyDue } from '#service/webhooks/store.ts';
import { createdPayout } from '../../support/orders/orders.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const ROWS = 20_000;
/** The time when all rows become due. */
const DUE_AT = '2099-01-01T00:00:00Z';
/** Tables with at least one row per order. */
const GROWING = ['payins', 'payin_attempts', 'payout_attempts', 'retentions', 'webhook_events'];

let running: RunningService;

beforeAll(async () => {
  running = await startService({ spoilsLedger: true });
  await makeWaiting(running);
});
afterAll(async () => {
  await running.close();
});

/** Inserts the rows of a shop's first weeks, most of which are waiting. */
async function makeWaiting({ db }: RunningService): Promise<void> {
  const each = sql`from generate_series(1, ${sql.lit(ROWS)})`;
  const id = sql`gen_random_uuid()`;
  const at = sql`${sql.lit(DUE_AT)}::timestamptz`;
  await sql`
    insert into payins (id, group_id, merchant_id, reference_id, gate_id, method_id, status,
      payment_source, currency, amount_minor, payment_method_currency, payment_method_amount_minor,
      conversion_rate, fee_percent, fee_fixed_minor, fee_total_minor, total_minor, hold_minor,
      settlement_period_days, rolling_percent, rolling_minor, customer, return_urls, request,
      max_attempts, created_at, updated_at, expires_at)
    select ${id}, ${id}, ${id}, ${id}, ${id}, ${id}, 'CREATED', 'CARD', 'EUR', 1, 'EUR', 1, 1, 0, 0,
      0, 1, 0, 0, 0, 0, '{}', '{}', '{}', 1, now(), now(), ${at} ${each}`.execute(db);
  await sql`
    insert into payin_attempts (id, payin_id, terminal_id, route_id, card_fingerprint, next_inquiry_at, created_at)
    select ${id}, ${id}, ${id}, ${id}, '', ${at}, now() ${each}`.execute(db);
  const { id: payout } = await createdPayout(running);
  await sql`
    insert into payout_attempts (id, payout_id, terminal_id, route_id, next_inquiry_at, created_at)
    select ${id}, ${payout}, ${id}, ${id}, ${at}, now() ${each}`.execute(db);
  await sql`
    insert into retentions (payin_id, bucket, gate_id, currency, amount_minor, due_at)
    select ${id}, 'hold', ${id}, 'EUR', 1, ${at} ${each}`.execute(db);
  await sql`
    insert into webhook_events (id, merchant_id, direction, group_id, order_ids, destination_source,
      destination_url, body, state, next_attempt_at, created_at)
    select ${id}, ${id}, 'payin', ${id}, '{}', 'order', 'http://127.0.0.1:9/', '', 'pending', ${at}, now() ${each}`.execute(
    db,
  );
  await sql`
    insert into disputes (id, merchant_id, payin_id, payin_attempt_id, terminal_id, gate_id, reference,
      status, step, money, currency, amount_minor, fee_minor, payment_method_currency, disputed_minor,
      answer_by, announced_answer_by, created_at, updated_at)
    select ${id}, ${id}, ${id}, ${id}, ${id}, ${id}, 'overdue', 'OPEN', 'charged_back', 'reserved', 'EUR',
      1, 0, 'EUR', 1, now(), now(), now(), now() ${each}`.execute(db);
  await sql`analyze`.execute(db);
}

/** Returns the generic plan of a query, made without knowing the time. */
function planOf(question: RawBuilder<boolean>): Promise<string> {
  return running.db.transaction().execute(async (trx) => {
    const { sql: text, parameters } = sql`select ${question}`.compile(trx);
    const values = sql.join(parameters.map((value) => sql.lit(written(value))));
    const given = parameters.length === 0 ? sql`` : sql`(${values})`;
    await sql`set local plan_cache_mode = 'force_generic_plan'`.execute(trx);
    await sql.raw(`prepare question as ${text}`).execute(trx);
    const { rows } = await sql<Record<string, string>>`explain execute question ${given}`.execute(
      trx,
    );
    await sql`deallocate question`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

function written(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

it('Queries that run each second use an index, however many rows wait', async () => {
  const sweeps = [...orderSweeps(running.context), { name: 'deliver-webhooks', due: anyDue }];
  for (const { name, due } of sweeps) {
    const plan = await planOf(due(new Date()));
    const read = GROWING.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plan));
    expect({ name, read }).toEqual({ name, read: [] });
  }
});

it('The search for deadlines to announce passes no deadline that was announced', async () => {
  expect(await planOf(deadlineSweep(running.context).due(new Date()))).toMatch(
    /Index (Only )?Scan using disputes_to_announce on disputes/,
  );
});
