import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tests/support/process/free-port.ts';
import { startInstances } from '../instances.ts';
import { shopRequests } from './shop-requests.ts';
import { steadyLoad } from './steady-load.ts';
import { startNginx } from './nginx.ts';

const CONNECTIONS = 8;

export interface DrillOptions {
  databaseUrl: string;
  requests: number;
  /** The drill ends by then, even if it has sent fewer requests. */
  maxSeconds: number;
}

export interface DrillResult {
  sent: number;
  failures: string[];
  /** Exit codes of the instances that were restarted, in turn. */
  exitCodes: (number | null)[];
  seconds: number;
}

/** Restarts both instances in turn, again and again, while a shop and its shoppers send requests to nginx. */
export async function drillRestarts(options: DrillOptions): Promise<DrillResult> {
  const { databaseUrl, requests, maxSeconds } = options;
  const dataDirectory = await mkdtemp(join(tmpdir(), 'tollgate-drill-'));
  const instances = await startInstances({
    DATA_DIR: dataDirectory,
    DATABASE_URL: databaseUrl,
    STOP_GRACE_SECONDS: '2',
  });
  const { baseUrls } = instances;
  const nginx = await startNginx(await freePort(), baseUrls);
  const startedMs = performance.now();
  const elapsed = () => (performance.now() - startedMs) / 1_000;
  try {
    const progress = { done: false };
    const load = steadyLoad({
      baseUrls: [nginx.baseUrl],
      connections: CONNECTIONS,
      make: await shopRequests(instances),
      goOn: (sent) => sent < requests && elapsed() < maxSeconds,
    }).finally(() => {
      progress.done = true;
    });
    const exitCodes: (number | null)[] = [];
    // Restarts each at least once, however fast the requests were answered.
    for (let turn = 0; !progress.done || turn < baseUrls.length; turn += 1) {
      exitCodes.push(await instances.restart(turn % baseUrls.length, 'SIGTERM'));
    }
    return { ...(await load), exitCodes, seconds: Math.round(elapsed()) };
  } finally {
    await nginx.stop();
    await instances.stop('SIGTERM');
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
