import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxIn } from '../../tests/support/process/sandbox.ts';
import { startReceiver } from '../../tests/support/network/receiver.ts';
import { startedServer } from '../../tests/support/process/program.ts';
import { untilHandled, type Recovery } from '../faults/overdue.ts';
import type { Cluster } from './cluster/cluster.ts';
import { causeFault, type FaultName } from './faults.ts';
import type { Load, RequestKind } from './load.ts';
import { longestWaitMs, type Disturbance } from './recovery.ts';
import { byRequestKind, runUnderLoad, type Usage } from './under-load.ts';

export interface DrillOptions {
  /** How often to cause each fault. The next kind starts once everything due after the previous kind is handled. */
  faults: readonly { name: FaultName; times: number }[];
  /** No fault starts after this time. Each kind gets a share of it in proportion to its number of times. */
  budgetMs: number;
  /** Whether the service connects to all servers directly, instead of to HAProxy. */
  connectsDirectly: boolean;
  seed: number;
  onFault: (name: FaultName, tookMs: number) => void;
}

/** Faults of one kind. */
export interface Round {
  fault: FaultName;
  /** How often to cause the fault. It happened less often if the time was up or the drill broke off. */
  wanted: number;
  /** For each kind of request, the longest wait that each fault caused, in turn. */
  waitsMs: Record<RequestKind, number[]>;
  /** How long it took to handle everything that was due after the last fault. */
  due: Recovery;
}

export interface DrillReport extends Usage {
  rounds: Round[];
  /** Why the faults ended early: the cluster did not become complete, or the service created no orders. */
  broken: string | undefined;
  /** The service's log lines about requests that it answered with 500. */
  bugs: string[];
}

/** Long enough for the next status inquiry about an attempt without an answer. */
const PATIENCE_MS = 60_000;

/** Runs a service on the cluster with shops that use it, and causes faults of the servers. */
export async function drillFailover(cluster: Cluster, options: DrillOptions): Promise<DrillReport> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'tollgate-drill-'));
  const receiver = await startReceiver();
  const server = await startedServer(
    {
      DATA_DIR: dataDirectory,
      DATABASE_URL: options.connectsDirectly ? cluster.hostsUrl : cluster.url,
      LOG_LEVEL: 'warn',
    },
    { aboutDeadlines: true },
  );
  try {
    const sandbox = await sandboxIn(dataDirectory);
    const report = await runUnderLoad(
      { server, sandbox, receiver, dataDirectory },
      { seed: options.seed, patienceMs: PATIENCE_MS },
      (load) => causeFaults(cluster, options, load),
    );
    const lines = server.output().split('\n');
    return {
      ...report,
      bugs: lines.filter((line) => line.includes('A request failed because of a bug')),
    };
  } finally {
    await server.stop('SIGKILL');
    await receiver.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Causes the faults. An error ends them and becomes part of the report. */
async function causeFaults(
  cluster: Cluster,
  { faults, budgetMs, onFault }: DrillOptions,
  load: Load,
): Promise<{ rounds: Round[]; broken: string | undefined }> {
  const rounds: Round[] = [];
  const startedMs = performance.now();
  const all = faults.reduce((sum, { times }) => sum + times, 0);
  let before = 0;
  for (const { name, times } of faults) {
    before += times;
    const untilMs = startedMs + (budgetMs * before) / all;
    const disturbances: Disturbance[] = [];
    let due: Recovery = NOT_AWAITED;
    let broken: string | undefined;
    try {
      while (disturbances.length < times && performance.now() < untilMs) {
        const disturbance = await causeFault(name, cluster, () => load.untilCreating());
        disturbances.push(disturbance);
        onFault(name, longestWaitMs(load.answered.create, disturbance));
      }
      if (disturbances.length > 0) due = await untilHandled(cluster.url);
    } catch (error) {
      broken = `${name}: ${error instanceof Error ? error.message : String(error)}`;
    }
    rounds.push({ fault: name, wanted: times, due, waitsMs: waitsOf(load, disturbances) });
    if (broken !== undefined) return { rounds, broken };
  }
  return { rounds, broken: undefined };
}

const NOT_AWAITED: Recovery = { seconds: 0, left: {} };

function waitsOf({ answered }: Load, disturbances: readonly Disturbance[]): Round['waitsMs'] {
  return byRequestKind((kind) =>
    disturbances.map((disturbance) => longestWaitMs(answered[kind], disturbance)),
  );
}
