import { beforeAll } from 'vitest';
import { connectDatabase } from '#service/platform/database/connect.ts';
import type { Database } from '#service/platform/database/database.ts';
import { PATIENT_DEADLINES } from '../patience.ts';
import { newServiceData } from './seeds/service-data.ts';

/**
 * Returns a new service database, without a running service, for the tests of a file. It is connected by the first
 * `beforeAll` after this call. It bypasses the suite's pooler: in transaction mode a pooler would hand a session, and
 * the statements prepared in it, to other clients.
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
