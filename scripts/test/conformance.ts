/**
 * `npm run conformance -- URL [--sandbox FILE]`: checks the deployment at a base URL against the specification.
 * Creates orders there and pays them with test cards. Keys and methods come from a file like sandbox.json, else from
 * the variables that the usage text names.
 */
import { existsSync } from 'node:fs';
import { end, done, failed, runCommandLine, wrongUsage, type Ending } from '../command-line.ts';
import { runProgram } from '../run-program.ts';

const TIMEOUT_MS = 10 * 60_000;
const PROBE_TIMEOUT_MS = 10_000;

const VARIABLES = `
Without a file, set these environment variables:
  CONFORMANCE_API_KEY_ID, CONFORMANCE_API_SECRET   a merchant's key
  CONFORMANCE_METHODS                              card_eur=UUID,card_usd=UUID,... named as in the sandbox
  CONFORMANCE_OTHER_API_KEY_ID, CONFORMANCE_OTHER_API_SECRET   another merchant's key, if there is one`;

end(
  await runCommandLine('npm run conformance --', process.argv.slice(2), (program, ends) => {
    program
      .description('Checks the deployment at a base URL against the specification.')
      .argument('<url>')
      .option('--sandbox <file>', 'a sandbox.json with keys and methods')
      .addHelpText('after', VARIABLES)
      .action(ends(evaluate));
  }),
);

interface Options {
  sandbox?: string;
}

async function evaluate(url: string, { sandbox }: Options): Promise<Ending> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return wrongUsage(`${url} is not a URL.`);
  if (sandbox === undefined && process.env['CONFORMANCE_API_KEY_ID'] === undefined) {
    return wrongUsage(VARIABLES.trim());
  }
  const obstacle = await findObstacle(url, sandbox);
  if (obstacle !== undefined) return failed(obstacle);
  const { code } = await runProgram({
    command: ['vitest', 'run', '--project=conformance', '--no-file-parallelism'],
    env: {
      CONFORMANCE_URL: url,
      ...(sandbox !== undefined && { CONFORMANCE_SANDBOX: sandbox }),
    },
    timeoutMs: TIMEOUT_MS,
  });
  return code === 0 ? done('') : failed('The deployment does not conform.');
}

/** Returns why the tests cannot run, which would otherwise make every single one fail. */
async function findObstacle(url: string, sandbox?: string): Promise<string | undefined> {
  if (sandbox !== undefined && !existsSync(sandbox)) return `There is no file ${sandbox}.`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await answer.body?.cancel();
    return undefined;
  } catch {
    return `Nothing answers at ${url}. Start the deployment, or correct the URL.`;
  }
}
