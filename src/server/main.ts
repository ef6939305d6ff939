import cluster from 'node:cluster';
import { describeError, readConfig, readVersion, StartError, type Config } from '#service/start.ts';
import { announce, say } from './announce.ts';

const USAGE = `npm start, or from the package: tollgate

Starts the orders service with its payment page, or the page alone where ORDERS_API_URL is set.

  --dev      serve the payment page from its sources
  --version  show the release
  --help     show this

Environment variables configure it: see .env.example and docs/configuration.md.`;

const OPTIONS = new Set(['--dev', '--version', '--help', '-h']);
/** By convention: the command was used wrongly, nothing was tried. */
const WRONG_USAGE_EXIT_CODE = 2;

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

/** Ends the process where it was asked for help, or for what there is not. */
function readCommandLine(args: readonly string[]): void {
  const unknown = args.find((arg) => !OPTIONS.has(arg));
  if (unknown !== undefined) {
    console.error(`There is no option ${unknown}.\n\n${USAGE}`);
    process.exit(WRONG_USAGE_EXIT_CODE);
  }
  if (args.includes('--version')) {
    console.info(readVersion());
    process.exit(0);
  }
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    console.info(USAGE);
    process.exit(0);
  }
}

/** Node would print the whole error, with the parameters of a query or the driver's client on it. */
function describeCrashes(): void {
  process.on('uncaughtException', (error) => {
    console.error(
      JSON.stringify({ msg: 'The process ended because of a bug', err: describeError(error) }),
    );
    process.exit(1);
  });
}
