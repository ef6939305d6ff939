/**
 * npm run operator                         what there is
 * npm run operator -- COMMAND --name value  has the running service do it
 */
import { parseArgs } from 'node:util';

import { askService } from './operator/ask-service.ts';

const [command, ...rest] = process.argv.slice(2);
const answer = await askService(command, inputOf(rest));
console.log(JSON.stringify(answer.body, null, 2));
process.exitCode = answer.ok ? 0 : 1;

/** `--name value` pairs; which names there are, the service knows. */
function inputOf(args: string[]): Record<string, unknown> {
  const names = args
    .filter((arg) => arg.startsWith('--'))
    .map((arg) => arg.slice(2).split('=')[0] ?? '');
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  return parseArgs({ args, options }).values;
}
