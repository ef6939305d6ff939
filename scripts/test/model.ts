/**
 * `npm run model`: checks the models of model/*.pml with Spin: every state that they can reach, in every order of steps.
 * With `--planted`, checks instead that each mistake of model/planted is found. Exits with 1 if a property does not hold
 * or a mistake is not found.
 */
import { parseArgs } from 'node:util';
import { asksForHelp, done, end, failed, wrongUsage, type Ending } from '../command-line.ts';
import { checkModel, MODELS, type ModelResult } from './model/check-model.ts';
import { findSpin, SPIN_PACKAGES } from './model/find-spin.ts';
import { listPlanted } from './model/planted.ts';

const HELP = `Usage: npm run model [-- --planted]

Checks the models of payments in model/ with Spin. --planted checks that each deliberate mistake is found.`;

end(await run(process.argv.slice(2)));

async function run(args: string[]): Promise<Ending> {
  if (asksForHelp(args)) return done(HELP);
  const isPlanted = readArguments(args);
  if (isPlanted === undefined) return wrongUsage(HELP);
  if (findSpin() === undefined) {
    const packages = SPIN_PACKAGES.join(' ');
    return failed(`The models need Spin and a C compiler: apt-get install ${packages}`);
  }
  return isPlanted ? checkPlanted() : checkModels();
}

/** @returns whether the planted mistakes are asked for; undefined if the arguments are wrong */
function readArguments(args: string[]): boolean | undefined {
  try {
    return parseArgs({ args, options: { planted: { type: 'boolean' } } }).values.planted ?? false;
  } catch {
    return undefined;
  }
}

async function checkModels(): Promise<Ending> {
  let broken = 0;
  for (const model of MODELS) {
    const result = await checkModel(model);
    if (result.violation !== undefined) broken += 1;
    console.log(describe(model.name, result));
  }
  const held = `${MODELS.length - broken} of ${MODELS.length} models hold`;
  return broken === 0 ? done(held) : failed(held);
}

async function checkPlanted(): Promise<Ending> {
  const planted = await listPlanted();
  let found = 0;
  for (const { name, sentence, model, patch } of planted) {
    const result = await checkModel(model, patch);
    if (result.violation !== undefined) found += 1;
    console.log(describe(name, result));
    console.log(`  ${sentence}`);
  }
  const summary = `${found} of ${planted.length} found`;
  return found === planted.length ? done(summary) : failed(summary);
}

function describe(name: string, { states, depth, seconds, violation }: ModelResult): string {
  const figures = `${states.toLocaleString('en')} states, depth ${depth}, ${seconds.toFixed(1)} s`;
  return `${name}: ${figures}${violation === undefined ? '' : `, violated: ${violation}`}`;
}
