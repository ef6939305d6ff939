/**
 * `npm run model`: checks the models of model/*.pml with Spin: every state that they can reach, in every order of steps.
 * With `--planted`, checks instead that each mistake of model/planted is found. Exits with 1 if a property does not hold
 * or a mistake is not found.
 */
import { done, end, failed, runCommandLine, type Ending } from '../command-line.ts';
import { checkModel, MODELS, type ModelResult } from './model/check-model.ts';
import { findSpin, SPIN_PACKAGES } from './model/find-spin.ts';
import { listPlanted } from './model/planted.ts';

end(
  await runCommandLine('npm run model --', process.argv.slice(2), (program, ends) => {
    program
      .description('Checks the models of payments in model/ with Spin.')
      .option('--planted', 'check that each deliberate mistake is found')
      .action(ends(run));
  }),
);

async function run({ planted }: { planted?: true }): Promise<Ending> {
  if (findSpin() === undefined) {
    const packages = SPIN_PACKAGES.join(' ');
    return failed(`The models need Spin and a C compiler: apt-get install ${packages}`);
  }
  return planted ? checkPlanted() : checkModels();
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
