import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster/cluster.ts';
import type { Node } from './cluster/node.ts';
import type { Disturbance } from './recovery.ts';

export const OTHER_FAULTS = ['kill standby', 'partition', 'pause', 'full disk'] as const;

/** Causes a fault. @returns a function that ends it */
type Fault = (cluster: Cluster) => Promise<End>;
type End = () => Promise<void> | void;

export type FaultName = 'kill' | (typeof OTHER_FAULTS)[number];

const FAULTS: Record<FaultName, Fault> = {
  /** Kills the primary and its Patroni at the same time. */
  kill: async (cluster) => killed(await cluster.primary()),
  /** Kills the synchronous standby, which has everything acknowledged, and its Patroni. */
  'kill standby': async (cluster) => killed(await cluster.synchronousStandby()),
  /** Cuts the primary's network in both directions. */
  partition: async (cluster) => (await cluster.primary()).partition(),
  /** Stops all processes of the primary, and later resumes them. */
  pause: async (cluster) => (await cluster.primary()).pause(),
  /** Fills the primary's disk. No standby takes over, because the primary is still there. */
  'full disk': async (cluster) => (await cluster.primary()).disk.fill(),
};

/** How long the disk stays full, until an operator would have freed space. */
const FULL_MS = 8_000;

/**
 * Causes a fault, ends it once the service creates orders again, and waits until the cluster is complete.
 *
 * @returns the time in which the service had to cope with the fault; for a full disk, from when space was freed
 */
export async function causeFault(
  name: FaultName,
  cluster: Cluster,
  untilCreating: () => Promise<void>,
): Promise<Disturbance> {
  const begunMs = performance.now();
  const end = await FAULTS[name](cluster);
  const isFull = name === 'full disk';
  let startedMs = begunMs;
  try {
    await (isFull ? sleep(FULL_MS) : untilCreating());
    if (isFull) startedMs = performance.now();
  } finally {
    await end();
  }
  await cluster.untilComplete();
  return { startedMs, endedMs: performance.now() };
}

async function killed(node: Node): Promise<() => void> {
  await node.kill();
  return () => {
    node.start();
  };
}
