import { count, type Outcome } from './outcomes.ts';
import type { Resources } from './resources.ts';
import type { StageResult } from './run-stage.ts';

const SLOWEST = 10;
/** Faster tests are not listed. */
const SLOW_MS = 1_000;

/**
 * Returns a run's summary as lines: the stages, the slowest tests, what was not run, the failures, and last the
 * total. The form of the last line is fixed, because programs read it.
 */
export function summarize(
  results: readonly StageResult[],
  missing: Resources['missing'],
): string[] {
  const total = results.flatMap(({ outcomes }) => outcomes);
  const slow = total
    .filter(({ tookMs = 0 }) => tookMs >= SLOW_MS)
    .toSorted((one, other) => (other.tookMs ?? 0) - (one.tookMs ?? 0))
    .slice(0, SLOWEST)
    .map((test) => `${seconds(test)}  ${inOneLine(test)}`);
  const lacking = [...missing].map(([name, reason]) => `without ${name}: ${String(reason)}`);
  const failed = results.flatMap(({ stage, outcomes }) =>
    outcomes
      .filter(({ outcome }) => outcome === 'failed')
      .map((test) => `FAILED ${stage}: ${inOneLine(test)}`),
  );
  return [
    ...part('summary', results.map(stageLine)),
    ...part('slowest', slow),
    ...part('not run, or in part', lacking),
    ...part('failed', failed),
    '',
    verdict(total),
  ];
}

function part(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [`── ${title} ${'─'.repeat(74 - title.length)}`, ...lines] : [];
}

function stageLine(result: StageResult): string {
  const { stage, outcomes, notRun } = result;
  const skipped = count(outcomes, 'skipped');
  return [
    `${stage.padEnd(12)} ${seconds(result)}   ${verdict(outcomes)}`,
    skipped > 0 ? `, ${skipped} skipped` : '',
    notRun === undefined ? '' : ` (${notRun})`,
  ].join('');
}

function verdict(outcomes: readonly Outcome[]): string {
  return `${count(outcomes, 'passed')} passed, ${count(outcomes, 'failed')} failed`;
}

function inOneLine({ title, at = '' }: Outcome): string {
  return `${at}  ${title}`.trim();
}

function seconds({ tookMs = 0 }: { tookMs?: number }): string {
  return `${(tookMs / 1000).toFixed(1).padStart(7)} s`;
}
