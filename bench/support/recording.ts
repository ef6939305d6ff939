import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Tables } from '#service/platform/database/schema.ts';
import { createWritability } from '#service/platform/database/writability.ts';
import { createService, type Service } from '#service/service.ts';
import { readConfig } from '#service/start.ts';
import { typeParsers } from '#service/platform/database/client.ts';

/** The statements that one request caused, in the order in which they were sent. */
export type Recording = readonly CompiledQuery[];

/** The service in this process, on a database connection that records the statements of each request. */
export interface Recorder {
  record(request: Request): Promise<Recording>;
  close(): Promise<void>;
}

/** Work after the answer belongs to the request too. */
const WORK_AFTER_ANSWER_MS = 1_500;

export async function startRecorder(env: NodeJS.ProcessEnv): Promise<Recorder> {
  const current = new AsyncLocalStorage<CompiledQuery[]>();
  const pool = new pg.Pool({ connectionString: env['DATABASE_URL'], types: typeParsers() });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      current.getStore()?.push(query);
    },
  });
  const service = await start(env, db);
  return {
    async record(request) {
      const statements: CompiledQuery[] = [];
      const answer = await current.run(statements, () => service.fetch(request, {}));
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
      await sleep(WORK_AFTER_ANSWER_MS);
      return withoutDeliveries(statements);
    },
    close: () => service.close(),
  };
}

async function start(env: NodeJS.ProcessEnv, db: Kysely<Tables>): Promise<Service> {
  const config = readConfig({ ...env, LOG_LEVEL: 'silent' });
  if (config.mode !== 'service') throw new Error('There is no page to record');
  const close = () => db.destroy();
  return createService(config, {
    database: {
      engine: 'postgres',
      db,
      separate: () => db,
      observer: db,
      recurring: db,
      longRunning: db,
      poolUse: () => ({ used: 0, idle: 0, waiting: 0 }),
      disruptions: () => 0,
      writability: createWritability({ probe: () => Promise.resolve(true) }),
      close,
    },
  });
}

/**
 * Removes the transactions of webhook deliveries. A request wakes the dispatcher, but deliveries are its own work.
 */
function withoutDeliveries(statements: Recording): Recording {
  const kept: CompiledQuery[] = [];
  let transaction: CompiledQuery[] = [];
  for (const statement of statements) {
    transaction.push(statement);
    const isOpen = transaction[0]?.sql === 'begin' && statement.sql !== 'commit';
    if (isOpen) continue;
    if (!transaction.some(({ sql }) => DELIVERY.test(sql))) kept.push(...transaction);
    transaction = [];
  }
  return kept;
}

const DELIVERY = /exclusive_work|webhook_attempts/;
