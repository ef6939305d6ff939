// @module-tag postgres-only
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { databaseForTests } from '../../../tests/support/database/database-for-tests.ts';
import { until } from '../../../tests/support/until.ts';
import { claimDueEvents } from './store.ts';

const database = databaseForTests(3);
const NOW = new Date('2026-01-01T12:00:00Z');
const [ONE, OTHER] = [randomUUID(), randomUUID()];

const claim = (leaseId: string, most = 100) => ({
  leaseId,
  now: NOW,
  leaseEndsAt: new Date(+NOW + 25_000),
  allowances: { 'prompt.example': 4 },
  otherAllowance: 2,
  most,
});

/** Adds events that have been due for some minutes. */
async function addDue(host: string, count: number, dueForMinutes: number): Promise<void> {
  await sql`
    insert into webhook_events (id, merchant_id, direction, group_id, order_ids, destination_source,
      destination_url, body, state, next_attempt_at, created_at)
    select gen_random_uuid(), (select id from merchants limit 1), 'payin', gen_random_uuid(), '{}',
      'order', ${`https://${host}/`}, '[]', 'pending',
      ${new Date(+NOW - dueForMinutes * 60_000)}, ${NOW}
    from generate_series(1, ${count})`.execute(database.db);
}

const hosts = (events: readonly { host: string }[]) => events.map(({ host }) => host).toSorted();

beforeEach(async () => {
  await sql`truncate webhook_events cascade`.execute(database.db);
});

describe('a claim of due webhooks', () => {
  it('takes a share of each host, and the longest due first if it may not take all', async () => {
    await addDue('dead.example', 1_000, 60);
    await addDue('prompt.example', 10, 5);
    await addDue('late.example', 10, 120);
    expect(hosts(await claimDueEvents(database.db, claim(ONE, 3)))).toEqual([
      'dead.example',
      'late.example',
      'late.example',
    ]);
    expect(hosts(await claimDueEvents(database.db, claim(ONE)))).toEqual([
      'dead.example',
      'dead.example',
      'late.example',
      'late.example',
      ...Array<string>(4).fill('prompt.example'),
    ]);
  });

  it('takes nothing of a host whose events another process holds', async () => {
    await addDue('one.example', 5, 1);
    expect(await claimDueEvents(database.db, claim(ONE))).toHaveLength(2);
    await addDue('two.example', 5, 1);
    expect(hosts(await claimDueEvents(database.db, claim(OTHER)))).toEqual([
      'two.example',
      'two.example',
    ]);
  });

  it('that began before another was committed takes nothing of the same host', async () => {
    await addDue('one.example', 5, 1);
    const { db } = database;
    const waiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length;
    };
    let overtaken: ReturnType<typeof claimDueEvents> | undefined;
    await db.transaction().execute(async (trx) => {
      expect(await claimDueEvents(trx, claim(ONE))).toHaveLength(2);
      overtaken = claimDueEvents(db, claim(OTHER));
      await until(
        waiting,
        (count) => count === 1,
        () => 'the other claim does not wait',
      );
    });
    expect(await overtaken).toEqual([]);
    expect(hosts(await claimDueEvents(db, claim(ONE)))).toHaveLength(2);
  });
});
