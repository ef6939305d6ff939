/**
 * `npm run bench -- scale [part … --scale 0.01]`: what many processes, events and orders cost. Prints each figure
 * with its limit, if it has one, and exits with 1 if a figure exceeds its limit. `--scale` is for trying the bench
 * out: the limits apply to the full size.
 */
import { parseArgs } from 'node:util';
import { findPostgres } from '../scripts/test/runner/find-postgres.ts';
import { createScratchDatabase } from '../tests/support/database/postgres.ts';
import { measureBacklog } from './scale/backlog.ts';
import { measureExpiry } from './scale/expiry.ts';
import { isWithin, lineOf, type Figure } from './scale/figures.ts';
import { measureLists } from './scale/lists.ts';
import { measureProcesses } from './scale/processes.ts';
import { describeMachine } from './support/machine.ts';

interface ScalePart {
  what: string;
  /** @param scale the fraction of the full size */
  measure: (databaseUrl: string, scale: number) => AsyncIterable<Figure>;
}

const PARTS: Record<string, ScalePart> = {
  processes: { what: 'Payments by 1, 2 and 4 processes', measure: measureProcesses },
  backlog: { what: 'A million webhooks wait for one dead host', measure: measureBacklog },
  expiry: { what: '100,000 orders fall due within a minute', measure: measureExpiry },
  lists: { what: 'Lists of a merchant with ten million orders', measure: measureLists },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '1' } },
});
const scale = Number(values.scale);
const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
const parts = names.map((name) => {
  const part = PARTS[name];
  if (!part) throw new Error(`There is no part ${name}, but ${Object.keys(PARTS).join(', ')}`);
  return part;
});
const postgres = await findPostgres();
if (!postgres) throw new Error('The bench needs a PostgreSQL: see TEST_DATABASE_URL');
try {
  for (const line of await describeMachine(postgres.url)) console.log(line);
  let missed = 0;
  for (const part of parts) missed += await runPart(postgres.url, part);
  if (missed > 0) console.log(`\n${missed} figures missed their limits`);
  process.exitCode = missed > 0 ? 1 : 0;
} finally {
  await postgres.stop();
}

/** @returns how many figures exceeded their limits */
async function runPart(serverUrl: string, { what, measure }: ScalePart): Promise<number> {
  console.log(`\n${what}${scale === 1 ? '' : `, at ${scale} of that`}`);
  const scratch = await createScratchDatabase(serverUrl);
  let missed = 0;
  try {
    for await (const figure of measure(scratch.url, scale)) {
      console.log(lineOf(figure));
      if (!isWithin(figure)) missed += 1;
    }
  } finally {
    await scratch.drop();
  }
  return missed;
}
