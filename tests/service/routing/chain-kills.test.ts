// @module-tag apart
import { expect, it } from 'vitest';
import { isPaidByEach } from '../../../drills/chain/compare.ts';
import { drillChain } from '../../../drills/chain/drill.ts';
import { startCluster } from '../../support/database/postgres-cluster.ts';
import { createScratchDatabase } from '../../support/database/postgres.ts';

const MINUTE_MS = 60_000;

it.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'two services in a chain agree about every attempt, whichever is killed',
  async (context) => {
    const cluster = await startCluster();
    if (cluster === undefined) return context.skip('no server programs are installed');
    try {
      const newDatabase = async () => (await createScratchDatabase(cluster.url)).url;
      const report = await drillChain({
        databaseUrls: { downstream: await newDatabase(), upstream: await newDatabase() },
        kills: 4,
        budgetMs: MINUTE_MS,
        patienceMs: 4 * MINUTE_MS,
        seed: 12,
      });
      const right = { ok: true };
      expect(report).toMatchObject({
        contradictions: [],
        open: 0,
        load: { bugs: 0 },
        ledgers: { downstream: right, upstream: right },
      });
      expect(isPaidByEach(report)).toBe(true);
      expect(report.paidIn[0]).toBe(report.paidIn[1]);
      expect(report.paidOut[0]).toBe(report.paidOut[1]);
    } finally {
      await cluster.stop();
    }
  },
);
