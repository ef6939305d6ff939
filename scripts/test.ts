/**
 * `npm test`: every stage, or those that are named (`npm test -- unit browser`). Its last line is
 * the sum of all: "N passed, N failed", with ", N skipped" where something was skipped.
 */
import { stopPrograms } from './run-program.ts';
import { gatherResources } from './test/resources.ts';
import { runStages } from './test/run-stages.ts';
import { chooseStages, type Stage } from './test/stages.ts';
import { printSummary } from './test/summary.ts';

const stages = chooseStages(process.argv.slice(2));
if (typeof stages === 'string') {
  console.error(stages);
  process.exitCode = 2;
} else {
  process.exitCode = (await run(stages)) ? 0 : 1;
}

async function run(chosen: readonly Stage[]): Promise<boolean> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      interruption.abort();
      stopPrograms(signal);
    });
  }
  const resources = await gatherResources(
    chosen.flatMap(({ needs, uses }) => [...needs, ...(uses ?? [])]),
  );
  try {
    return printSummary(await runStages(chosen, resources, interruption.signal));
  } finally {
    await resources.release();
  }
}
