/**
 * npm run operator                         what there is
 * npm run operator -- COMMAND --name value  has the running service do it
 *
 * Reads DATA_DIR for the operator's key, and PORT (or OPERATOR_URL) for where the service listens.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { DATA_DIR = '.data', PORT = '3000' } = process.env;
const base = process.env['OPERATOR_URL'] ?? `http://127.0.0.1:${PORT}`;

const [command, ...rest] = process.argv.slice(2);
const key = (await readFile(join(DATA_DIR, 'operator.key'), 'utf8')).trim();
const answer = await fetch(`${base}/api/operator/v1/${command ?? ''}`, {
  method: command === undefined ? 'GET' : 'POST',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  ...(command !== undefined && { body: JSON.stringify(inputOf(rest)) }),
});
console.log(JSON.stringify(await answer.json(), null, 2));
process.exitCode = answer.ok ? 0 : 1;

/** `--name value` pairs; which names there are, the service knows. */
function inputOf(args: string[]): Record<string, unknown> {
  const names = args
    .filter((arg) => arg.startsWith('--'))
    .map((arg) => arg.slice(2).split('=')[0] ?? '');
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  return parseArgs({ args, options }).values;
}
