import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxIn } from '../../../tests/support/process/sandbox.ts';
import { startReceiver } from '../../../tests/support/network/receiver.ts';
import { startedServer } from '../../../tests/support/process/program.ts';
import { untilHandled, type Recovery } from '../faults/overdue.ts';
import type { Cluster } from './cluster/cluster.ts';
import { bringAbout, type FaultName } from './faults.ts';
import type { Load, RequestKind } from './load.ts';
import { longestWaitMs, type Disturbance } from './recovery.ts';
import { ofKinds, underLoad, type Usage } from './under-load.ts';

export interface DrillOptions {
  /** How often each comes; the next kind when all that was due after the one before is handled. */
  faults: readonly { name: FaultName; times: number }[];
  /** No fault is brought about after this; each kind has its part of it, by how often it is to come. */
  budgetMs: number;
  /** Whether the service knows all servers, rather than what stands in front of them. */
  knowsHosts: boolean;
  seed: number;
  onFault: (name: FaultName, tookMs: number) => void;
}

/** Faults of one kind. */
export interface Round {
  fault: FaultName;
  /** How often it was to come; fewer waits were measured where the time was up, or all ended. */
  wanted: number;
  /** How long anybody waited for each kind of request because of a fault, in turn. */
  waitsMs: Record<RequestKind, number[]>;
  /** How long it took to handle what was due when the last one was over. */
  due: Recovery;
}

export interface DrillReport extends Usage {
  rounds: Round[];
  /** What ended the faults before their time: a cluster that did not become whole, a service that made no orders. */
  broken: string | undefined;
  /** What the service logged of requests that it answered 500. */
  bugs: string[];
}

/** An attempt whose acquirer did not answer is asked about again within this. */
const PATIENCE_MS = 60_000;

/** A running service on a cluster, shops that use it, and all that happens to servers. */
export async function drillFailover(cluster: Cluster, options: DrillOptions): Promise<DrillReport> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'tollgate-drill-'));
  const receiver = await startReceiver();
  const server = await startedServer(
    {
      DATA_DIR: dataDirectory,
      DATABASE_URL: options.knowsHosts ? cluster.hostsUrl : cluster.url,
      LOG_LEVEL: 'warn',
    },
    { aboutDeadlines: true },
  );
  try {
    const sandbox = await sandboxIn(dataDirectory);
    const used = await underLoad(
      { server, sandbox, receiver, dataDirectory },
      { seed: options.seed, patienceMs: PATIENCE_MS },
      (load) => disturb(cluster, options, load),
    );
    const lines = server.output().split('\n');
    return {
      ...used,
      bugs: lines.filter((line) => line.includes('A request failed because of a bug')),
    };
  } finally {
    await server.stop('SIGKILL');
    await receiver.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Whatever goes wrong ends the faults, and not the report. */
async function disturb(
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
        const disturbance = await bringAbout(name, cluster, () => load.untilCreating());
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
  return ofKinds((kind) =>
    disturbances.map((disturbance) => longestWaitMs(answered[kind], disturbance)),
  );
}
