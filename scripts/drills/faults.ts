/**
 * npm run drill -- faults   causes 200 faults of the database, one after another, under a running service
 *
 * Starts its own PostgreSQL from installed programs, and cuts it off, crashes, stalls and silences it while shops
 * make payins and payouts. After each round everything due must be handled within ten seconds. At the end the ledger
 * is checked. `-- --faults 20 --minutes 2` shortens the drill, `--seed 7` repeats one.
 */
import { parseArgs } from 'node:util';
import { drillFaults, type DrillReport, type Round } from './faults/drill.ts';
import { runOnCluster } from './on-cluster.ts';

const RECOVERY_LIMIT_SECONDS = 10;
const FAULTS_PER_ROUND = 20;

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
});

await runOnCluster(values.seed, async (cluster) => {
  const report = await drillFaults(cluster, {
    faults: Number(values.faults),
    faultsPerRound: FAULTS_PER_ROUND,
    budgetMs: Number(values.minutes) * 60_000,
    seed: Number(values.seed),
    onRound: printRound,
  });
  print(report);
  return isPassed(report);
});

function printRound({ faults, recovery }: Round): void {
  const kinds = Object.entries(Object.groupBy(faults, (name) => name));
  const counts = kinds.map(([name, those]) => `${those.length} ${name}`).join(', ');
  console.log(`${counts}: recovered in ${recovery.seconds.toFixed(1)} s${leftOf(recovery)}`);
}

function leftOf({ left }: Round['recovery']): string {
  const some = Object.entries(left).filter(([, count]) => count > 0);
  return some.length === 0 ? '' : `, LEFT: ${JSON.stringify(Object.fromEntries(some))}`;
}

function print({ rounds, load, webhooks, ledger }: DrillReport): void {
  const faults = rounds.reduce((sum, round) => sum + round.faults.length, 0);
  const longest = Math.max(...rounds.map(({ recovery }) => recovery.seconds));
  console.log(`Faults               ${faults} in ${rounds.length} rounds`);
  console.log(`Longest recovery     ${longest.toFixed(1)} s`);
  console.log(`Requests             ${load.requests}; ${load.repeated} were repeated`);
  console.log(`Answered 500         ${load.bugs}`);
  console.log(`Slowest answer       ${(load.slowestMs / 1_000).toFixed(1)} s`);
  console.log(`Webhooks delivered   ${webhooks.delivered}, not received ${webhooks.missing}`);
  console.log(`Ledger               ${JSON.stringify(ledger)}`);
}

function isPassed({ rounds, load, webhooks, ledger }: DrillReport): boolean {
  const recovered = rounds.every(({ recovery }) => recovery.seconds <= RECOVERY_LIMIT_SECONDS);
  const isRight = JSON.stringify(ledger).includes('"ok":true');
  return recovered && load.bugs === 0 && webhooks.missing === 0 && isRight;
}
