/**
 * npm run drill -- faults   causes 200 faults, one after another, of a running service and its database
 *
 * Starts its own PostgreSQL from installed programs and two processes of the service. Cuts the database off, crashes,
 * stalls and silences it, and kills the processes, while shops make payins, payouts and refunds. After each round
 * everything due must be handled within ten seconds. At the end the ledger is checked, and one order of all requests
 * must explain what the shops were answered. `-- --faults 20 --minutes 2` shortens the drill, `--seed 7` repeats one.
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

function print({ rounds, load, history, webhooks, ledger }: DrillReport): void {
  const faults = rounds.reduce((sum, round) => sum + round.faults.length, 0);
  const longest = Math.max(...rounds.map(({ recovery }) => recovery.seconds));
  console.log(`Faults               ${faults} in ${rounds.length} rounds`);
  console.log(`Longest recovery     ${longest.toFixed(1)} s`);
  console.log(`Requests             ${load.requests}; ${load.repeated} were repeated`);
  console.log(`Answered 500         ${load.bugs}`);
  console.log(`Slowest answer       ${(load.slowestMs / 1_000).toFixed(1)} s`);
  const { orders, succeeded, operations } = history;
  const { ok, failed, unknown } = operations;
  console.log(`History              ${ok} ok, ${failed} failed, ${unknown} unknown`);
  console.log(`Orders               ${orders}; ${succeeded} succeeded`);
  console.log(`Not explained        ${history.findings.length}`);
  for (const finding of history.findings) console.log(`  ${finding}`);
  console.log(`Webhooks delivered   ${webhooks.delivered}, not received ${webhooks.missing}`);
  console.log(`Ledger               ${JSON.stringify(ledger)}`);
}

function isPassed({ rounds, load, history, webhooks, ledger }: DrillReport): boolean {
  const recovered = rounds.every(({ recovery }) => recovery.seconds <= RECOVERY_LIMIT_SECONDS);
  const isRight = JSON.stringify(ledger).includes('"ok":true');
  const isExplained = history.findings.length === 0;
  return recovered && load.bugs === 0 && webhooks.missing === 0 && isRight && isExplained;
}
