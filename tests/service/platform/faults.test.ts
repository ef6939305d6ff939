// @module-tag apart
import { expect, it } from 'vitest';
import { drillFaults } from '../../../drills/faults/drill.ts';
import { startCluster } from '../../support/database/postgres-cluster.ts';

const MINUTE_MS = 60_000;

it.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a service recovers automatically from every fault of its database',
  async (context) => {
    const cluster = await startCluster();
    if (cluster === undefined) return context.skip('no server programs are installed');
    try {
      const report = await drillFaults(cluster, {
        faults: 10,
        faultsPerRound: 10,
        budgetMs: MINUTE_MS,
        seed: 9,
      });
      const left = report.rounds.flatMap(({ recovery }) => Object.values(recovery.left));
      expect(new Set(left)).toEqual(new Set([0]));
      expect(report).toMatchObject({
        load: { bugs: 0 },
        history: { findings: [] },
        webhooks: { missing: 0 },
        ledger: { ok: true },
      });
    } finally {
      await cluster.stop();
    }
  },
);
