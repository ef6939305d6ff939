import { connectDatabase } from '#service/platform/database/connect.ts';
import type { Database } from '#service/platform/database/database.ts';
import type { ServiceData } from './seeds/service-data.ts';

/**
 * The database of a service that does not run. Past the pooler of the suite: one by transaction would hand a session, and
 * what was prepared in it, to others.
 */
export function connectDirectly(
  { directUrl, directory }: Pick<ServiceData, 'directUrl' | 'directory'>,
  poolSize: number,
): Promise<Database> {
  return connectDatabase({
    ...{ databaseUrl: directUrl, dataDirectory: directory, poolSize },
    onConnectionLost: () => undefined,
  });
}
