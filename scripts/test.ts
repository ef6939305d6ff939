/**
 * `npm test`: every stage, or what is named; `npm run test:all`: what is apart as well. Its last line is the sum of all: "N passed,
 * N failed". docs/testing.md says more.
 */
import { asksForHelp, done, end, wrongUsage } from './command-line.ts';
import { stopPrograms } from './run-program.ts';
import { planRun, USAGE, type Plan } from './test/choose-stages.ts';
import { ProgressLine } from './test/progress-line.ts';
import { gatherResources } from './test/resources.ts';
import { runStages } from './test/run-stages.ts';
import { summarize } from './test/summary.ts';
import { usedBy } from './test/stages.ts';
import { sum } from './test/tally.ts';

const args = process.argv.slice(2);
const plan = planRun(args);
if (asksForHelp(args)) end(done(USAGE));
else if (typeof plan === 'string') end(wrongUsage(plan));
else process.exitCode = (await run(plan)) ? 0 : 1;

async function run({ stages, selection, minutes }: Plan): Promise<boolean> {
  const endMs = minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000;
  const interruption = stopOnSignals();
  const resources = await gatherResources(
    // What a stage uses, another may be made from.
    stages.flatMap((stage) => [...usedBy(stage, selection), ...stage.needs]),
    { mayInstall: selection.extent !== 'test' },
  );
  let results;
  try {
    const line = new ProgressLine();
    results = await runStages(stages, { selection, resources, interruption, endMs, line });
  } finally {
    await resources.release();
  }
  console.log(summarize(results).join('\n'));
  return sum(results.map(({ tally }) => tally)).failed === 0;
}

/** Stages end on a signal, what they use is given back, and the rest counts as failed. */
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
