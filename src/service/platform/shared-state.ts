import cluster from 'node:cluster';
import { LRUCache } from 'lru-cache';

const SHARED = 'tollgateSharedState';
/** Changes kept, over all topics; the one reported longest ago is dropped first. */
const MOST_KEPT = 2_000;

/** A change that one process made to state shared by all processes of a port. */
interface SharedChange {
  kind: typeof SHARED;
  topic: string;
  key: string;
  value: unknown;
}

const STARTED = 'tollgateSharedStateStarted';

/** Sent by a process once it listens: it has missed all messages before that. */
interface Started {
  kind: typeof STARTED;
  topic: string;
}

/**
 * Keeps state in sync across the processes that share a port.
 *
 * @param onChange called with the changes of other processes
 * @returns a function that tells the other processes about a change
 */
export function shareState(
  topic: string,
  onChange: (key: string, value: unknown) => void,
): (key: string, value: object) => void {
  if (!cluster.isWorker) return () => undefined;
  process.on('message', (message: unknown) => {
    if (isChange(message) && message.topic === topic) onChange(message.key, message.value);
  });
  process.send?.({ kind: STARTED, topic } satisfies Started);
  return (key, value) => {
    process.send?.({ kind: SHARED, topic, key, value } satisfies SharedChange);
  };
}

/** Relays each worker's changes to the other workers, and to those that start later. Called in the primary process. */
export function relaySharedState(): void {
  const latest = new LRUCache<string, SharedChange>({ max: MOST_KEPT });
  cluster.on('message', (sender, message: unknown) => {
    if (isStarted(message)) {
      for (const change of latest.values()) if (change.topic === message.topic) sender.send(change);
    }
    if (!isChange(message)) return;
    latest.set(`${message.topic} ${message.key}`, message);
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (worker?.isConnected() && worker.id !== sender.id) worker.send(message);
    }
  });
}

function isChange(message: unknown): message is SharedChange {
  return kindOf(message) === SHARED;
}

function isStarted(message: unknown): message is Started {
  return kindOf(message) === STARTED;
}

function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message
    ? message.kind
    : undefined;
}
