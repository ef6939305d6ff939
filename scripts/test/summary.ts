import { inOneLine, stageLine, type StageResult } from './progress-line.ts';
import { sum, verdict } from './tally.ts';

/** The most failures shown, so that the summary fits on one screen. The others are in the logs. */
const MOST_FAILURES = 12;
const WIDTH = 120;
/** Faster tests are not listed. */
const SLOW_MS = 1_000;

/**
 * Returns a run's summary as lines: the stages, the slowest tests, what was not run, the failures, and last the
 * total, which always has the same form.
 */
export function summarize(results: readonly StageResult[]): string[] {
  const total = sum(results.map(({ tally }) => tally));
  const slow = total.slowest.filter(({ tookMs }) => tookMs >= SLOW_MS);
  const failures = results.flatMap(({ stage, tally, log }) =>
    tally.failures.map((failure) => ({ ...failure, stage, log })),
  );
  const more = failures.length - MOST_FAILURES;
  return [
    heading('summary'),
    ...results.map(stageLine),
    ...(slow.length > 0 ? [heading('slowest')] : []),
    ...slow.map(({ tookMs, ...test }) =>
      cut(`${(tookMs / 1000).toFixed(1).padStart(7)} s  ${inOneLine(test)}`),
    ),
    ...notRun(results),
    ...(failures.length > 0 ? [heading('failed')] : []),
    ...failures.slice(0, MOST_FAILURES).flatMap((failure) => [
      `FAILED ${failure.stage}: ${inOneLine(failure)}`,
      ...(failure.why ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => `    ${line}`),
    ]),
    ...(more > 0 ? [`… and ${more} more`] : []),
    ...(failures.length > 0 ? [whereTheRestIs(failures.map(({ log }) => log))] : []),
    '',
    verdict(total),
  ];
}

/** Returns the lines about what was not run. If several stages lack the same resource, one line says so. */
function notRun(results: readonly StageResult[]): string[] {
  const reasons = results.flatMap(({ stage, notRun: reason, without = [] }) => [
    ...(reason === undefined ? [] : [[`${stage}: ${reason}`, stage] as const]),
    ...without.map((lack) => [`in part, without ${lack}`, stage] as const),
  ]);
  const lines = [...Map.groupBy(reasons, ([reason]) => reason)].map(([reason, stages]) =>
    reason.startsWith('in part')
      ? `not run ${reason} (${stages.map(([, stage]) => stage).join(', ')})`
      : `not run ${reason}`,
  );
  const { skipped } = sum(results.map(({ tally }) => tally));
  if (skipped > 0) lines.push(`${skipped} tests were skipped`);
  return lines.length > 0 ? [heading('not run'), ...lines] : [];
}

function whereTheRestIs(logs: readonly (string | undefined)[]): string {
  const named = [...new Set(logs)].filter((log) => log !== undefined);
  return named.length > 0 ? `In full: ${named.join(', ')}` : 'In full: above';
}

function heading(title: string): string {
  return `── ${title} ${'─'.repeat(74 - title.length)}`;
}

function cut(line: string): string {
  return line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line;
}
