/**
 * `npm test`: runs every stage, or those that are named. `npm run test:all` also runs what is set apart. The last
 * line is the total: "N passed, N failed". See docs/testing.md.
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
    // Used resources come before needed ones, which may be made from them.
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
