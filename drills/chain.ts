/**
 * npm run drill -- chain   one Tollgate pays through another while either or both are killed, 100 times
 *
 * Starts its own PostgreSQL from installed programs. Afterwards every attempt of the downstream must agree with the
 * upstream's order for it, and both ledgers are checked. `-- --kills 10 --minutes 3` shortens the drill, `--seed 7`
 * repeats one.
 */
import { parseArgs } from 'node:util';
import { createScratchDatabase } from '../tests/support/database/postgres.ts';
import { isPaidByEach } from './chain/compare.ts';
import { drillChain, type ChainDrillReport } from './chain/drill.ts';
import { runOnCluster } from './on-cluster.ts';

const PATIENCE_MS = 240_000;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
});

await runOnCluster(values.seed, async (cluster) => {
  const newDatabase = async () => (await createScratchDatabase(cluster.url)).url;
  const report = await drillChain({
    databaseUrls: { downstream: await newDatabase(), upstream: await newDatabase() },
    kills: Number(values.kills),
    budgetMs: Number(values.minutes) * 60_000,
    patienceMs: PATIENCE_MS,
    seed: Number(values.seed),
    onKill: () => process.stdout.write('.'),
  });
  print(report);
  return isPassed(report);
});

function print({ kills, load, ...found }: ChainDrillReport): void {
  const { downstream, upstream, both } = kills;
  console.log(
    `\nKilled               downstream ${downstream}, upstream ${upstream}, both ${both} times`,
  );
  console.log(
    `Orders               ${load.payins} by card, ${load.transfers} by other sources, ${load.payouts} payouts`,
  );
  const bySource = Object.entries(found.paidBySource).map(([source, paid]) => `${source} ${paid}`);
  console.log(`Paid by source       ${bySource.join(', ')}`);
  console.log(`Requests repeated    ${load.repeated}, answered 500: ${load.bugs}`);
  console.log(`Attempts compared    ${found.compared}, still open: ${found.open}`);
  console.log(
    `Paid in              ${found.paidIn.join(' here, ')} at the upstream, in minor units`,
  );
  console.log(`Paid out             ${found.paidOut.join(' here, ')} at the upstream`);
  console.log(`Ledgers              ${JSON.stringify(found.ledgers)}`);
  console.log(`Contradictions       ${found.contradictions.length}`);
  for (const contradiction of found.contradictions) console.error(`  ${contradiction}`);
}

function isPassed(report: ChainDrillReport): boolean {
  const { contradictions, open, paidIn, paidOut, load, ledgers } = report;
  return (
    isPaidByEach(report) &&
    contradictions.length === 0 &&
    open === 0 &&
    load.bugs === 0 &&
    paidIn[0] === paidIn[1] &&
    paidOut[0] === paidOut[1] &&
    Object.values(ledgers).every((ledger) => JSON.stringify(ledger).includes('"ok":true'))
  );
}
