/**
 * `npm run GROUP -- NAME …`: starts the program with that name, with the arguments after it. Without a name it lists
 * the group's programs.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { done, end, runCommandLine } from './command-line.ts';

interface Program {
  /** The path in the project. */
  readonly file: string;
  readonly what: string;
}

const GROUPS: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  bench: {
    page: {
      file: 'bench/page.ts',
      what: 'the page on a slow connection, and its processor',
    },
    console: { file: 'bench/console.ts', what: "the console's tables, searches and overviews" },
    lists: { file: 'bench/lists.ts', what: 'lists of merchants of very different sizes' },
    reports: { file: 'bench/reports.ts', what: 'the export of a million orders' },
    scale: { file: 'bench/scale.ts', what: 'many processes, events and orders' },
    search: { file: 'bench/search.ts', what: 'a search among a million orders' },
    webhooks: { file: 'bench/webhooks.ts', what: 'webhooks to one fast receiver' },
  },
  drill: {
    chain: { file: 'drills/chain.ts', what: 'two services in a chain, killed 100 times' },
    failover: { file: 'drills/failover.ts', what: 'the primary database killed 50 times' },
    faults: {
      file: 'drills/faults.ts',
      what: '200 faults of the database and kills of the service',
    },
    restart: { file: 'drills/restart.ts', what: 'two instances restarted behind nginx' },
  },
  client: {
    pack: { file: 'scripts/release/pack-client.ts', what: 'create dist/tollgate-VERSION.tgz' },
    try: {
      file: 'scripts/test/client-try.ts',
      what: 'test the package on runtimes and with bundlers',
    },
  },
  generate: {
    brands: { file: 'scripts/prepare/brand-table.ts', what: 'the table of card brands' },
    model: { file: 'scripts/prepare/model-transitions.ts', what: 'model/transitions.pml' },
    examples: {
      file: 'scripts/prepare/openapi-examples.ts',
      what: 'the examples of the OpenAPI document',
    },
  },
  scripts: {
    inventory: {
      file: 'scripts/operator/scripts-inventory.ts',
      what: "the built page's scripts, as JSON",
    },
    verify: {
      file: 'scripts/operator/scripts-verify.ts',
      what: 'compare live payment pages with the build',
    },
  },
};

/** The program that a group starts for any other name. For the bench these are the names of its rows. */
const OTHERWISE: Readonly<Record<string, string>> = { bench: 'bench/bench.ts' };

const [group = '', ...args] = process.argv.slice(2);
const otherwise = OTHERWISE[group];
const isHelp = args.length === 0 && otherwise === undefined;

const ending = await runCommandLine(
  `npm run ${group} --`,
  isHelp ? ['--help'] : args,
  (program, ends) => {
    program.enablePositionalOptions().helpCommand(false);
    for (const [name, { file, what }] of Object.entries(GROUPS[group] ?? {})) {
      const command = program.command(name).description(what).argument('[args...]');
      // The program parses its arguments itself.
      command.helpOption(false).allowUnknownOption().passThroughOptions();
      command.action(ends((given: string[]) => start(file, given)));
    }
    if (otherwise === undefined) return;
    const rows = program.command('rows', { isDefault: true }).argument('[rows...]');
    rows.description('requests per second: all rows, or the named ones');
    rows.option('--connections <number>', 'payments, payouts and refunds at once', '32');
    rows.action(
      ends((given: string[], { connections }: { connections: string }) =>
        start(otherwise, [...given, '--connections', connections]),
      ),
    );
  },
);
if (!ending.ok || ending.text !== '') end(ending);

/** Starts a program, which reads its arguments as if it had been started directly. */
async function start(file: string, given: readonly string[]) {
  process.argv.splice(2, Infinity, ...given);
  await import(pathToFileURL(join(import.meta.dirname, '..', file)).href);
  return done('');
}
