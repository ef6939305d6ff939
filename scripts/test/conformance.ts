/**
 * `npm run conformance -- URL [--sandbox FILE]`: checks the deployment at a base URL against the specification.
 * Creates orders there and pays them with test cards. Keys and methods come from a file like sandbox.json, else from
 * the variables that the usage text names.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { asksForHelp, end, done, failed, wrongUsage } from '../command-line.ts';
import { runProgram } from '../run-program.ts';

const TIMEOUT_MS = 10 * 60_000;
const PROBE_TIMEOUT_MS = 10_000;

const USAGE = `npm run conformance -- URL [--sandbox FILE]

FILE is a sandbox.json. Without it, set these environment variables:
  CONFORMANCE_API_KEY_ID, CONFORMANCE_API_SECRET   a merchant's key
  CONFORMANCE_METHODS                              card_eur=UUID,card_usd=UUID,... named as in the sandbox
  CONFORMANCE_OTHER_API_KEY_ID, CONFORMANCE_OTHER_API_SECRET   another merchant's key, if there is one`;

const args = process.argv.slice(2);
const asked = readArguments();
if (asksForHelp(args)) end(done(USAGE));
else if (asked === undefined) end(wrongUsage(USAGE));
else process.exitCode = await evaluate(asked);

type Asked = NonNullable<ReturnType<typeof readArguments>>;

async function evaluate({ url, sandbox }: Asked): Promise<number> {
  const obstacle = await findObstacle({ url, sandbox });
  if (obstacle !== undefined) {
    end(failed(obstacle));
    return 1;
  }
  const { code } = await runProgram({
    command: ['vitest', 'run', '--project=conformance', '--no-file-parallelism'],
    env: {
      CONFORMANCE_URL: url,
      ...(sandbox !== undefined && { CONFORMANCE_SANDBOX: sandbox }),
    },
    timeoutMs: TIMEOUT_MS,
  });
  return code ?? 1;
}

/** Returns why the tests cannot run, which would otherwise make every single one fail. */
async function findObstacle({ url, sandbox }: Asked): Promise<string | undefined> {
  if (sandbox !== undefined && !existsSync(sandbox)) return `There is no file ${sandbox}.`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await answer.body?.cancel();
    return undefined;
  } catch {
    return `Nothing answers at ${url}. Start the deployment, or correct the URL.`;
  }
}

function readArguments(): { url: string; sandbox: string | undefined } | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { sandbox: { type: 'string' } },
    });
    const [url = '', ...others] = positionals;
    if (others.length > 0 || !/^https?:$/.test(new URL(url).protocol)) return undefined;
    const hasKeys = values.sandbox ?? process.env['CONFORMANCE_API_KEY_ID'];
    return hasKeys === undefined ? undefined : { url, sandbox: values.sandbox };
  } catch {
    return undefined;
  }
}
