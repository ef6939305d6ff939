/**
 * `npm run drill -- restart`: sends 10,000 requests through nginx to two instances that are restarted in turn
 * meanwhile, on a PostgreSQL made for the drill. No request may fail, and every instance must exit with 0.
 */
import { startCluster } from '../tests/support/database/postgres-cluster.ts';
import { drillRestarts } from './restart/drill.ts';
import { hasNginx } from './restart/nginx.ts';

const REQUESTS = 10_000;
const MAX_SECONDS = 600;
const FAILURES_SHOWN = 20;

const cluster = hasNginx() ? await startCluster() : undefined;
if (cluster === undefined) {
  console.error('The drill needs nginx and PostgreSQL: apt-get install nginx postgresql');
  process.exit(2);
}
try {
  const options = { databaseUrl: cluster.url, requests: REQUESTS, maxSeconds: MAX_SECONDS };
  const { sent, failures, exitCodes, seconds } = await drillRestarts(options);
  console.info(
    `${sent} requests in ${seconds} s, ${exitCodes.length} restarts, ${failures.length} failed`,
  );
  for (const failure of failures.slice(0, FAILURES_SHOWN)) console.error(`  ${failure}`);
  const unclean = exitCodes.filter((code) => code !== 0);
  if (unclean.length > 0) console.error(`  ended with ${unclean.join(', ')}`);
  const passed = failures.length === 0 && unclean.length === 0 && sent >= REQUESTS;
  process.exitCode = passed ? 0 : 1;
} finally {
  await cluster.stop();
}
