import cluster from 'node:cluster';
import { readConfig, StartError, type Config } from '#service/service.ts';
import { announce } from './server/announce.ts';
import { readCommandLine } from './server/command-line.ts';
import { describeCrashes } from './server/crash.ts';
import { startProcess } from './server/process.ts';
import { endWorker, runWorkers, startWorker } from './server/workers.ts';

describeCrashes();
readCommandLine(process.argv.slice(2));
try {
  await start(readConfig(process.env));
} catch (error) {
  // Everything else is a bug and shows its stack.
  if (!(error instanceof StartError)) throw error;
  if (cluster.isWorker) endWorker(error.message);
  else {
    console.error(error.message);
    process.exit(1);
  }
}

/** One process on one port; or, with WORKERS, several that share it. */
async function start(config: Config): Promise<void> {
  if (cluster.isWorker) return startWorker(config);
  for (const warning of config.warnings) console.warn(`Warning: ${warning}.`);
  if (config.workers > 1) return runWorkers(config);
  announce(config, await startProcess(config));
}
