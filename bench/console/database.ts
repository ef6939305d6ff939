import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createScratchDatabase } from '../../tests/support/database/postgres.ts';
import { onServer } from '../../tests/support/database/postgres-connection.ts';

const PREFIX = 'tollgate_bench_console_';
/** The files that determine a filled database's content: while none changes, it need not be filled again. */
const MADE_BY = [
  'bench/console/*.ts',
  'bench/lists/seed.ts',
  'src/service/counters/*.ts',
  'src/service/orders/count-changes.ts',
];
const MIGRATIONS = ['src/service/platform/database/migrations/**/*.ts'];

interface BenchDatabase {
  url: string;
  /** Whether the database is still empty. The caller must fill it and then call `filled`. */
  isNew: boolean;
  filled(): Promise<void>;
  /** Drops the database unless it is kept. */
  end(): Promise<void>;
}

/** Creates a database that is dropped at the end. */
export async function scratchDatabase(serverUrl: string): Promise<BenchDatabase> {
  const scratch = await createScratchDatabase(serverUrl);
  const end = () => scratch.drop();
  return { url: scratch.url, isNew: true, filled: () => Promise.resolve(), end };
}

/**
 * Returns the database that an earlier run filled, if the code that fills it and the month are unchanged: due dates
 * count from the day on which it was filled. Drops databases of other code.
 */
export async function keptDatabase(serverUrl: string, orders: number): Promise<BenchDatabase> {
  const name = `${PREFIX}${contentOf(orders)}`;
  const isNew = await onServer(serverUrl, async (client) => {
    const { rows } = await client.query<{ datname: string; filled: boolean }>(
      `select datname, shobj_description(oid, 'pg_database') = 'filled' as filled from pg_database
       where starts_with(datname, $1)`,
      [PREFIX],
    );
    for (const { datname, filled } of rows) {
      if (datname !== name || !filled) await client.query(`drop database ${datname} with (force)`);
    }
    if (rows.some(({ datname, filled }) => datname === name && filled)) return false;
    await client.query(`create database ${name}`);
    return true;
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    isNew,
    async filled() {
      await onServer(serverUrl, (client) =>
        client.query(`comment on database ${name} is 'filled'`),
      );
    },
    end: () => Promise.resolve(),
  };
}

function contentOf(orders: number): string {
  const hash = createHash('sha256').update(`${orders} ${new Date().toISOString().slice(0, 7)}`);
  for (const file of globSync([...MADE_BY, ...MIGRATIONS]).toSorted()) {
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 12);
}
