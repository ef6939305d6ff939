import { sql } from 'kysely';
import type { ServiceContext } from '#service/platform/context.ts';

type Db = ServiceContext['db'];

export interface HeldTable {
  isWaitedFor(): Promise<boolean>;
  release(): void;
}

/**
 * From now on a table is read, and nothing is written to it.
 *
 * @param beside of the same server, to look from when `db` cannot be reached
 */
export async function holdTable(db: Db, table: string, beside: Db): Promise<HeldTable> {
  const held = Promise.withResolvers<string>();
  const released = Promise.withResolvers<undefined>();
  db.transaction()
    .execute(async (trx) => {
      const lock = sql`lock table ${sql.table(table)} in share row exclusive mode`;
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await lock.execute(trx);
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(trx);
      held.resolve(rows[0]?.name ?? '');
      await released.promise;
    })
    // Whoever holds it may be cut off meanwhile.
    .catch(held.reject);
  const name = await held.promise;
  return {
    async isWaitedFor() {
      const { rows } = await sql`
        select from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where datname = ${name} and not granted`.execute(beside);
      return rows.length > 0;
    },
    release: () => {
      released.resolve(undefined);
    },
  };
}
