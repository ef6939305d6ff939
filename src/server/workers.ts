import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { collectFromWorkers, newPageKey, relaySharedState } from '#service/process.ts';
import { StartError, type Config, type ServiceConfig } from '#service/start.ts';
import { announce, say } from './announce.ts';
import { startProcess, STOP_SIGNALS } from './process.ts';

/** The delay before a worker is replaced, since its replacement may die just as fast. */
const RESTART_DELAY_MS = 1_000;
/** How long workers may take to end when one of them could not start. */
const END_TIMEOUT_MS = 20_000;

/**
 * The variables that pass the page's key to the workers. They share one key, because a request of one worker's page
 * may be answered by another.
 */
const PAGE_KEY_ID = 'TOLLGATE_PAGE_KEY_ID';
const PAGE_KEY_SECRET = 'TOLLGATE_PAGE_KEY_SECRET';

/**
 * Runs several processes on one port and one PostgreSQL. The first process migrates the database and seeds the
 * sandbox, then only supervises: it replaces workers that die, and exits when all have ended.
 *
 * @throws StartError if a worker cannot start, after all workers have ended
 */
export async function runWorkers(config: Config): Promise<void> {
  const prepared = config.mode === 'service' ? await prepare(config) : undefined;
  const pageKey = newPageKey();
  collectFromWorkers();
  relaySharedState();
  const environment = { [PAGE_KEY_ID]: pageKey.keyId, [PAGE_KEY_SECRET]: pageKey.secret };
  const workers = Array.from({ length: config.workers }, () => cluster.fork(environment));
  let operatorUrl: string | undefined;
  try {
    [operatorUrl] = await Promise.all(workers.map(isStarted));
  } catch (error) {
    await Promise.all(workers.map(ended));
    throw error;
  }
  const { engine, sandboxFile, invitePath } = prepared ?? {};
  announce(config, { engine, sandboxFile, operatorUrl, invitePath });
  restartDeadWorkers(environment);
}

async function prepare(config: ServiceConfig) {
  const { prepareService } = await import('#service/service.ts');
  return prepareService(config);
}

export async function startWorker(config: Config): Promise<void> {
  const keyId = process.env[PAGE_KEY_ID];
  const secret = process.env[PAGE_KEY_SECRET];
  const started = await startProcess(config, keyId && secret ? { keyId, secret } : undefined);
  process.send?.({ [STARTED]: true, [OPERATOR_URL]: started.operatorUrl });
}

/** Ends a worker that could not start; the first process prints the reason. */
export function endWorker(reason: string): void {
  process.send?.({ [REASON]: reason }, () => process.exit(1));
}

const REASON = 'tollgateStartError';
const STARTED = 'tollgateStarted';
const OPERATOR_URL = 'tollgateOperatorUrl';

function memberOf(message: unknown, name: string): unknown {
  if (typeof message !== 'object' || message === null) return undefined;
  return Object.entries(message).find(([member]) => member === name)?.[1];
}

/**
 * Waits until a worker listens.
 *
 * @returns its operators' address
 */
async function isStarted(worker: Worker): Promise<string | undefined> {
  let reason = 'A worker ended before it was ready. See the log for the cause.';
  const started = new Promise<unknown>((resolve) => {
    worker.on('message', (message: unknown) => {
      const reportedReason = memberOf(message, REASON);
      if (typeof reportedReason === 'string') reason = reportedReason;
      if (memberOf(message, STARTED) === true) resolve(memberOf(message, OPERATOR_URL));
    });
  });
  // Waits for both events: the worker's last message is read before its channel closes, which may be after its exit.
  const gone = Promise.all([once(worker, 'exit'), once(worker, 'disconnect')]).then(() => {
    throw new StartError(reason);
  });
  const url = await Promise.race([started, gone]);
  return typeof url === 'string' ? url : undefined;
}

async function ended(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exit = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), END_TIMEOUT_MS);
  await exit;
  clearTimeout(timer);
}

function restartDeadWorkers(environment: Record<string, string>): void {
  let stopping = false;
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      stopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.kill(signal);
    });
  }
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return;
    say('warn', `Worker ${worker.process.pid} ended (${signal || code}); starting another.`);
    setTimeout(() => cluster.fork(environment), RESTART_DELAY_MS);
  });
}
