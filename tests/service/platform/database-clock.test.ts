// @module-tag postgres-only
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createService, type Service } from '#service/service.ts';
import { readConfig } from '#service/start.ts';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import { suiteEnv } from '../../support/database/suite.ts';
import { createdPayin } from '../../support/orders/orders.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const FAST_MS = 45 * 60_000;

/** PGlite uses the process's clock and allows only one process. */
describe.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a process whose clock is 45 minutes fast',
  () => {
    let running: RunningService;
    let fast: Service;
    const log: string[] = [];

    beforeAll(async () => {
      running = await startService();
      const config = readConfig({
        DATA_DIR: running.dataDirectory,
        DATABASE_URL: running.databaseUrl,
        ...suiteEnv(),
        PUBLIC_URL: 'http://pay.test',
      });
      if (config.mode !== 'service') throw new Error('This is no page');
      fast = await createService(config, {
        systemMs: () => Date.now() + FAST_MS,
        logDestination: { write: (line) => log.push(line) },
      });
    });
    afterAll(async () => {
      await fast.close();
      await running.close();
    });

    it('closes only orders that have expired by the database’s clock', async () => {
      const waiting = await createdPayin(running);
      const ended = await createdPayin(running);
      const status = async (id: string) => {
        const result = await running.client.getPayin(id);
        return result.ok ? result.value.status : undefined;
      };
      await running.db
        .updateTable('payins')
        .set({ expires_at: sql`current_timestamp` })
        .where('id', '=', ended.id)
        .execute();
      await expect.poll(() => status(ended.id)).toBe('CLOSED');
      expect(await status(waiting.id)).toBe('CREATED');
    });

    it('is not ready if another process agrees with the database, and logs it', async () => {
      const answer = await fast.fetch(new Request('http://pay.test/api/health/ready'));
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({
        checks: { database: 'ok', clock: "2700 s ahead of the database's" },
      });
      expect(log.join('')).toContain('clock differs');
      expect((await fetch(`${running.baseUrl}/api/health/ready`)).status).toBe(200);
    });

    it('is in the exception queue', async () => {
      const entries = async () => JSON.stringify((await running.operator('attention list')).body);
      await expect.poll(entries).toContain("2700 s ahead of the database's");
    });
  },
);

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  "a database's clock that is wrong",
  () => {
    it('leaves processes ready that agree with each other, or are alone', async () => {
      const data = await newServiceData();
      let aheadMs = 0;
      const systemMs = () => Date.now() + aheadMs;
      const [one, other] = [
        await startService({ data, systemMs }),
        await startService({ data, systemMs }),
      ];
      const ready = async ({ baseUrl }: RunningService): Promise<unknown> =>
        (await fetch(`${baseUrl}/api/health/ready`)).json();
      try {
        aheadMs = FAST_MS;
        const reports = async () => {
          const rows = await one.db.selectFrom('instance_clocks').select('ahead_ms').execute();
          return rows.filter(({ ahead_ms: ms }) => ms > 30_000n).length;
        };
        await expect.poll(reports).toBe(2);
        for (const running of [one, other]) {
          expect(await ready(running)).toMatchObject({ status: 'ok', checks: { clock: 'ok' } });
        }
        await other.close();
        expect(await ready(one)).toMatchObject({ status: 'ok' });
        const { body } = await one.operator('attention list');
        expect(JSON.stringify(body)).toContain('clock_differs');
      } finally {
        await one.close();
        await data.remove();
      }
    });
  },
);
