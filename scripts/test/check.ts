/**
 * npm run check                  runs all checks that need not run the code
 * npm run check -- types lint    runs some of them
 */
import { CHECKS, GENERATE_TYPES } from './check/checks.ts';
import { runChecks } from './check/run-checks.ts';
import { end, wrongUsage } from '../command-line.ts';

const asked = process.argv.slice(2);
/** The first of them runs in any case: the others read what it writes. */
const all = [GENERATE_TYPES, ...CHECKS].map(({ name }) => name);
const unknown = asked.filter((name) => !all.includes(name));

if (unknown.length > 0) {
  end(wrongUsage(`No such check: ${unknown.join(', ')}. There are: ${all.join(', ')}`));
} else {
  const results = await runChecks(asked.length > 0 ? asked : undefined);
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
}
