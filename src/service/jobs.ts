import { PgBoss, fromPglite, type ConstructorOptions } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from './database/connect.ts';

/** Work that is due again and again, shared by all processes on one database. */
export interface RecurringWork {
  name: string;
  everySeconds: number;
  run(): Promise<unknown>;
}

export interface Jobs {
  /** Waits for the work at hand, up to `STOP_TIMEOUT_MS`; what is cut off is due again later. */
  stop(): Promise<void>;
}

const SCHEMA = 'jobs';
const POLLING_SECONDS = 0.5;
const STOP_TIMEOUT_MS = 10_000;
/** A run that takes longer counts as dead, and is reported. */
const RUN_EXPIRES_SECONDS = 60;
/** Finished runs are of no interest beyond this. */
const KEEP_SECONDS = 300;
const JOBS_POOL_SIZE = 2;

/**
 * Starts the recurring work. Each run sends the next before it begins, and a queue holds one waiting
 * job at most: so the chain outlives a run that fails or a process that dies, and several processes
 * take turns. Runs may overlap after a crash; the work itself locks the rows it takes.
 */
export async function startJobs(
  database: Database,
  databaseUrl: string | undefined,
  log: Logger,
  works: readonly RecurringWork[],
): Promise<Jobs> {
  const boss = new PgBoss({
    ...connection(database, databaseUrl),
    schema: SCHEMA,
    schedule: false,
  });
  boss.on('error', (error) => {
    log.error({ err: error }, 'The job queue met an error');
  });
  await boss.start();
  for (const work of works) await startWork(boss, work, log);
  return {
    async stop() {
      await boss.stop({ graceful: true, close: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}

async function startWork(boss: PgBoss, work: RecurringWork, log: Logger): Promise<void> {
  await boss.createQueue(work.name, {
    policy: 'short',
    retryLimit: 0,
    expireInSeconds: RUN_EXPIRES_SECONDS,
    deleteAfterSeconds: KEEP_SECONDS,
  });
  await boss.work(work.name, { pollingIntervalSeconds: POLLING_SECONDS }, async () => {
    await boss.send(work.name, null, { startAfter: work.everySeconds });
    try {
      await work.run();
    } catch (error) {
      log.error({ err: error, work: work.name }, 'Recurring work failed; it is due again');
    }
  });
  await boss.send(work.name, null);
}

function connection(database: Database, databaseUrl: string | undefined): ConstructorOptions {
  const { pglite } = database;
  if (pglite !== undefined) return { backend: 'pglite', db: fromPglite(pglite) };
  if (databaseUrl === undefined) throw new Error('PostgreSQL without an address');
  return { connectionString: databaseUrl, max: JOBS_POOL_SIZE, application_name: 'tollgate jobs' };
}
