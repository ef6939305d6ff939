import { count, failuresIn, verdict } from './outcomes.ts';
import { inOneLine, stageLine, type StageResult } from './run-stage.ts';

/** The most failures shown, so that the summary fits on one screen. The others are in the logs. */
const MOST_FAILURES = 12;
const SLOWEST = 10;
/** Faster tests are not listed. */
const SLOW_MS = 1_000;
const WIDTH = 120;

/**
 * Returns a run's summary as lines: the stages, the slowest tests, what was not run, the failures, and last the
 * total, which always has the same form.
 */
export function summarize(results: readonly StageResult[]): string[] {
  const total = results.flatMap(({ outcomes }) => outcomes);
  return [
    ...part('summary', results.map(stageLine)),
    ...part('slowest', slowest(results)),
    ...part('not run', notRun(results)),
    ...part('failed', failures(results)),
    '',
    verdict(total),
  ];
}

function part(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [`── ${title} ${'─'.repeat(74 - title.length)}`, ...lines] : [];
}

function slowest(results: readonly StageResult[]): string[] {
  return results
    .flatMap(({ outcomes }) => outcomes)
    .map((test) => ({ tookMs: test.tookMs ?? 0, line: inOneLine(test) }))
    .filter(({ tookMs }) => tookMs >= SLOW_MS)
    .toSorted((one, other) => other.tookMs - one.tookMs)
    .slice(0, SLOWEST)
    .map(({ tookMs, line }) => `${(tookMs / 1000).toFixed(1).padStart(7)} s  ${line}`)
    .map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line));
}

/** If several stages lack the same resource, one line says so. */
function notRun(results: readonly StageResult[]): string[] {
  const whole = results.flatMap(({ stage, notRun: reason }) =>
    reason === undefined ? [] : [`not run ${stage}: ${reason}`],
  );
  const lacks = results.flatMap(({ stage, without = [] }) =>
    without.map((lack) => ({ lack, stage })),
  );
  const inPart = [...Map.groupBy(lacks, ({ lack }) => lack)].map(
    ([lack, stages]) =>
      `not run in part, without ${lack} (${stages.map(({ stage }) => stage).join(', ')})`,
  );
  const skipped = results.reduce((sum, { outcomes }) => sum + count(outcomes, 'skipped'), 0);
  return [...inPart, ...whole, ...(skipped > 0 ? [`${skipped} tests were skipped`] : [])];
}

function failures(results: readonly StageResult[]): string[] {
  const all = results.flatMap(({ stage, outcomes, log }) =>
    failuresIn(outcomes).map((test) => ({ stage, log, test })),
  );
  if (all.length === 0) return [];
  const more = all.length - MOST_FAILURES;
  const logs = [...new Set(all.map(({ log }) => log ?? 'above'))];
  return [
    ...all.slice(0, MOST_FAILURES).flatMap(({ stage, test }) => [
      `FAILED ${stage}: ${inOneLine(test)}`,
      ...(test.why ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => `    ${line}`),
    ]),
    ...(more > 0 ? [`… and ${more} more`] : []),
    `In full: ${logs.join(', ')}`,
  ];
}
