import { mkdirSync, rmSync } from 'node:fs';

import { STAGE_TIMEOUT_MS } from '../../tests/support/patience.ts';
import type { ProgressLine, StageResult } from './progress-line.ts';
import type { Missing } from './resource.ts';
import type { Resources } from './resources.ts';
import { usedBy, type Selection, type Stage } from './stages.ts';
import { NO_END, NOTHING, withFailure, type Tally } from './tally.ts';

/** The folder for the runners' output, one file per stage. */
const LOGS = 'test-results';

interface Run {
  readonly selection: Selection;
  readonly resources: Resources;
  readonly interruption: AbortSignal;
  /**
   * When the run must end; infinity for no limit. Stages that are not through by then are reported as not reached.
   */
  readonly endMs: number;
  readonly line: ProgressLine;
}

/** Runs the stages one after another, because each has a worker per processor. */
export async function runStages(stages: readonly Stage[], run: Run): Promise<StageResult[]> {
  const results: StageResult[] = [];
  mkdirSync(LOGS, { recursive: true });
  for (const stage of stages) {
    const result = await runStage(stage, run);
    run.line.stageEnded(result);
    results.push(result);
  }
  return results;
}

async function runStage(stage: Stage, run: Run): Promise<StageResult> {
  const { resources, selection, line } = run;
  const missing = whyNot(stage, run);
  if (missing) {
    const tally = missing.isFailure ? withFailure(NOTHING, { title: missing.reason }) : NOTHING;
    return { stage: stage.name, tookMs: 0, tally, notRun: missing.reason };
  }
  // If files are named, the runner's output is shown.
  const log = selection.paths.length > 0 ? undefined : `${LOGS}/${stage.name}.log`;
  if (log !== undefined) rmSync(log, { force: true });
  const startedAtMs = performance.now();
  line.stageBegins(stage.name, log === undefined);
  const leftMs = run.endMs - Date.now();
  const tally = await stage
    .run({
      selection,
      env: resources.env,
      log,
      timeoutMs: Math.min(STAGE_TIMEOUT_MS, leftMs),
      watch: (so) => line.update(so),
    })
    .catch((error: unknown) => withFailure(NOTHING, { title: String(error) }));
  const tookMs = performance.now() - startedAtMs;
  const result = {
    stage: stage.name,
    tookMs,
    without: lacking(stage, run),
    ...(log && { log }),
  };
  const isOutOfTime = tookMs >= leftMs;
  return isOutOfTime ? { ...result, ...outOfTime(tally) } : { ...result, tally };
}

function whyNot({ needs }: Stage, { resources, interruption, endMs }: Run): Missing | undefined {
  if (interruption.aborted) return { reason: 'interrupted', isFailure: true };
  if (Date.now() >= endMs)
    return { reason: 'not reached in the time of the run', isFailure: false };
  return needs.map((need) => resources.missing.get(need)).find(Boolean);
}

/**
 * Returns the tally of a runner that the time limit stopped. That it did not finish is not a failure, but everything
 * that failed before is.
 */
function outOfTime(tally: Tally): Pick<StageResult, 'tally' | 'notRun'> {
  const failures = tally.failures.filter(({ title }) => title !== NO_END);
  return {
    tally: { ...tally, failed: failures.length, failures },
    notRun: `not reached in full in the time of the run: ${tally.passed} tests were`,
  };
}

function lacking(stage: Stage, { resources, selection }: Run): string[] {
  return usedBy(stage, selection).flatMap((name) => {
    const reason = resources.missing.get(name)?.reason;
    return reason === undefined ? [] : [`${name}: ${reason}`];
  });
}
