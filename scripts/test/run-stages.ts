import type { Resources } from './resources.ts';
import type { Stage, StageGroup } from './stages.ts';
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

/** One group of stages after the other. */
export async function runStages(
  groups: readonly StageGroup[],
  resources: Resources,
  interruption: AbortSignal,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const group of groups.filter(({ length }) => length > 0)) {
    const names = group.map(({ name }) => name).join(', ');
    console.log(`\n── ${names} ${'─'.repeat(Math.max(0, 76 - names.length))}`);
    const running = group.map((stage) => runStage(stage, resources, interruption));
    outcomes.push(...(await Promise.all(running)));
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
    return { ...NOTHING, failed: 1 };
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

const notRun = ({ isFailure }: { isFailure: boolean }): Tally =>
  isFailure ? { ...NOTHING, failed: 1 } : { ...NOTHING, skipped: 1 };
