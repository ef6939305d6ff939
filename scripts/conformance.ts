/**
 * `npm run conformance -- URL [--sandbox FILE]`: judges the deployment at a base URL by the
 * specification. It makes orders there, of test cards. Keys and methods come from a file like
 * sandbox.json, else from the variables that the usage names.
 */
import { parseArgs } from 'node:util';
import { runProgram } from './run-program.ts';

const TIMEOUT_MS = 10 * 60_000;

const USAGE = `npm run conformance -- URL [--sandbox FILE]

FILE is a sandbox.json. Without it the environment says the same:
  CONFORMANCE_API_KEY_ID, CONFORMANCE_API_SECRET   a merchant's key
  CONFORMANCE_METHODS                              card_eur=UUID,card_usd=UUID,... named as in the sandbox
  CONFORMANCE_OTHER_API_KEY_ID, CONFORMANCE_OTHER_API_SECRET   another merchant's key, if there is one`;

process.exitCode = await judge();

async function judge(): Promise<number> {
  const asked = readArguments();
  if (asked === undefined) {
    console.error(USAGE);
    return 2;
  }
  const { code } = await runProgram({
    command: ['vitest', 'run', '--project=conformance', '--no-file-parallelism'],
    env: {
      CONFORMANCE_URL: asked.url,
      ...(asked.sandbox !== undefined && { CONFORMANCE_SANDBOX: asked.sandbox }),
    },
    timeoutMs: TIMEOUT_MS,
  });
  return code ?? 1;
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
