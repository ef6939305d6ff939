import { startCluster, type PostgresCluster } from '../tests/support/database/postgres-cluster.ts';

/**
 * Runs a drill on a new PostgreSQL from installed programs. The process exits with 0 if the drill passed, else with
 * 1.
 *
 * @throws if no such programs are installed
 */
export async function runOnCluster(
  seed: string,
  drill: (cluster: PostgresCluster) => Promise<boolean>,
): Promise<void> {
  // Exits on a signal, because exit handlers end the servers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const cluster = await startCluster();
  if (cluster === undefined) throw new Error('The drill needs the programs of a PostgreSQL server');
  console.log(`Seed ${seed}, on ${cluster.description}`);
  try {
    process.exitCode = (await drill(cluster)) ? 0 : 1;
  } finally {
    await cluster.stop();
  }
}
