/**
 * `npm run drill -- release`: the previous release takes 2,000 payments before, while and after this release migrates
 * its database, on a PostgreSQL made for the drill. No payment may fail, and the ledger must be correct.
 */
import { startCluster } from '../../tests/support/database/postgres-cluster.ts';
import { drillRelease } from './release/drill.ts';
import { unpackPrevious } from './release/unpack-previous.ts';

const PAYMENTS = 1_000;
const SHOWN = 20;

const previous = await unpackPrevious();
const cluster = previous && (await startCluster());
if (previous === undefined || cluster === undefined) {
  console.error('The drill needs the repository with its history, and PostgreSQL installed.');
  process.exit(2);
}
try {
  const drill = { databaseUrl: cluster.url, previous, payments: PAYMENTS };
  const { payments, failures, applied, findings } = await drillRelease(drill);
  console.info(`Applied ${applied.join(', ')}.`);
  console.info(`${payments} payments, ${failures.length} failed, ${findings.length} findings`);
  for (const failure of failures.slice(0, SHOWN)) console.error(`  ${failure}`);
  process.exitCode = failures.length + findings.length === 0 && applied.length > 0 ? 0 : 1;
} finally {
  await cluster.stop();
  await previous.remove();
}
