import { connectDatabase } from '#service/platform/database/connect.ts';
import type { Database } from '#service/platform/database/database.ts';
import { PATIENT_DEADLINES } from '../patience.ts';
import { newServiceData } from './seeds/service-data.ts';

/**
 * The database of a service that does not run, of new data; `remove` closes it and takes them away. Past the pooler of the
 * suite: one by transaction would hand a session, and what was prepared in it, to others.
 */
export async function newDatabase(
  poolSize: number,
  ...options: Parameters<typeof newServiceData>
): Promise<{ database: Database; remove: () => Promise<void> }> {
  const data = await newServiceData(...options);
  const database = await connectDatabase({
    databaseUrl: data.directUrl,
    dataDirectory: data.directory,
    poolSize,
    deadlines: PATIENT_DEADLINES,
    onConnectionLost: () => undefined,
  });
  return {
    database,
    async remove() {
      await database.close();
      await data.remove();
    },
  };
}
