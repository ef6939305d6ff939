import type { Missing } from './resource.ts';
import type { Resources } from './resources.ts';
import type { Stage } from './stages.ts';
import { NOTHING, withFailure, type Tally } from './tally.ts';

export interface Outcome {
  readonly stage: string;
  readonly tally: Tally;
  readonly tookMs: number;
  /** Why the stage did not run. */
  readonly notRun?: string;
  /** What some of its tests were left out for. */
  readonly without?: readonly string[];
}

/** One after the other: each has a worker for each processor. */
export async function runStages(
  stages: readonly Stage[],
  resources: Resources,
  interruption: AbortSignal,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const stage of stages) {
    console.log(`\n── ${stage.name} ${'─'.repeat(Math.max(0, 76 - stage.name.length))}`);
    outcomes.push(await runStage(stage, resources, interruption));
  }
  return outcomes;
}

async function runStage(
  stage: Stage,
  resources: Resources,
  interruption: AbortSignal,
): Promise<Outcome> {
  const missing = interruption.aborted
    ? { reason: 'interrupted', isFailure: true }
    : stage.needs.map((need) => resources.missing.get(need)).find(Boolean);
  if (missing) {
    return { stage: stage.name, tookMs: 0, tally: notRun(missing), notRun: missing.reason };
  }
  const startedAtMs = performance.now();
  const tally = await stage.run(resources.env).catch((error: unknown) => {
    console.error(error);
    return withFailure(NOTHING, String(error));
  });
  const tookMs = performance.now() - startedAtMs;
  return { stage: stage.name, tally, tookMs, without: lacking(stage, resources) };
}

function lacking({ uses = [] }: Stage, { missing }: Resources): string[] {
  return uses.flatMap((name) => {
    const reason = missing.get(name)?.reason;
    return reason === undefined ? [] : [`no ${name}: ${reason}`];
  });
}

const notRun = ({ reason, isFailure }: Missing): Tally =>
  isFailure ? withFailure(NOTHING, reason) : { ...NOTHING, skipped: 1 };
