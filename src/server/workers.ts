import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectFromWorkers, newPageKey, relaySharedState } from '#service/process.ts';
import { StartError, type Config, type ServiceConfig } from '#service/start.ts';
import { announce, say } from './announce.ts';
import { closeConnectionsOfDeadWorker, untilGone } from './handed-connections.ts';
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
 * @throws StartError if a worker cannot start while none answers, after all workers have ended
 */
export async function runWorkers(config: Config): Promise<void> {
  const prepared = config.mode === 'service' ? await prepare(config) : undefined;
  const pageKey = newPageKey();
  collectFromWorkers();
  relaySharedState();
  const environment = { [PAGE_KEY_ID]: pageKey.keyId, [PAGE_KEY_SECRET]: pageKey.secret };
  const operatorUrl = await startWorkers(config.workers, environment);
  const { engine, sandboxFile, invitePath } = prepared ?? {};
  announce(config, { engine, sandboxFile, operatorUrl, invitePath });
}

/**
 * Starts the workers, and from then on replaces each that dies. Resolves when that many answer.
 *
 * @returns the operators' address
 */
async function startWorkers(
  count: number,
  environment: Record<string, string>,
): Promise<string | undefined> {
  const isStopping = stopWithWorkers();
  const living = new Set<Worker>();
  /** They answer requests; each is started once it has reported that. */
  const listening = new Set<Worker>();
  let started = 0;
  let isFirstStart = true;
  const allAnswer = Promise.withResolvers<string | undefined>();
  let isFailing = false;

  async function supervise(worker: Worker): Promise<void> {
    closeConnectionsOfDeadWorker(worker);
    // A message to a worker that has just died: its exit follows.
    worker.on('error', () => undefined);
    const gone = untilGone(worker);
    living.add(worker);
    worker.once('listening', () => listening.add(worker));
    const start = await startOf(worker, gone);
    if (start.isStarted) {
      started += 1;
      if (started === count) {
        isFirstStart = false;
        allAnswer.resolve(start.operatorUrl);
      }
    }
    await gone;
    listening.delete(worker);
    living.delete(worker);
    if (start.isStarted) started -= 1;
    else if (isFirstStart && listening.size === 0) {
      allAnswer.reject(new StartError(start.reason));
      return;
    }
    if (isFailing) return;
    if (isStopping()) {
      if (living.size === 0) process.exit(0);
      return;
    }
    const { exitCode, signalCode, pid } = worker.process;
    const reason = start.isStarted ? '' : ` before it answered: ${start.reason}`;
    say('warn', `Worker ${pid} ended (${signalCode ?? exitCode})${reason}; starting another.`);
    await sleep(RESTART_DELAY_MS);
    if (!isStopping()) void supervise(cluster.fork(environment));
    else if (living.size === 0) process.exit(0);
  }

  for (let forked = 0; forked < count; forked += 1) void supervise(cluster.fork(environment));
  try {
    return await allAnswer.promise;
  } catch (error) {
    isFailing = true;
    await Promise.all([...living].map(ended));
    throw error;
  }
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

type WorkerStart =
  | { isStarted: true; operatorUrl: string | undefined }
  | { isStarted: false; reason: string };

/**
 * Waits until a worker listens or is gone.
 *
 * @param gone when it has exited and its last message has been read
 */
async function startOf(worker: Worker, gone: Promise<unknown>): Promise<WorkerStart> {
  let reason = 'A worker ended before it was ready. See the log for the cause.';
  const started = new Promise<WorkerStart>((resolve) => {
    worker.on('message', (message: unknown) => {
      const reportedReason = memberOf(message, REASON);
      if (typeof reportedReason === 'string') reason = reportedReason;
      if (memberOf(message, STARTED) !== true) return;
      const url = memberOf(message, OPERATOR_URL);
      resolve({ isStarted: true, operatorUrl: typeof url === 'string' ? url : undefined });
    });
  });
  return Promise.race([started, gone.then(() => ({ isStarted: false, reason }) as const)]);
}

async function ended(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exit = untilGone(worker);
  worker.process.kill('SIGTERM');
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), END_TIMEOUT_MS);
  await exit;
  clearTimeout(timer);
}

/** Passes signals on to the workers. @returns whether one has come */
function stopWithWorkers(): () => boolean {
  let stopping = false;
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      stopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.kill(signal);
    });
  }
  return () => stopping;
}
