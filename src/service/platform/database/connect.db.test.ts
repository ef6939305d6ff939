// @module-tag postgres-only
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newServiceData } from '../../../../tests/support/database/seeds/service-data.ts';
import { connectDatabase } from './connect.ts';

/** PostgreSQL only: a full disk under PGlite is a matter for its owner. */
it.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'counts a full disk as a disruption, but not another failed statement',
  async () => {
    const data = await newServiceData({ seeded: false });
    const database = await connectDatabase({
      databaseUrl: data.databaseUrl,
      dataDirectory: data.directory,
      poolSize: 1,
      onConnectionLost: () => undefined,
    });
    const fail = (state: string) =>
      sql`do ${sql.lit(`begin raise exception 'It fails' using errcode = '${state}'; end`)}`
        .execute(database.db)
        .catch(() => undefined);
    await fail('22012');
    expect(database.disruptions()).toBe(0);
    await fail('53100');
    expect(database.disruptions()).toBe(1);
    await database.close();
    await data.remove();
  },
);
