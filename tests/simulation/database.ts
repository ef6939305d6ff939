import { PGlite } from '@electric-sql/pglite';
import {
  Kysely,
  sql,
  type AbortableOperationOptions,
  CompiledQuery,
  type DatabaseConnection,
} from 'kysely';
import { PATIENT_DEADLINES } from '../support/patience.ts';
import { createScratchDatabase } from '../support/database/postgres.ts';
import { connectDatabase } from '#service/platform/database/connect.ts';
import type { Database, Engine } from '#service/platform/database/database.ts';
import { migrate } from '#service/platform/database/migrate.ts';
import { connectPglite, PgliteDialect } from '#service/platform/database/pglite/open-pglite.ts';
import type { Tables } from '#service/platform/database/schema.ts';
import type { Place } from './place.ts';
import { ProcessDied, type Life, type Scheduler } from './scheduler.ts';

/** A database that serves one simulation after another. */
export interface SimulationDatabase {
  database: Database;
  /** Reads it as nobody in a simulation does. */
  monitor: Database['db'];
  /** Makes its statements steps of a scheduler; undefined lets them run at once. */
  watch(scheduler: Scheduler | undefined): void;
  /** Returns the merchant that all simulations share, and makes it first if there is none. */
  placeOnce(settle: () => Promise<Place>): Promise<Place>;
  /** Removes everything that a simulation left, but the merchant. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export async function openSimulationDatabase(engine: Engine): Promise<SimulationDatabase> {
  const { database, close } = engine === 'pglite' ? await openInMemory() : await openOnServer();
  let scheduler: Scheduler | undefined;
  const { db: requests, observer, recurring, longRunning } = database;
  for (const db of new Set([requests, observer, recurring, longRunning])) {
    makeStatementsSteps(db, engine, () => scheduler);
  }
  await migrate(database.longRunning);
  let place: Place | undefined;
  return {
    database,
    monitor: database.separate(1),
    watch(next) {
      scheduler = next;
    },
    async placeOnce(settle) {
      place ??= await settle();
      return place;
    },
    empty: () => emptyOrders(database.db),
    close,
  };
}

async function openInMemory() {
  const pglite = await PGlite.create();
  const client = await connectPglite(pglite, () => undefined);
  const db = new Kysely<Tables>({ dialect: new PgliteDialect(client) });
  const writability = { refusedSince: () => undefined } as unknown as Database['writability'];
  const database: Database = {
    engine: 'pglite',
    db,
    separate: () => db,
    observer: db,
    recurring: db,
    longRunning: db,
    poolUse: () => ({ used: 0, idle: 0, waiting: 0 }),
    disruptions: () => 0,
    writability,
    close: () => Promise.resolve(),
  };
  return {
    database,
    async close() {
      await db.destroy();
      await pglite.close();
    },
  };
}

const SESSIONS = 4;

async function openOnServer() {
  const url =
    process.env['TEST_POSTGRES_URL'] ??
    process.env['TEST_DATABASE_URL'] ??
    'postgres://postgres@127.0.0.1:5432/postgres';
  const scratch = await createScratchDatabase(url);
  const database = await connectDatabase({
    databaseUrl: scratch.directUrl,
    dataDirectory: '',
    poolSize: SESSIONS,
    deadlines: PATIENT_DEADLINES,
    onConnectionLost: () => undefined,
  });
  return {
    database,
    async close() {
      await database.close();
      await scratch.drop();
    },
  };
}

/**
 * Makes each statement outside a transaction, and each transaction, wait for its turn; on PostgreSQL, each statement of
 * a transaction and each commit as well. A process that has died makes no further statement, and its transactions are rolled back.
 */
function makeStatementsSteps(
  db: Kysely<Tables>,
  engine: Engine,
  current: () => Scheduler | undefined,
): void {
  const executor = db.getExecutor();
  const sessions = createSessions();
  const provide = executor.provideConnection.bind(executor);
  executor.provideConnection = (consumer, options) => {
    const scheduler = current();
    if (scheduler === undefined) return provide(consumer, options);
    const use = async () => {
      await sessions.take();
      const connected = scheduler.begins();
      try {
        return await provide((connection) => {
          connected();
          const used = consumer(watched(connection, engine, scheduler));
          const life = scheduler.life();
          return life === undefined ? used : untilDeath(life, used, connection);
        }, options);
      } finally {
        connected();
        sessions.giveBack();
      }
    };
    return engine === 'pglite' ? scheduler.turn('session', use) : use();
  };
}

/** Takes a session back from a process that dies, as the server does: what it was doing there is rolled back. */
async function untilDeath<T>(
  life: Life,
  used: Promise<T>,
  connection: DatabaseConnection,
): Promise<T> {
  try {
    return await Promise.race([used, life.death]);
  } catch (error) {
    if (life.isOver) await connection.executeQuery(CompiledQuery.raw('rollback'));
    throw error;
  }
}

/** Lends sessions one by one, so that waiting for one is not mistaken for work of the server. */
function createSessions() {
  let free = SESSIONS;
  const waiting: (() => void)[] = [];
  return {
    async take(): Promise<void> {
      if (free === 0) await new Promise<void>((go) => waiting.push(go));
      else free -= 1;
    },
    giveBack(): void {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}

const BEGINS = /^(begin|start transaction)/i;
const WRITES = /\b(insert|update|delete)\b/i;

function watched(
  connection: DatabaseConnection,
  engine: Engine,
  scheduler: Scheduler,
): DatabaseConnection {
  const life = scheduler.life();
  let isInTransaction = false;
  const turn = <T>(label: string, act: () => Promise<T>) =>
    engine === 'pglite' ? act() : scheduler.turn(label, act);
  const execute = async <Row>(query: CompiledQuery, ...rest: [AbortableOperationOptions?]) => {
    const executed = scheduler.begins();
    try {
      return await connection.executeQuery<Row>(query, ...rest);
    } finally {
      executed();
    }
  };
  /** Commits a statement as a step of its own, before which other sessions go on and meet its locks. */
  const executeAlone = async <Row>(query: CompiledQuery, ...rest: [AbortableOperationOptions?]) => {
    await execute(CompiledQuery.raw('begin'));
    try {
      const result = await execute<Row>(query, ...rest);
      await turn('commit', () => execute(CompiledQuery.raw('commit')));
      return result;
    } catch (error) {
      if (life?.isOver !== true) await execute(CompiledQuery.raw('rollback'));
      throw error;
    }
  };
  const executeQuery: DatabaseConnection['executeQuery'] = <Row>(
    query: CompiledQuery,
    ...rest: [AbortableOperationOptions?]
  ) => {
    if (life?.isOver === true) return Promise.reject(new ProcessDied());
    if (query.sql === 'rollback') return execute<Row>(query, ...rest);
    const isAlone = engine === 'postgres' && !isInTransaction && WRITES.test(query.sql);
    const run = () => {
      scheduler.note(describe(query.sql, query.parameters));
      return isAlone ? executeAlone<Row>(query, ...rest) : execute<Row>(query, ...rest);
    };
    if (!BEGINS.test(query.sql)) return turn(query.sql === 'commit' ? 'commit' : 'statement', run);
    isInTransaction = true;
    return run();
  };
  return Object.create(connection, { executeQuery: { value: executeQuery } }) as DatabaseConnection;
}

/** Describes a statement without what is sealed, which differs between runs of a seed. */
function describe(text: string, parameters: readonly unknown[]): string {
  const shown = JSON.stringify(parameters, (_, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    if (isBytes(value)) return 'bytes';
    return value;
  });
  return `${text.slice(0, 120)} ${shown}`;
}

function isBytes(value: unknown): boolean {
  return (
    value instanceof Uint8Array ||
    (typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer')
  );
}

/** The tables that simulations fill. */
const FILLED = [
  'ledger_movements',
  'ledger_entries',
  'gate_accounts',
  'retentions',
  'payins',
  'payin_attempts',
  'payin_receipts',
  'failed_cards',
  'refused_card_requests',
  'order_transitions',
  'payouts',
  'payout_attempts',
  'refunds',
  'refund_attempts',
  'disputes',
  'dispute_notices',
  'webhook_events',
  'webhook_attempts',
  'attention',
  'adjustments',
  'links',
  'link_payins',
  'quarantined_rows',
  'acquirer_notices',
  'contradictory_notifications',
  'order_counts',
  'attempt_counters',
  'conversion_counters',
  'stale_hours',
];

async function emptyOrders(db: Kysely<Tables>): Promise<void> {
  // The service empties this table itself, but its numbers go on.
  const filled = ['order_count_changes', ...(await tablesWithRows(db))];
  await sql.raw(`truncate ${filled.join(', ')} restart identity cascade`).execute(db);
  await sql`update card_slots set attempts = 0 where attempts <> 0`.execute(db);
  await sql`update exclusive_work set turn = 0`.execute(db);
  await sql`update timed_work set due_at = 'epoch'`.execute(db);
}

/** Returns the tables that have rows: to truncate one takes longer than to look into it. */
async function tablesWithRows(db: Kysely<Tables>): Promise<string[]> {
  const probes = FILLED.map(
    (table) => `select '${table}' as name where exists (select from ${table})`,
  );
  const { rows } = await sql.raw<{ name: string }>(probes.join(' union all ')).execute(db);
  return rows.map(({ name }) => name);
}
