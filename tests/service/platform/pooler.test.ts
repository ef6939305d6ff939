// @module-tag apart
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ServiceContext } from '#service/platform/context.ts';
import { startPgBouncer } from '../../support/database/pgbouncer.ts';
import { setDefaults, STRANGE_SETTINGS } from '../../support/database/defaults.ts';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import {
  cardDataBody,
  createdPayin,
  payinWhen,
  createdPayout,
} from '../../support/orders/orders.ts';
import { startService } from '../../support/process/service.ts';

/** In transaction mode, more clients than the pooler has connections, which it hands from one to another. */
const AT_ONCE = 20;

it.runIf(process.env['TEST_ENGINE'] === 'postgres').for([
  ['session', 'true'],
  ['transaction', 'false'],
] as const)(
  'payments work behind a pooler in %s mode, whatever settings the database has',
  async ([mode, prepared], context) => {
    // A first start: its migrations hold their lock through the pooler, and others reuse its connections.
    const data = await newServiceData({ seeded: false });
    await setDefaults(data.directUrl ?? '', STRANGE_SETTINGS);
    const pooler = await startPgBouncer(data.directUrl ?? '', mode);
    if (pooler === undefined) {
      await data.remove();
      return context.skip('PgBouncer is not installed');
    }
    const env = {
      DATABASE_URL: pooler.url,
      DATABASE_PREPARED_STATEMENTS: prepared,
      // Long, and different from the timeout of long-running work.
      DATABASE_TIMEOUT_SECONDS: '300',
    };
    const running = await startService({ data, env, aboutDeadlines: true });
    try {
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const { id } = await createdPayin(running);
          await running.client.submitCardData(cardDataBody(id));
          const order = await payinWhen(running, id, 'SUCCESS');
          expect(order).toMatchObject({ status: 'SUCCESS' });
        }),
      );
      await createdPayout(running);
      for (const db of [running.context.db, running.context.longRunning]) {
        const sessions = await Promise.all(Array.from({ length: AT_ONCE }, () => dayOf(db)));
        expect(new Set(sessions)).toEqual(new Set(['2026-03-01 in -1 days +02:00:00']));
      }
      expect(await running.client.listPayins({ page: 1, size: 10 })).toMatchObject({ ok: true });
      const { db, longRunning } = running.context;
      expect(await timeoutOf(longRunning)).toBe('10min');
      expect(await longRunning.transaction().execute(timeoutOf)).toBe('10min');
      // A new connection of the pooler has the role's timeout, or none.
      expect(await timeoutOf(db)).not.toBe('10min');
    } finally {
      await running.close();
      await pooler.stop();
      await data.remove();
    }
  },
);

async function dayOf(db: ServiceContext['db']): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select date '2026-03-01'::text || ' in ' || interval '-1 day 02:00'::text as day from pg_sleep(0.01)`.execute(
    db,
  );
  return rows[0]?.day;
}

async function timeoutOf(db: ServiceContext['db']): Promise<unknown> {
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
  return rows[0]?.statement_timeout;
}
