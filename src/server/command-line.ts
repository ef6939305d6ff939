import { readVersion } from '#service/start.ts';

const USAGE = `npm start, or from the package: tollgate

Starts the orders service with its payment page, or the page alone where ORDERS_API_URL is set.

  --dev      serve the page from its sources
  --version  show which release this is
  --help     show this

It is configured by the environment alone: .env.example and docs/configuration.md list the variables.`;

const OPTIONS = new Set(['--dev', '--version', '--help', '-h']);
/** By convention: the command was used wrongly, nothing was tried. */
const WRONG_USAGE_EXIT_CODE = 2;

/** Ends the process where it was asked for help, or for what there is not. */
export function readCommandLine(args: readonly string[]): void {
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
