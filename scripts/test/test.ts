/**
 * `npm test`: runs every stage, or those that are named. `npm run test:all` also runs what is set apart. The last
 * line is the total: "N passed, N failed". See docs/testing.md.
 */
import { done, end, runCommandLine, wrongUsage, type Ending } from '../command-line.ts';
import { stopPrograms } from '../run-program.ts';
import { count, failure } from './runner/outcomes.ts';
import { planRun, type Options } from './runner/plan.ts';
import { gatherResources } from './runner/resources.ts';
import { runStage, type StageResult } from './runner/run-stage.ts';
import { STAGES, usedBy } from './runner/stages.ts';
import { summarize } from './runner/summary.ts';

const NAMES = STAGES.map(({ name }) => name).join(', ');

end(
  await runCommandLine('npm test --', process.argv.slice(2), (program, ends) => {
    program
      .description('Runs the tests. The last line is the total: N passed, N failed.')
      .argument('[stages or files...]', `${NAMES}; a file or folder; by default, every stage`)
      .option('-t, --title <regex>', 'only tests whose title matches')
      .option('--all', 'also the stages and tests set apart')
      .option('--rest', 'only those')
      .option('--minutes <number>', 'begin no stage after this time', Number)
      .action(ends(run));
  }),
);

/** Runs the stages one after another, because each has a worker per processor. */
async function run(words: string[], options: Options & { minutes?: number }): Promise<Ending> {
  const plan = planRun(words, options);
  if (typeof plan === 'string') return wrongUsage(plan);
  const { stages, selection } = plan;
  const results: StageResult[] = [];
  let endMs = Date.now() + (options.minutes ?? Infinity) * 60_000;
  if (Number.isNaN(endMs)) return wrongUsage('--minutes is a number');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      endMs = 0;
      results.push({ stage: 'all', outcomes: [failure(`stopped by ${signal}`)] });
      stopPrograms(signal);
    });
  }
  // Used resources come before needed ones, which may be made from them.
  const names = stages.flatMap((stage) => [...usedBy(stage, selection), ...stage.needs]);
  const resources = await gatherResources(names, selection.extent !== 'test');
  try {
    for (const stage of stages) {
      results.push(
        Date.now() < endMs
          ? await runStage(stage, selection, resources)
          : { stage: stage.name, outcomes: [], notRun: 'not reached in the time of the run' },
      );
    }
  } finally {
    await resources.release();
  }
  if (Date.now() < endMs && results.every(({ outcomes }) => outcomes.length === 0)) {
    results.push({ stage: 'all', outcomes: [failure('no test ran')] });
  }
  console.log(summarize(results, resources.missing).join('\n'));
  const failed = results.some(({ outcomes }) => count(outcomes, 'failed') > 0);
  process.exitCode = failed ? 1 : 0;
  return done('');
}
