import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

const QUESTION = 'tollgateMetricsQuestion';
const ANSWER = 'tollgateMetricsAnswer';
/** The library gives workers five seconds; a scrape gives up after ten. */
const ANSWER_TIMEOUT_MS = 6_000;

/**
 * Answers workers that ask for the metrics of all workers. Called in the primary process, which alone reaches all of
 * them.
 */
export function collectFromWorkers(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message) || message.kind !== QUESTION) return;
    all
      .clusterMetrics()
      .catch(() => undefined)
      .then((text) => worker.send({ kind: ANSWER, id: message.id, text }))
      .catch(() => undefined);
  });
}

/**
 * Returns a function that reads the metrics of this process or, if several share a port, of all of them, because any of
 * them may get the request. If the primary does not answer in time, it returns those of this process alone.
 */
export function metricsReader(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  AggregatorRegistry.setRegistries([registry]);
  // Constructing it makes this process answer the primary.
  new AggregatorRegistry();
  let requestId = 0;
  return async () => {
    requestId += 1;
    return (await askPrimary(requestId)) ?? registry.metrics();
  };
}

function askPrimary(id: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const settle = (text: string | undefined) => {
      clearTimeout(timer);
      process.off('message', listen);
      resolve(text);
    };
    const listen = (message: unknown) => {
      if (isMessage(message) && message.kind === ANSWER && message.id === id) settle(message.text);
    };
    const timer = setTimeout(settle, ANSWER_TIMEOUT_MS, undefined);
    process.on('message', listen);
    process.send?.({ kind: QUESTION, id });
  });
}

interface Message {
  kind: string;
  id: number;
  text?: string | undefined;
}

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'kind' in message && 'id' in message;
}
