import {
  startCluster,
  type PostgresCluster,
} from '../../tests/support/database/postgres-cluster.ts';

/**
 * Runs a drill on a PostgreSQL of its own, from installed programs, and ends with 0 where it passed.
 *
 * @throws where no such programs are installed
 */
export async function runOnCluster(
  seed: string,
  drill: (cluster: PostgresCluster) => Promise<boolean>,
): Promise<void> {
  // Whatever ends the drill ends its servers too: they go with the process.
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
