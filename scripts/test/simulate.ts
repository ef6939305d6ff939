/**
 * `npm run simulate`: runs the service's own code on a database, with a clock, ids, an acquirer, banks, receivers and
 * failures that a seed chooses, and checks after each step that no money is lost or doubled.
 */
import { availableParallelism } from 'node:os';
import { fork, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { Option } from 'commander';
import { z } from 'zod';
import {
  openSimulationDatabase,
  type SimulationDatabase,
} from '../../tests/simulation/database.ts';
import { addTotals, newTotals, readTotals, type Totals } from '../../tests/simulation/figures.ts';
import { shortened } from '../../tests/simulation/shorten.ts';
import { simulate, type SimulationOptions } from '../../tests/simulation/simulation.ts';
import { done, end, failed, runCommandLine, wrongUsage, type Ending } from '../command-line.ts';
import { checkPlanted } from './simulate/planted.ts';

const STEPS = 400;
const MS_PER_MINUTE = 60_000;

const whole = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const argumentsSchema = z
  .strictObject({
    seed: whole.optional(),
    steps: whole.pipe(z.number().positive()).default(STEPS),
    engine: z.enum(['pglite', 'postgres']).default('pglite'),
    minutes: z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number)
      .optional(),
    replay: z.string().optional(),
    planted: z.boolean().optional(),
    seeds: whole.optional(),
    worker: z.boolean().optional(),
  })
  .refine(
    ({ seed, minutes, replay, planted, seeds }) =>
      [seed, minutes, replay, planted, seeds].filter((value) => value !== undefined).length === 1,
  );

const replayed = z.object({
  seed: z.number(),
  steps: z.number(),
  engine: z.enum(['pglite', 'postgres']),
  without: z.array(z.number()).optional(),
});

const args = process.argv.slice(2);
end(
  await runCommandLine('npm run simulate --', args, (program, ends) => {
    program
      .description('Simulates payments. A failure is written to a file for --replay.')
      .option('--seed <number>', 'simulate this seed')
      .option('--minutes <number>', 'simulate random seeds on all processors; may be a fraction')
      .option('--replay <file>', 'simulate what failed')
      .option('--planted', 'check that each deliberate mistake is found')
      .option('--steps <number>', `of a seed; ${STEPS} by default`)
      .option('--engine <name>', 'pglite, or postgres at TEST_POSTGRES_URL or 127.0.0.1:5432')
      .addOption(new Option('--seeds <number>').hideHelp())
      .addOption(new Option('--worker').hideHelp())
      .action(ends((options: unknown) => run(options)));
  }),
);

async function run(options: unknown): Promise<Ending> {
  const { data } = argumentsSchema.safeParse(options);
  if (data === undefined)
    return wrongUsage('Give one of --seed, --minutes, --replay and --planted, and whole numbers.');
  const { seed, steps, engine, minutes, replay, planted, seeds, worker } = data;
  if (planted === true) return checkPlanted();
  if (replay !== undefined) return replayFile(replay);
  if (seeds !== undefined) return lookInSeeds(seeds, { steps, engine });
  if (minutes === undefined) return ending(await runSeed({ seed: seed ?? 0, steps, engine }));
  if (worker !== true) return ending(await runOnAllProcessors());
  process.send?.(await runUntil(Date.now() + minutes * MS_PER_MINUTE, { steps, engine }));
  return done('');
}

async function replayFile(file: string): Promise<Ending> {
  let options: SimulationOptions;
  try {
    options = replayed.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return wrongUsage(`${file} is no file that a simulation wrote`);
  }
  return ending(await runSeed(options));
}

/** Opens a database for simulations, and closes it afterwards. */
async function onDatabase<Result>(
  engine: SimulationOptions['engine'],
  act: (held: SimulationDatabase) => Promise<Result>,
): Promise<Result> {
  const held = await openSimulationDatabase(engine);
  try {
    return await act(held);
  } finally {
    await held.close();
  }
}

function runSeed(options: SimulationOptions): Promise<Totals> {
  return onDatabase(options.engine, async (held) => {
    const totals = newTotals();
    await simulateOne(held, options, totals);
    return totals;
  });
}

/** Looks for a mistake in the first seeds, and says where the first one was. */
function lookInSeeds(seeds: number, options: Omit<SimulationOptions, 'seed'>): Promise<Ending> {
  return onDatabase(options.engine, async (held) => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const { findings, foundAt = 0 } = await simulate(held, { ...options, seed });
      if (findings.length > 0) return failed(`seed ${seed}, step ${foundAt}: ${findings[0]}`);
    }
    return done(`Nothing was found in ${seeds} seeds`);
  });
}

function runUntil(untilMs: number, options: Omit<SimulationOptions, 'seed'>): Promise<Totals> {
  return onDatabase(options.engine, async (held) => {
    const totals = newTotals();
    do await simulateOne(held, { ...options, seed: randomInt(1_000_000_000) }, totals);
    while (Date.now() < untilMs && totals.findings === 0);
    return totals;
  });
}

async function simulateOne(
  held: SimulationDatabase,
  options: SimulationOptions,
  totals: Totals,
): Promise<void> {
  const result = await simulate(held, options);
  addTotals(totals, { ...result, findings: result.findings.length });
  if (result.findings.length === 0) return;
  const { options: short, result: last } = await shortened(held, options, result);
  const file = `simulation-${options.seed}.json`;
  await writeFile(file, `${JSON.stringify(short)}\n`);
  console.error(`seed ${options.seed}, step ${last.foundAt ?? short.steps}, ${file}:`);
  for (const finding of last.findings) console.error(`  ${finding}`);
  for (const line of last.trace.filter(
    (text) => text.startsWith('begin ') || !text.includes(' ['),
  )) {
    console.error(`    ${line}`);
  }
  console.error(`To replay it: npm run simulate -- --replay ${file}`);
}

async function runOnAllProcessors(): Promise<Totals> {
  const totals = newTotals();
  const workers = Array.from({ length: availableParallelism() }, () =>
    fork(import.meta.filename, [...args, '--worker'], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  for (const sum of await Promise.all(workers.map(totalsOf))) addTotals(totals, sum);
  return totals;
}

async function totalsOf(worker: ChildProcess): Promise<Totals> {
  return new Promise((resolve, reject) => {
    let totals: Totals | undefined;
    worker.on('message', (message) => {
      totals = readTotals(message);
    });
    worker.on('exit', (code) => {
      if (totals === undefined) reject(new Error(`A simulating process ended with ${code}`));
      else resolve(totals);
    });
  });
}

function ending({ figures, findings, hash }: Totals): Ending {
  const lines = [...Object.entries(figures), ['findings', findings], ['hash', hash]];
  const text = lines.map(([name, value]) => `${name} ${value}`).join('\n');
  if (findings === 0) return done(text);
  console.log(text);
  return failed('The simulation found a mistake');
}
