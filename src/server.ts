import cluster from 'node:cluster';
import { ConfigError, DirectoryInUse, readConfig, type Config } from '#service/service.ts';
import { announce } from './server/announce.ts';
import { describeCrashes } from './server/crash.ts';
import { PortInUse, startProcess } from './server/process.ts';
import { runWorkers, startWorker } from './server/workers.ts';

describeCrashes();
try {
  await start(readConfig(process.env));
} catch (error) {
  if (!isExpected(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** One process on one port; or, with WORKERS, several that share it. */
async function start(config: Config): Promise<void> {
  if (cluster.isWorker) return startWorker(config);
  for (const warning of config.warnings) console.warn(`Warning: ${warning}.`);
  if (config.workers > 1) return runWorkers(config);
  announce(config, await startProcess(config));
}

/** What the person who starts the program can put right; everything else is a bug and shows its stack. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof ConfigError || error instanceof DirectoryInUse || error instanceof PortInUse
  );
}
