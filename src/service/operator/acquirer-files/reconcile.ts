import type { ServiceContext } from '../../platform/context.ts';
import {
  type AcquirerFile,
  type GivenLine,
  type LineFinding,
  type ListedFile,
  type MissingThere,
  type Settled,
  countLines,
  countMissingThere,
  insertFile,
  insertLines,
  selectFile,
  selectFiles,
  selectKnownLines,
  selectMissingThere,
  selectSameLines,
  selectUnmatched,
  sumSettled,
  updateGiven,
} from './store.ts';
import { ascending, descending } from '../../platform/cells/merge-pages.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import {
  type Call,
  type ChangeAnswer,
  NOT_FOUND,
  type OperatorAnswer,
  type Refused,
  refusal,
} from '../answer.ts';
import { type AskAll, answerWithout } from '../cells/across.ts';
import { findSharedTerminal } from '../../merchants/find-terminal.ts';
import { recordingChanges } from '../audit/append.ts';
import { formatMinor } from '#domain/money.ts';
import { LINE_KINDS, singleKey } from '#domain/settlement-line.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'newId'>;

/** Creates an acquirer's file for a range of days; its lines are added later. */
export async function openFile(
  { db, now, newId }: Deps,
  given: Omit<AcquirerFile, 'id'>,
): Promise<string> {
  const id = newId();
  await insertFile(db, { id, ...given }, now());
  return id;
}

/** Lists the stored files, latest first. */
export function listFiles(
  { db }: Pick<Deps, 'db'>,
  page: { after: string | undefined; limit: number },
): Promise<ListedFile[]> {
  return selectFiles(db, page);
}

/** Returns a file's description, without its findings. */
export function describeFile({
  id,
  terminal,
  first_day,
  last_day,
  profile,
  created_at,
}: ListedFile) {
  return { id, terminal, first_day, last_day, profile, created_at };
}

export interface Added {
  /** The lines that this cell stores. */
  lines: readonly GivenLine[];
  /** The number of lines sent, including those that other cells store. */
  given: number;
  /** Cells that did not answer: lines that are unknown here may be known there. */
  missing: readonly number[];
}

/** Matches lines to attempts. Refuses a file with a repeated reference, and names both lines. */
export async function addLines(
  { db }: Pick<Deps, 'db'>,
  fileId: string,
  { lines, given, missing }: Added,
): Promise<ChangeAnswer<{ lines: number }>> {
  const file = await selectFile(db, fileId);
  if (file === undefined) return { ok: false, problem: 'not_found' };
  const refused = await storeLines(db, file, {
    lines,
    withoutAttempt: missing.length === 0 ? 'missing_here' : 'unknown',
  });
  if (refused !== undefined) return refused;
  await updateGiven(db, fileId, { lines: given, missing });
  const result = { lines: given };
  const after = { ...result, ...(missing.length > 0 && { missing_cells: missing }) };
  return { ok: true, result, changed: { subject: `acquirer file ${fileId}`, after } };
}

/** @returns the refusal for the first repeated line, if there is one */
async function storeLines(
  db: Deps['db'],
  file: Pick<AcquirerFile, 'id' | 'terminal_id'>,
  { lines, ...rest }: Parameters<typeof insertLines>[2],
): Promise<Refused | undefined> {
  if (lines.length === 0) return undefined;
  const kept = new Set(await insertLines(db, file, { lines, ...rest }));
  const repeated = lines.find(({ line }) => !kept.has(line));
  if (repeated === undefined) return undefined;
  return refuseRepeated(repeated, await selectSameLines(db, file.id, [repeated]));
}

type SameLine = Pick<GivenLine, 'line' | 'kind' | 'reference'>;

/** @param others earlier lines with the same number or the same reference */
function refuseRepeated(given: GivenLine, others: readonly SameLine[]): Refused {
  const { line, reference } = given;
  const first = others.find((other) => singleKey(other) === singleKey(given));
  const where =
    first === undefined || first.line === line ? 'in the file' : `on line ${first.line}`;
  return refusal(`Line ${line}: the reference ${reference} is already ${where}.`);
}

/** Returns a file with its counts and the first findings of each kind. */
export async function showFile(
  context: Pick<ServiceContext, 'db' | 'longRunning'>,
  fileId: string,
  after: number,
) {
  const file = await selectFile(context.db, fileId);
  if (file === undefined) return undefined;
  return { ...describeFile(file), ...showFindings([await findingsIn(context, file, after)], file) };
}

/** The file is in cell 0. Each line is in the cell of its attempt; lines without an attempt are in cell 0. */
interface Cells {
  first: ServiceContext;
  askAll: AskAll;
}

/** Matching a large file takes longer than a request's deadline allows. An unavailable cell ends the wait by itself. */
const TAKES_MINUTES = { takesMinutes: true };

/**
 * Matches the lines of a file for a terminal that all merchants share, each line in the cell that has its attempt.
 * Nothing is stored before all cells were asked which lines they know. While a cell does not answer, a line that no
 * other cell knows is `unknown` and not `missing_here`.
 */
export async function addLinesAcross(
  { first, askAll }: Cells,
  { fileId, lines }: { fileId: string; lines: readonly GivenLine[] },
  call: Call & { reason: string | undefined },
): Promise<OperatorAnswer> {
  const file = await selectFile(first.db, fileId);
  if (file === undefined) return NOT_FOUND;
  const { answers, missing } = await askAll(
    (context) => findKnownLines(context, file, lines),
    TAKES_MINUTES,
  );
  const same = answers.flatMap(({ answer }) => answer.same);
  const repeated = refusedLine(lines, same);
  if (repeated !== undefined) return repeated;
  const cellByLine = cellsByLine(
    answers.map(({ cell, answer }) => ({ cell, known: answer.known })),
  );
  const ofCell = (cell: number) => lines.filter(({ line }) => (cellByLine.get(line) ?? 0) === cell);
  const kept = await askAll(
    (context, cell) =>
      cell === 0 ? Promise.resolve(undefined) : storeLinesIn(context, file, ofCell(cell)),
    TAKES_MINUTES,
  );
  const refused = kept.answers.find(({ answer }) => answer !== undefined)?.answer;
  if (refused !== undefined) return refused;
  const lost = kept.missing.filter((cell) => ofCell(cell).length > 0);
  if (lost.length > 0) {
    return refusal(`Cells do not answer (${lost.join(', ')}): match the file again later.`);
  }
  return recordingChanges(first, call, (within) =>
    addLines(within, fileId, { lines: ofCell(0), given: lines.length, missing }),
  );
}

/** Returns which lines a cell has stored already, and for which lines it knows an attempt. */
async function findKnownLines(
  context: ServiceContext,
  file: ListedFile,
  lines: readonly GivenLine[],
) {
  const { db } = context;
  const same = await selectSameLines(db, file.id, lines);
  const terminal = await findSharedTerminal(db, file.terminal);
  const known = terminal === undefined ? [] : await selectKnownLines(db, terminal.id, lines);
  return { same, known };
}

function refusedLine(lines: readonly GivenLine[], same: readonly SameLine[]): Refused | undefined {
  const [numbers, singles] = [new Set<number>(), new Map<string, SameLine>()];
  const remember = (each: SameLine) => {
    const key = singleKey(each);
    numbers.add(each.line);
    if (key !== undefined) singles.set(key, each);
  };
  same.forEach(remember);
  for (const given of lines) {
    const first = singles.get(singleKey(given) ?? '');
    if (numbers.has(given.line) || first !== undefined) {
      return refuseRepeated(given, first === undefined ? [] : [first]);
    }
    remember(given);
  }
  return undefined;
}

/**
 * Returns the cell of each line's attempt. An approved attempt comes before others; among equals the first cell does.
 */
function cellsByLine(
  answers: readonly { cell: number; known: readonly { line: number; approved: boolean }[] }[],
): ReadonlyMap<number, number> {
  const all = answers.flatMap(({ cell, known }) => known.map((one) => ({ ...one, cell })));
  const cellByLine = new Map<number, number>();
  for (const { line, cell } of all.toSorted(APPROVED_FIRST)) {
    if (!cellByLine.has(line)) cellByLine.set(line, cell);
  }
  return cellByLine;
}

const APPROVED_FIRST = descending<{ approved: boolean }>(({ approved }) => approved);

/** @returns the refusal for the first repeated line, if there is one */
async function storeLinesIn(
  context: ServiceContext,
  file: ListedFile,
  lines: readonly GivenLine[],
): Promise<Refused | undefined> {
  if (lines.length === 0) return undefined;
  const terminal = await findSharedTerminal(context.db, file.terminal);
  if (terminal === undefined) return NOT_FOUND;
  const here = { ...file, terminal_id: terminal.id };
  return inTransaction(context.db, async (db) => {
    await insertFile(db, here, file.created_at);
    return storeLines(db, here, { lines, withoutAttempt: 'missing_here' });
  });
}

/**
 * Returns the combined findings of all cells. A cell that does not answer adds neither missing lines nor missing
 * attempts.
 */
export async function showFileAcross(
  { first, askAll }: Cells,
  { fileId, after }: { fileId: string; after: number },
): Promise<OperatorAnswer> {
  const file = await selectFile(first.db, fileId);
  if (file === undefined) return NOT_FOUND;
  const { answers, missing } = await askAll(async (context) => {
    const terminal = await findSharedTerminal(context.db, file.terminal);
    if (terminal === undefined) return undefined;
    return findingsIn(context, { ...file, terminal_id: terminal.id }, after);
  }, TAKES_MINUTES);
  const parts = answers.flatMap(({ cell, answer }) => {
    if (answer === undefined) return [];
    // This cell did not answer when lines were added, so its attempts were not matched to them.
    const knowsAll = !file.missing_cells.includes(cell);
    return [knowsAll ? answer : { ...answer, missingThere: 0, missing: [] }];
  });
  const without = [...new Set([...missing, ...file.missing_cells])].toSorted((a, b) => a - b);
  return answerWithout(without, { ...describeFile(file), ...showFindings(parts, file) });
}

const FINDINGS_SHOWN = 200;

/** One cell's findings about a file. */
export interface Findings {
  counts: Awaited<ReturnType<typeof countLines>>;
  settled: readonly Settled[];
  unmatched: readonly LineFinding[];
  missingThere: number;
  missing: readonly MissingThere[];
}

/** @param after the number of the last line shown before */
async function findingsIn(
  { db, longRunning }: Pick<ServiceContext, 'db' | 'longRunning'>,
  file: AcquirerFile,
  after: number,
): Promise<Findings> {
  return {
    counts: await countLines(longRunning, file.id),
    settled: await sumSettled(longRunning, file.id),
    unmatched: await selectUnmatched(db, file.id, { after, most: FINDINGS_SHOWN }),
    missing: await selectMissingThere(longRunning, file, FINDINGS_SHOWN),
    missingThere: await countMissingThere(longRunning, file),
  };
}

/** Combines the findings of the cells that answered: counts, and the first findings of each kind. */
function showFindings(
  parts: readonly Findings[],
  { given_lines: given }: Pick<ListedFile, 'given_lines'>,
) {
  const sum = (countIn: (part: Findings) => number) =>
    parts.reduce((total, part) => total + countIn(part), 0);
  const matched = sum(({ counts }) => counts.matched);
  const different = sum(({ counts }) => counts.different);
  const missing_here = sum(({ counts }) => counts.missing_here);
  const unknown = sum(({ counts }) => counts.unknown);
  const own = sum(({ counts }) => counts.own);
  return {
    settled: showSettled(parts.flatMap(({ settled }) => settled)),
    matched,
    different,
    missing_here,
    missing_there: sum(({ missingThere }) => missingThere),
    // Lines stored in a cell that does not answer are unknown too.
    unknown: Math.max(unknown, given - matched - different - missing_here - own),
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

/** Sums all cells' settled lines in the order of `LINE_KINDS`: the net, the acquirer's fees, and the total of both. */
function showSettled(parts: readonly Settled[]) {
  const groups = Object.groupBy(parts, ({ kind, currency }) => `${kind} ${currency}`);
  const totals = Object.values(groups).flatMap((group = []) => {
    const [first] = group;
    if (first === undefined) return [];
    const { kind, currency } = first;
    const net = group.reduce((sum, { net_minor: each }) => sum + each, 0n);
    const fees = group.reduce((sum, { fee_minor: each }) => sum + each, 0n);
    return [
      {
        kind,
        currency,
        lines: group.reduce((sum, { lines }) => sum + lines, 0),
        amount: formatMinor(net + fees),
        fees: formatMinor(fees),
        net: formatMinor(net),
      },
    ];
  });
  return totals.toSorted(
    ascending(
      ({ kind }) => LINE_KINDS.indexOf(kind),
      ({ currency }) => currency,
    ),
  );
}

const BY_LINE = ascending<LineFinding>(({ line }) => line);
const OLDEST_FIRST = ascending<MissingThere>(
  ({ created_at: at }) => at,
  ({ attempt_id: id }) => id,
);

function withAmount<Row extends { amount_minor: bigint }>({ amount_minor: minor, ...row }: Row) {
  return { ...row, amount: formatMinor(minor) };
}
