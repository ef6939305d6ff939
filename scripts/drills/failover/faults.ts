import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster/cluster.ts';
import type { Node } from './cluster/node.ts';
import type { Disturbance } from './recovery.ts';

export const OTHER_FAULTS = ['kill standby', 'cut', 'pause', 'full disk'] as const;

/** @returns what ends it */
type Fault = (cluster: Cluster) => Promise<End>;
type End = () => Promise<void> | void;

export type FaultName = 'kill' | (typeof OTHER_FAULTS)[number];

const FAULTS: Record<FaultName, Fault> = {
  /** The primary and its Patroni die at once. */
  kill: async (cluster) => killed(await cluster.primary()),
  /** The same, of the standby that everything acknowledged is on as well. */
  'kill standby': async (cluster) => killed(await cluster.synchronousStandby()),
  /** Nothing reaches the primary any more, and it reaches nobody. */
  cut: async (cluster) => (await cluster.primary()).cutOff(),
  /** All of the primary stands still, and then goes on as if nothing had been. */
  pause: async (cluster) => (await cluster.primary()).pause(),
  /** The primary's disk is full. A server that could take over does not, for the primary is there. */
  'full disk': async (cluster) => (await cluster.primary()).disk.fill(),
};

/** How long a disk stays full: as long as it takes somebody to make room. */
const FULL_MS = 8_000;

/**
 * Brings a fault about, ends it once the service makes orders again, and waits until all is as before.
 *
 * @returns from when to when the service had to cope with it; of a full disk, from when there was room again
 */
export async function bringAbout(
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
