/**
 * `npm test`: every stage, or those that are named (`npm test -- unit browser`). Its last line is
 * the sum of all: "N passed, N failed".
 */
import { stopPrograms } from './run-program.ts';
import { gatherResources } from './test/resources.ts';
import { runStages } from './test/run-stages.ts';
import { chooseStages, type Stage } from './test/stages.ts';
import { printSummary } from './test/summary.ts';

const chosen = chooseStages(process.argv.slice(2));
if (typeof chosen === 'string') {
  console.error(chosen);
  process.exitCode = 2;
} else {
  process.exitCode = (await run(chosen)) ? 0 : 1;
}

async function run(stages: readonly Stage[]): Promise<boolean> {
  const interruption = stopOnSignals();
  const names = stages.flatMap(({ needs, uses }) => [...needs, ...(uses ?? [])]);
  const resources = await gatherResources(names);
  let outcomes;
  try {
    outcomes = await runStages(stages, resources, interruption);
  } finally {
    await resources.release();
  }
  return printSummary(outcomes);
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
