import { formatMinor } from '#domain/money.ts';
import { ascending } from '../../platform/cells/merge-pages.ts';
import type { ServiceContext } from '../../platform/context.ts';
import {
  countLines,
  countMissingThere,
  selectMissingThere,
  selectUnmatched,
  type AcquirerFile,
  type LineFinding,
  type ListedFile,
  type MissingThere,
} from './queries.ts';

const FINDINGS_SHOWN = 200;

/** What one cell knows of a file. */
export interface Findings {
  counts: Awaited<ReturnType<typeof countLines>>;
  unmatched: readonly LineFinding[];
  missingThere: number;
  missing: readonly MissingThere[];
}

/** @param after the last line that was shown before */
export async function findingsIn(
  { db, longRunning }: Pick<ServiceContext, 'db' | 'longRunning'>,
  file: AcquirerFile,
  after: number,
): Promise<Findings> {
  return {
    counts: await countLines(longRunning, file.id),
    unmatched: await selectUnmatched(db, file.id, { after, most: FINDINGS_SHOWN }),
    missing: await selectMissingThere(longRunning, file, FINDINGS_SHOWN),
    missingThere: await countMissingThere(longRunning, file),
  };
}

/** Of all cells that answer together: counts, and the first of each kind of finding. */
export function showFindings(
  parts: readonly Findings[],
  { given_lines: given }: Pick<ListedFile, 'given_lines'>,
) {
  const sum = (countIn: (part: Findings) => number) =>
    parts.reduce((total, part) => total + countIn(part), 0);
  const matched = sum(({ counts }) => counts.matched);
  const different = sum(({ counts }) => counts.different);
  const missing_here = sum(({ counts }) => counts.missing_here);
  const unknown = sum(({ counts }) => counts.unknown);
  return {
    ...{ matched, different, missing_here },
    missing_there: sum(({ missingThere }) => missingThere),
    // Lines that a cell keeps that does not answer are not known either.
    unknown: Math.max(unknown, given - matched - different - missing_here),
    lines: parts
      .flatMap(({ unmatched }) => unmatched)
      .toSorted(BY_LINE)
      .slice(0, FINDINGS_SHOWN)
      .map(({ order_amount_minor: ordered, ...line }) => ({
        ...withAmount(line),
        order_amount: ordered === null ? null : formatMinor(ordered),
      })),
    missing: parts
      .flatMap(({ missing }) => missing)
      .toSorted(OLDEST_FIRST)
      .slice(0, FINDINGS_SHOWN)
      .map(withAmount),
  };
}

const BY_LINE = ascending<LineFinding>(({ line }) => line);
const OLDEST_FIRST = ascending<MissingThere>(
  ({ created_at: at }) => at,
  ({ attempt_id: id }) => id,
);

function withAmount<Row extends { amount_minor: bigint }>({ amount_minor: minor, ...row }: Row) {
  return { ...row, amount: formatMinor(minor) };
}
