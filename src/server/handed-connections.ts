import type { Worker } from 'node:cluster';

/** Node's message with which the first process hands a connection to a worker, and the worker's answer to it. */
interface ClusterMessage {
  cmd?: unknown;
  act?: unknown;
  seq?: number;
  ack?: number;
}

/**
 * Closes the connections that a worker was handed and had not taken when it died: Node would keep them open, and their
 * clients would get neither an answer nor an end. Another worker cannot take them, because the dead one may have read
 * from them.
 */
export function closeConnectionsOfDeadWorker(worker: Worker): void {
  const { process: child } = worker;
  const handed = new Map<number, { close(): void }>();
  const send: unknown = Reflect.get(child, 'send');
  if (typeof send !== 'function') return;
  Object.assign(child, {
    send(...args: unknown[]): unknown {
      const [message, handle] = args;
      const { act, seq } = clusterMessage(message);
      if (act === 'newconn' && seq !== undefined && isHandle(handle)) handed.set(seq, handle);
      return Reflect.apply(send, child, args);
    },
  });
  child.on('internalMessage', (message: unknown) => {
    const { ack } = clusterMessage(message);
    if (ack !== undefined) handed.delete(ack);
  });
  void untilGone(worker).then(() => {
    for (const handle of handed.values()) handle.close();
    handed.clear();
  });
}

/**
 * Waits until a worker has exited and its last message has been read. Node emits no `disconnect` if the worker died while
 * a connection was on its way to it.
 */
export function untilGone({ process: child }: Worker): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      if (child.connected) setImmediate(finish);
      else resolve();
    };
    child.once('exit', finish);
  });
}

function clusterMessage(message: unknown): ClusterMessage {
  const isObject = typeof message === 'object' && message !== null;
  return isObject && Reflect.get(message, 'cmd') === 'NODE_CLUSTER' ? message : {};
}

function isHandle(value: unknown): value is { close(): void } {
  return typeof value === 'object' && value !== null && 'close' in value;
}
