/**
 * `npm test`: runs every stage, or those that are named. `npm run test:all` also runs what is set apart. The last
 * line is the total: "N passed, N failed". See docs/testing.md.
 */
import { asksForHelp, done, end, wrongUsage } from '../command-line.ts';
import { stopPrograms } from '../run-program.ts';
import { failure, failuresIn } from './runner/outcomes.ts';
import { planRun, USAGE, type Plan } from './runner/plan.ts';
import { gatherResources } from './runner/resources.ts';
import { runStage, stageLine, type StageResult } from './runner/run-stage.ts';
import { usedBy } from './runner/stages.ts';
import { summarize } from './runner/summary.ts';

const args = process.argv.slice(2);
if (asksForHelp(args)) end(done(USAGE));
else {
  const plan = planned();
  if (plan) process.exitCode = (await run(plan)) ? 0 : 1;
}

function planned(): Plan | undefined {
  try {
    return planRun(args);
  } catch (error) {
    end(wrongUsage(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`));
    return undefined;
  }
}

/** Runs the stages one after another, because each has a worker per processor. Returns whether all passed. */
async function run({ stages, selection, minutes }: Plan): Promise<boolean> {
  const endMs = Date.now() + minutes * 60_000;
  const interruption = stopOnSignals();
  // Used resources come before needed ones, which may be made from them.
  const names = stages.flatMap((stage) => [...usedBy(stage, selection), ...stage.needs]);
  const resources = await gatherResources(names, selection.extent !== 'test');
  const results: StageResult[] = [];
  try {
    for (const stage of stages) {
      const result = await runStage(stage, { selection, resources, interruption, endMs });
      console.log(stageLine(result));
      results.push(result);
    }
  } finally {
    await resources.release();
  }
  const isEmpty = results.every(({ outcomes }) => outcomes.length === 0);
  if (isEmpty && Date.now() < endMs) {
    results.push({ stage: 'all', tookMs: 0, outcomes: [failure('no test ran')] });
  }
  console.log(summarize(results).join('\n'));
  return results.every(({ outcomes }) => failuresIn(outcomes).length === 0);
}

/** Stops the stages on a signal. Their resources are released, and the remaining tests count as failed. */
function stopOnSignals(): AbortSignal {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      interruption.abort();
      stopPrograms(signal);
    });
  }
  return interruption.signal;
}
