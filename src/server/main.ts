import cluster from 'node:cluster';
import { describeError, readConfig, StartError, type Config } from '#service/start.ts';
import { announce, say } from './announce.ts';
import { readCommandLine } from './command-line.ts';

describeCrashes();
readCommandLine(process.argv.slice(2));
try {
  await start(readConfig(process.env));
} catch (error) {
  // Everything else is a bug and shows its stack.
  if (!(error instanceof StartError)) throw error;
  if (cluster.isWorker) {
    const { endWorker } = await import('./workers.ts');
    endWorker(error.message);
  } else {
    console.error(error.message);
    process.exit(1);
  }
}

/** One process on one port; or, with WORKERS, several that share it. What either needs is loaded once it is known to. */
async function start(config: Config): Promise<void> {
  if (cluster.isWorker) {
    const { startWorker } = await import('./workers.ts');
    return startWorker(config);
  }
  for (const warning of config.warnings) say('warn', `${warning}.`);
  if (config.workers > 1) {
    const { runWorkers } = await import('./workers.ts');
    return runWorkers(config);
  }
  const { startProcess } = await import('./process.ts');
  announce(config, await startProcess(config));
}

/** Node would print the whole error, with the parameters of a query or the driver's client on it. */
function describeCrashes(): void {
  process.on('uncaughtException', (error) => {
    console.error(JSON.stringify({ msg: 'The process ended by a bug', err: describeError(error) }));
    process.exit(1);
  });
}
