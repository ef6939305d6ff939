import cluster from 'node:cluster';
import {
  describeBuild,
  describeError,
  readBuild,
  readConfig,
  StartError,
  toVisibleLines,
  type Config,
} from '#service/start.ts';
import { announce, say } from './announce.ts';

const USAGE = `npm start, or from the package: tollgate

Starts the orders service with its payment page, or the page alone where ORDERS_API_URL is set.

  --dev      serve the payment page from its sources
  --version  show the version and its commit
  --help     show this

Environment variables configure it: see .env.example and docs/configuration.md.`;

const OPTIONS = new Set(['--dev', '--version', '--help', '-h']);
/** The conventional exit code for wrong usage; nothing was attempted. */
const WRONG_USAGE_EXIT_CODE = 2;

/** The errors of a worker that writes to the channel or the output of the first process, which has died. */
const LOST_CHANNEL: ReadonlySet<string> = new Set(['EPIPE', 'ERR_IPC_CHANNEL_CLOSED']);

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
    console.error(toVisibleLines(error.message));
    process.exit(1);
  }
}

/**
 * Starts one process on one port or, with WORKERS, several that share it. Each imports its modules only when needed.
 */
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

/** Exits after printing the help or version, or for an unknown option. */
function readCommandLine(args: readonly string[]): void {
  const unknown = args.find((arg) => !OPTIONS.has(arg));
  if (unknown !== undefined) {
    console.error(`There is no option ${unknown}.\n\n${USAGE}`);
    process.exit(WRONG_USAGE_EXIT_CODE);
  }
  if (args.includes('--version')) {
    console.info(describeBuild(readBuild()));
    process.exit(0);
  }
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    console.info(USAGE);
    process.exit(0);
  }
}

/**
 * Reports crashes itself: Node would print the whole error, including a query's parameters or the driver's client.
 */
function describeCrashes(): void {
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    if (cluster.isWorker && LOST_CHANNEL.has(error.code ?? '')) {
      say('warn', 'The first process has ended, and so does this worker.');
      process.exit(0);
    }
    console.error(
      JSON.stringify({ msg: 'The process ended because of a bug', err: describeError(error) }),
    );
    process.exit(1);
  });
}
