/**
 * npm run drill -- failover   kills the primary of three database servers 50 times under a running service
 *
 * Starts its own servers with Patroni, etcd and HAProxy from Debian's packages, configured as in ops/. Shops make
 * payins and payouts meanwhile. Everything that they were told must be there afterwards, and no payment may wait
 * longer than ten seconds to be taken. `-- --kills 10 --others 1 --minutes 5` shortens the drill, `--seed 7` repeats
 * one. With `--hosts` the service connects to the three servers directly instead of to HAProxy.
 */
import { parseArgs } from 'node:util';
import { startCluster } from './failover/cluster/cluster.ts';
import { missingPackagesMessage } from './failover/cluster/programs.ts';
import { drillFailover, type DrillReport } from './failover/drill.ts';
import { OTHER_FAULTS, type FaultName } from './failover/faults.ts';
import { REQUEST_KINDS } from './failover/load.ts';
import { median } from './failover/recovery.ts';

const RECOVERY_LIMIT_SECONDS = 10;
const BUGS_SHOWN = 5;
const DIFFERENCES_SHOWN = 20;
const NAME_WIDTH = 20;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    others: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    hosts: { type: 'boolean', default: false },
  },
});

const missing = missingPackagesMessage();
if (missing === undefined) process.exitCode = (await run()) ? 0 : 1;
else {
  console.error(missing);
  process.exitCode = 2;
}

async function run(): Promise<boolean> {
  // Exits on a signal, because exit handlers end the servers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const cluster = await startCluster();
  try {
    const faults = chosen(cluster.nodes.every(({ disk }) => disk.canBeFilled));
    console.log(`Seed ${values.seed}`);
    const report = await drillFailover(cluster, {
      faults,
      budgetMs: Number(values.minutes) * 60_000,
      connectsDirectly: values.hosts,
      seed: Number(values.seed),
      onFault: (name, tookMs) => {
        console.log(`${name}: orders were made again after ${seconds(tookMs)}`);
      },
    });
    print(report);
    return isPassed(report);
  } finally {
    await cluster.close();
  }
}

function chosen(canFillDisks: boolean): { name: FaultName; times: number }[] {
  const others = OTHER_FAULTS.filter((name) => canFillDisks || name !== 'full disk');
  if (!canFillDisks) console.log('No disk is filled: it takes the right to mount one.');
  return [
    { name: 'kill', times: Number(values.kills) },
    ...others.map((name) => ({ name, times: Number(values.others) })),
  ];
}

function print(report: DrillReport): void {
  const { rounds, figures, orders, orderCheck, ledger, broken, bugs } = report;
  for (const { fault, wanted, waitsMs, due } of rounds) {
    const came = waitsMs.create.length;
    const times = came === wanted ? `${came}` : `${came} of ${wanted}`;
    console.log(`\n${`${times} × ${fault}`.padEnd(NAME_WIDTH)}median  longest`);
    if (came === 0) continue;
    for (const kind of REQUEST_KINDS) {
      const [half, longest] = [median(waitsMs[kind]), Math.max(...waitsMs[kind])];
      console.log(`  ${kind.padEnd(NAME_WIDTH)}${seconds(half)}   ${seconds(longest)}`);
    }
    console.log(`  all due work done after ${due.seconds.toFixed(1)} s`);
  }
  if (broken !== undefined) console.error(`\nEnded before its time by ${broken}`);
  const { differences, ended, withoutWebhook } = orderCheck;
  console.log(`\nOrders acknowledged  ${orders}, not as acknowledged: ${differences.length}`);
  for (const line of differences.slice(0, DIFFERENCES_SHOWN)) console.error(`  ${line}`);
  console.log(`Requests repeated    ${figures.repeated}`);
  console.log(
    `Refused              ${figures.refused}; answered 500: ${figures.bugs}; given up: ${figures.given_up}`,
  );
  for (const line of bugs.slice(0, BUGS_SHOWN)) console.error(`  ${line}`);
  console.log(`Orders that ended    ${ended}, without a webhook: ${withoutWebhook}`);
  console.log(`Ledger               ${JSON.stringify(ledger)}`);
}

/**
 * Returns whether the drill passed. Faults that lack of time prevented do not fail it; the report shows their number.
 */
function isPassed({ rounds, figures, orderCheck, ledger, broken }: DrillReport): boolean {
  const recovered = rounds.every(
    ({ waitsMs, due }) =>
      Math.max(...waitsMs.create, due.seconds * 1_000) <= RECOVERY_LIMIT_SECONDS * 1_000,
  );
  const isRight = JSON.stringify(ledger).includes('"ok":true');
  const wrong =
    orderCheck.differences.length +
    orderCheck.withoutWebhook +
    figures.refused +
    figures.bugs +
    figures.given_up;
  return broken === undefined && recovered && isRight && wrong === 0;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1).padStart(4)} s`;
}
