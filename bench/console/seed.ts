import { sql, type Kysely } from 'kysely';
import type { Tables } from '#service/platform/database/schema.ts';
import { withoutIndexes } from '../lists/seed.ts';

type Db = Kysely<Tables>;

/** One of every thousand movements belongs to this gate. */
export const RARE_GATE = '00000000-0000-4000-8000-0000000000ff';

const TRACES = [
  'payin_attempts',
  'ledger_movements',
  'ledger_entries',
  'retentions',
  'webhook_events',
  'webhook_attempts',
  'audit',
];
const AUDITED = 100_000;

/** Adds what the orders would have left behind: attempts, movements, retentions, webhooks, and the audit. */
export async function seedTraces(db: Db): Promise<void> {
  await withoutIndexes(db, TRACES, async () => {
    await addAttempts(db);
    await addMovements(db);
    await addWebhooks(db);
    await addAudit(db);
  });
  await sql`vacuum analyze ${sql.raw(TRACES.join(', '))}`.execute(db);
}

async function addAttempts(db: Db): Promise<void> {
  await sql`insert into payin_attempts (id, payin_id, terminal_id, route_id, card_fingerprint, outcome,
      decline_reason, provider_reference, created_at, settled_at)
    select id, id, terminal_id, id, '', case when status = 'FAILED' then 'hard_decline' else 'approved' end,
      case when status = 'FAILED' then 'insufficient_funds' end, 'ref-' || reference_id, created_at,
      created_at + random() * interval '2 seconds'
    from payins where terminal_id is not null order by id`.execute(db);
}

/** Adds movements as the service would have posted them. A tenth of each is retained for half a year from now. */
async function addMovements(db: Db): Promise<void> {
  await sql`insert into gates (id, merchant_id, name)
    select ${RARE_GATE}, id, 'Rare' from merchants order by id limit 1`.execute(db);
  await sql`insert into ledger_movements (kind, order_id, at)
    select 'payin_success', id, updated_at from payins where status = 'SUCCESS' order by updated_at`.execute(
    db,
  );
  await sql`insert into ledger_movements (kind, at) select 'transfer', at from ledger_movements
    where id % 10000 = 1`.execute(db);
  await sql`insert into ledger_entries (movement_id, line, account, owner_id, currency, amount_minor)
    select movement.id, entry.line, entry.account, entry.owner_id, currency, entry.amount_minor
    from ledger_movements movement join payins on payins.id = movement.order_id
    cross join lateral (values (0, 'provider_clearing', null::uuid, -amount_minor),
      (1, 'rolling', case when movement.id % 1000 = 3 then ${RARE_GATE}::uuid else gate_id end, amount_minor / 10),
      (2, 'available', case when movement.id % 1000 = 3 then ${RARE_GATE}::uuid else gate_id end,
        amount_minor - amount_minor / 10)) entry (line, account, owner_id, amount_minor)
    where entry.amount_minor <> 0`.execute(db);
  await sql`insert into gate_accounts (gate_id, currency, available_minor, rolling_minor)
    select owner_id, currency, coalesce(sum(amount_minor) filter (where account = 'available'), 0),
      coalesce(sum(amount_minor) filter (where account = 'rolling'), 0)
    from ledger_entries where owner_id is not null group by 1, 2`.execute(db);
  await sql`insert into retentions (payin_id, bucket, gate_id, currency, amount_minor, due_at)
    select id, 'rolling', gate_id, currency, amount_minor / 10, now() + random() * interval '180 days'
    from payins where status = 'SUCCESS' and amount_minor >= 10 order by id`.execute(db);
}

/** Adds webhooks. Of every hundred, one is pending and one was given up. */
async function addWebhooks(db: Db): Promise<void> {
  await sql`insert into webhook_events (id, merchant_id, direction, group_id, order_ids,
      destination_source, destination_url, body, state, tries, next_attempt_at, created_at, ended_at)
    select id, merchant_id, 'payin', id, array[id], 'order',
      'https://shop-' || right(merchant_id::text, 2) || '.example/webhooks', repeat('x', 300),
      case place when 1 then 'pending' when 2 then 'failed' else 'delivered' end, 1,
      case place when 1 then now() + interval '1 hour' end, updated_at,
      case place when 1 then null else updated_at end
    from (select *, seq_id % 100 as place from payins
      where status in ('SUCCESS', 'FAILED', 'CLOSED')) ended order by id`.execute(db);
  await sql`insert into webhook_attempts (event_id, started_at, duration_ms, status, error)
    select id, created_at, 80, case when state = 'delivered' then 200 else 503 end, null
    from webhook_events`.execute(db);
}

/** Adds changes by a few operators. One of every thousand freezes a gate. */
async function addAudit(db: Db): Promise<void> {
  await sql`insert into audit (number, at, actor, role, command, subject, before, after, reason, hash)
    select n, now() - (${AUDITED}::integer - n) * interval '5 minutes', 'person ' || n % 20 || '@example.com', 'admin',
      case when n % 1000 = 7 then 'gates freeze' else 'payins comment' end,
      'order ' || gen_random_uuid(), '{"comment":null}', '{"comment":"Asked for by telephone"}', 'By telephone', ''
    from generate_series(1, ${AUDITED}::integer) n`.execute(db);
  await sql`update exclusive_work set turn = ${AUDITED} where name = 'append-audit'`.execute(db);
}
