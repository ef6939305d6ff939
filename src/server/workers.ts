import cluster, { type Worker } from 'node:cluster';
import { newPageKey, prepareService, type Config } from '#service/service.ts';
import { announce } from './announce.ts';
import { startProcess } from './process.ts';

/** A worker that dies is replaced; one that cannot even start would be replaced for ever. */
const RESTART_DELAY_MS = 1_000;

/** How the page's key reaches the workers: a request of one's page may be answered by another. */
const PAGE_KEY_ID = 'TOLLGATE_PAGE_KEY_ID';
const PAGE_KEY_SECRET = 'TOLLGATE_PAGE_KEY_SECRET';

/**
 * Several processes on one port and one PostgreSQL. The first migrates and furnishes the sandbox, then
 * only watches: it replaces workers that die, and ends when all of them have ended.
 */
export async function runWorkers(config: Config): Promise<void> {
  const prepared = config.mode === 'service' ? await prepareService(config) : undefined;
  const pageKey = newPageKey();
  const environment = { [PAGE_KEY_ID]: pageKey.keyId, [PAGE_KEY_SECRET]: pageKey.secret };
  const workers = Array.from({ length: config.workers }, () => cluster.fork(environment));
  await Promise.all(workers.map(isListening));
  announce(config, { engine: prepared?.engine, sandboxFile: prepared?.sandboxFile });
  replaceTheDead(environment);
}

export async function startWorker(config: Config): Promise<void> {
  const keyId = process.env[PAGE_KEY_ID];
  const secret = process.env[PAGE_KEY_SECRET];
  await startProcess(config, keyId && secret ? { keyId, secret } : undefined);
}

async function isListening(worker: Worker): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    worker.once('listening', () => {
      resolve();
    });
    worker.once('exit', (code) => {
      reject(new Error(`A worker ended with ${code} before it listened`));
    });
  });
}

function replaceTheDead(environment: Record<string, string>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.kill(signal);
    });
  }
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return;
    console.error(`Worker ${worker.process.pid} ended (${signal || code}); starting another.`);
    setTimeout(() => cluster.fork(environment), RESTART_DELAY_MS);
  });
}
