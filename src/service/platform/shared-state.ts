import cluster from 'node:cluster';
import { LRUCache } from 'lru-cache';

const SHARED = 'tollgateSharedState';
/** Of all topics together; the one not reported for longest goes first. */
const MOST_KEPT = 2_000;

/** What a process has changed of a state that all processes of one port keep alike. */
interface SharedChange {
  kind: typeof SHARED;
  topic: string;
  key: string;
  value: unknown;
}

const STARTED = 'tollgateSharedStateStarted';

/** What a process sends that has just started: until then, nothing that it was sent would be heard. */
interface Started {
  kind: typeof STARTED;
  topic: string;
}

/**
 * Keeps a state alike in all processes that share a port.
 *
 * @param follow given what another process has changed
 * @returns tells the others what this process has changed
 */
export function shareState(
  topic: string,
  follow: (key: string, value: unknown) => void,
): (key: string, value: object) => void {
  if (!cluster.isWorker) return () => undefined;
  process.on('message', (message: unknown) => {
    if (isChange(message) && message.topic === topic) follow(message.key, message.value);
  });
  process.send?.({ kind: STARTED, topic } satisfies Started);
  return (key, value) => {
    process.send?.({ kind: SHARED, topic, key, value } satisfies SharedChange);
  };
}

/** In the first of several processes: passes on what one of them has changed, also to those that start later. */
export function passOnSharedState(): void {
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
