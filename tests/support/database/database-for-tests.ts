import { beforeAll } from 'vitest';
import { connectDatabase } from '#service/platform/database/connect.ts';
import type { Database } from '#service/platform/database/database.ts';
import { PATIENT_DEADLINES } from '../patience.ts';
import { newServiceData } from './seeds/service-data.ts';

/**
 * The database of a service that does not run, of new data, for the tests of a file: there from the first `beforeAll` after this on.
 * Past the pooler of the suite: one by transaction would hand a session, and what was prepared in it, to others.
 */
export function databaseForTests(
  poolSize: number,
  ...options: Parameters<typeof newServiceData>
): Database {
  const database = {} as Database;
  beforeAll(async () => {
    const data = await newServiceData(...options);
    const connected = await connectDatabase({
      databaseUrl: data.directUrl,
      dataDirectory: data.directory,
      poolSize,
      deadlines: PATIENT_DEADLINES,
      onConnectionLost: () => undefined,
    });
    Object.assign(database, connected);
    return async () => {
      await connected.close();
      await data.remove();
    };
  });
  return database;
}
