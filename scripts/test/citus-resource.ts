import { newRunId } from '../../tests/support/database/postgres.ts';
import { canCreateDatabases } from '../../tests/support/database/postgres-connection.ts';
import { dropScratchDatabases } from './scratch-databases.ts';
import type { Resource } from './resource.ts';

/** Returns the cluster that CITUS_URL names. Nothing here installs Citus, and no machine needs it. */
export async function citusResource(): Promise<Resource> {
  const { CITUS_URL: url } = process.env;
  if (!url) {
    const reason = 'CITUS_URL names no coordinator: the service was NOT tested on Citus';
    return { env: {}, missing: { reason, isFailure: false } };
  }
  if (!(await canCreateDatabases(url))) {
    const reason = 'CITUS_URL: no connection, or no right to create databases';
    return { env: {}, missing: { reason, isFailure: true } };
  }
  const runId = newRunId();
  return {
    env: { CITUS_URL: url, TEST_CITUS_RUN_ID: runId },
    release: () => dropScratchDatabases(url, runId),
  };
}
