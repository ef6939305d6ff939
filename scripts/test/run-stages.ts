import type { Resources } from './resources.ts';
import type { Stage } from './stages.ts';
import { NOTHING, type Tally } from './tally.ts';

export interface Outcome {
  readonly stage: string;
  readonly tally: Tally;
  readonly tookMs: number;
  /** Why the stage did not run. */
  readonly notRun?: string;
  /** What some of its tests were left out for. */
  readonly without?: readonly string[];
}

/** One stage after the other: two at a time would disturb each other's timing on two cores. */
export async function runStages(
  stages: readonly Stage[],
  resources: Resources,
  interruption: AbortSignal,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const stage of stages) {
    const missing = interruption.aborted
      ? { reason: 'interrupted', isFailure: true }
      : stage.needs.map((need) => resources.missing.get(need)).find(Boolean);
    outcomes.push(
      missing
        ? { stage: stage.name, tookMs: 0, tally: notRun(missing), notRun: missing.reason }
        : { ...(await runStage(stage, resources.env)), without: lacking(stage, resources) },
    );
  }
  return outcomes;
}

async function runStage(stage: Stage, env: NodeJS.ProcessEnv): Promise<Outcome> {
  console.log(`\n── ${stage.name} ${'─'.repeat(Math.max(0, 76 - stage.name.length))}`);
  const startedAtMs = performance.now();
  const tally = await stage.run(env).catch((error: unknown) => {
    console.error(error);
    return { ...NOTHING, failed: 1 };
  });
  return { stage: stage.name, tally, tookMs: performance.now() - startedAtMs };
}

function lacking({ uses = [] }: Stage, { missing }: Resources): string[] {
  return uses.flatMap((name) => {
    const reason = missing.get(name)?.reason;
    return reason === undefined ? [] : [`no ${name}: ${reason}`];
  });
}

const notRun = ({ isFailure }: { isFailure: boolean }): Tally =>
  isFailure ? { ...NOTHING, failed: 1 } : { ...NOTHING, skipped: 1 };
