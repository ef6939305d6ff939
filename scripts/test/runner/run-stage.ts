import { mkdirSync, rmSync } from 'node:fs';

import { STAGE_TIMEOUT_MS } from '../../../tests/support/patience.ts';
import { NO_END, type Watch } from './count-tests.ts';
import { count, failure, failuresIn, verdict, type Outcome } from './outcomes.ts';
import type { Missing, Resources } from './resources.ts';
import { usedBy, type Selection, type Stage } from './stages.ts';

export interface StageResult {
  readonly stage: string;
  readonly outcomes: readonly Outcome[];
  readonly tookMs: number;
  /** Why the stage did not run, or did not finish. */
  readonly notRun?: string;
  /** The missing resources for which some of its tests were left out. */
  readonly without?: readonly string[];
  readonly log?: string | undefined;
}

export interface Run {
  readonly selection: Selection;
  readonly resources: Resources;
  readonly interruption: AbortSignal;
  /** When the run must end. Stages that are not through by then are reported as not reached. */
  readonly endMs: number;
}

/** The folder for the runners' output, one file per stage. */
const LOGS = 'test-results';

/** Runs a stage, and shows how far it is: its runner's output if files are named, else a line now and then. */
export async function runStage(stage: Stage, run: Run): Promise<StageResult> {
  const { resources, selection, endMs } = run;
  const missing = whyNot(stage, run);
  if (missing) {
    const outcomes = missing.isFailure ? [failure(missing.reason)] : [];
    return { stage: stage.name, tookMs: 0, outcomes, notRun: missing.reason };
  }
  const log = selection.paths.length > 0 ? undefined : `${LOGS}/${stage.name}.log`;
  mkdirSync(LOGS, { recursive: true });
  if (log !== undefined) rmSync(log, { force: true });
  const startedMs = Date.now();
  const leftMs = endMs - startedMs;
  const outcomes = await stage
    .run({
      selection,
      env: resources.env,
      log,
      timeoutMs: Math.min(STAGE_TIMEOUT_MS, leftMs),
      watch: log === undefined ? () => undefined : progressOf(stage.name, startedMs),
    })
    .catch((error: unknown) => [failure(String(error))]);
  const tookMs = Date.now() - startedMs;
  const result = { stage: stage.name, tookMs, log, without: lacking(stage, run) };
  if (tookMs >= leftMs) return { ...result, ...outOfTime(outcomes) };
  return { ...result, outcomes: [...outcomes, ...noTest(outcomes, selection)] };
}

function whyNot({ needs }: Stage, { resources, interruption, endMs }: Run): Missing | undefined {
  if (interruption.aborted) return { reason: 'interrupted', isFailure: true };
  if (Date.now() >= endMs)
    return { reason: 'not reached in the time of the run', isFailure: false };
  return needs.map((need) => resources.missing.get(need)).find(Boolean);
}

/** Prints new failures, because somebody may be waiting for them, and the numbers so far. */
function progressOf(stage: string, startedMs: number): Watch {
  let shown = 0;
  return (outcomes) => {
    const failures = failuresIn(outcomes);
    for (const test of failures.slice(shown)) console.log(`${stage}: FAILED ${inOneLine(test)}`);
    shown = failures.length;
    const seconds = Math.round((Date.now() - startedMs) / 1000);
    console.log(`${stage}: ${verdict(outcomes)}, ${seconds} s`);
  };
}

/** That a runner which the time limit stopped did not finish is not a failure, but everything that failed before is. */
function outOfTime(outcomes: readonly Outcome[]): Pick<StageResult, 'outcomes' | 'notRun'> {
  const reached = count(outcomes, 'passed');
  return {
    outcomes: outcomes.filter(({ title }) => title !== NO_END),
    notRun: `not reached in full in the time of the run: ${reached} tests were`,
  };
}

/** A stage in which no test ran proves nothing, unless only some of its tests were asked for. */
function noTest(outcomes: readonly Outcome[], { paths, title }: Selection): Outcome[] {
  const isInPart = paths.length > 0 || title !== undefined;
  return outcomes.length > 0 || isInPart ? [] : [failure('no test ran')];
}

function lacking(stage: Stage, { resources, selection }: Run): string[] {
  return usedBy(stage, selection).flatMap((name) => {
    const reason = resources.missing.get(name)?.reason;
    return reason === undefined ? [] : [`${name}: ${reason}`];
  });
}

export function stageLine({ stage, outcomes, tookMs, notRun }: StageResult): string {
  const seconds = (tookMs / 1000).toFixed(1).padStart(7);
  const skipped = count(outcomes, 'skipped');
  const words = `${verdict(outcomes)}${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return `${stage.padEnd(12)} ${seconds} s   ${words}${notRun === undefined ? '' : ` (${notRun})`}`;
}

export function inOneLine({ title, at }: Outcome): string {
  return at ? `${at}  ${title}` : title;
}
