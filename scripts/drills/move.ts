/**
 * CITUS_URL=postgres://… npm run drill -- move   moves a cell of a cluster from node to node, under load
 *
 * Creates a database in the cluster whose coordinator CITUS_URL names. Shops make payins and payouts, read orders and
 * receive webhooks while the operator's command moves their cell from node to node. No request may fail, and
 * everything that shops were told must be there afterwards. `-- --moves 9 --minutes 5` changes the length, `--seed 7`
 * repeats a drill. With `--worker` the service reaches the cell through a node that is not the coordinator.
 */
import { parseArgs } from 'node:util';
import { drillMoves, type DrillReport, type Move } from './move/drill.ts';
import { REQUEST_KINDS } from './failover/load.ts';

const DIFFERENCES_SHOWN = 20;

const { values } = parseArgs({
  options: {
    moves: { type: 'string', default: '6' },
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    worker: { type: 'boolean', default: false },
  },
});

const { CITUS_URL: coordinatorUrl } = process.env;
if (coordinatorUrl) process.exitCode = (await run(coordinatorUrl)) ? 0 : 1;
else {
  console.error('CITUS_URL names no coordinator: the drill did NOT run, and no cell was moved');
  process.exitCode = 2;
}

async function run(url: string): Promise<boolean> {
  console.log(`Seed ${values.seed}`);
  const report = await drillMoves({
    coordinatorUrl: url,
    byWorker: values.worker,
    seed: Number(values.seed),
    moves: Number(values.moves),
    budgetMs: Number(values.minutes) * 60_000,
    onMove: ({ from, to, seconds, ended, waitsMs }) => {
      console.log(`${from} to ${to}: ${ended} after ${seconds.toFixed(1)} s`);
      console.log(`  longest waits: ${described(waitsMs)}`);
    },
  });
  print(report);
  return isPassed(report);
}

function described(waitsMs: Move['waitsMs']): string {
  return REQUEST_KINDS.map((kind) => `${kind} ${(waitsMs[kind] / 1_000).toFixed(1)} s`).join(', ');
}

function print({ moves, figures, answered, orders, orderCheck, ledger, ...rest }: DrillReport) {
  const { differences, ended, withoutWebhook } = orderCheck;
  if (rest.broken !== undefined) console.error(`\nEnded before its time by ${rest.broken}`);
  const all = REQUEST_KINDS.reduce((sum, kind) => sum + answered[kind], 0);
  console.log(`\nMoves                ${moves.length} of ${values.moves}`);
  console.log(`Requests answered    ${all}: ${JSON.stringify(answered)}`);
  console.log(`Requests repeated    ${figures.repeated}, answered 500: ${figures.bugs}`);
  console.log(`Refused              ${figures.refused}; given up: ${figures.given_up}`);
  console.log(`Orders acknowledged  ${orders}, not as acknowledged: ${differences.length}`);
  for (const line of differences.slice(0, DIFFERENCES_SHOWN)) console.error(`  ${line}`);
  console.log(`Orders that ended    ${ended}, without a webhook: ${withoutWebhook}`);
  console.log(`Ledger               ${JSON.stringify(ledger)}`);
  for (const [message, times] of Object.entries(rest.logged)) {
    console.log(`Logged ${String(times).padStart(5)} times   ${message}`);
  }
}

/**
 * Returns whether the drill passed. At least one move must have happened; moves that lack of time prevented do not
 * fail it.
 */
function isPassed({ moves, figures, orderCheck, ledger, broken }: DrillReport): boolean {
  const isRight = JSON.stringify(ledger).includes('"ok":true');
  const hasMoved = moves.length > 0 && moves.every(({ ended }) => ended === 'finished');
  const wrong =
    orderCheck.differences.length +
    orderCheck.withoutWebhook +
    figures.repeated +
    figures.refused +
    figures.bugs +
    figures.given_up;
  return broken === undefined && hasMoved && isRight && wrong === 0;
}
