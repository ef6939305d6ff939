import type { ServiceContext } from '../../platform/context.ts';
import { descending } from '../../platform/cells/merge-pages.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { NOT_FOUND, type Call, type OperatorAnswer, type Refused } from '../answer.ts';
import { answerWithout, type AskAll } from '../cells/across.ts';
import { refusal } from '../command.ts';
import { findSharedTerminal } from '../find-terminal.ts';
import { recordingChanges } from '../recording-changes.ts';
import { findingsIn, showFindings } from './findings.ts';
import { selectKnownLines, selectSameLines, type GivenLine } from './line-queries.ts';
import { insertFile, selectFile, type ListedFile } from './queries.ts';
import { about, addLines, keepLines, twice } from './reconcile.ts';

/** The file is in cell 0, and each line of it in the cell of its attempt; those without any are in cell 0. */
interface Deps {
  first: ServiceContext;
  askAll: AskAll;
}

/** Lines of a large file are more than a request waits for; a cell that is unavailable ends it sooner by itself. */
const LONG = { takesMinutes: true };

/**
 * Matches lines of a file for a terminal that all merchants share, each in the cell that has the attempt. Nothing is
 * kept before all cells have said what they know. Of a line that no cell knows, nobody says that it is missing
 * while a cell does not answer.
 */
export async function addLinesAcross(
  { first, askAll }: Deps,
  { fileId, lines }: { fileId: string; lines: readonly GivenLine[] },
  call: Call & { reason: string | undefined },
): Promise<OperatorAnswer> {
  const file = await selectFile(first.db, fileId);
  if (file === undefined) return NOT_FOUND;
  const { answers, missing } = await askAll((context) => knownIn(context, file, lines), LONG);
  const same = answers.flatMap(({ answer }) => answer.same);
  const repeated = refusedLine(lines, same);
  if (repeated !== undefined) return repeated;
  const homes = homesOf(answers.map(({ cell, answer }) => ({ cell, known: answer.known })));
  const ofCell = (cell: number) => lines.filter(({ line }) => (homes.get(line) ?? 0) === cell);
  const kept = await askAll(
    (context, cell) =>
      cell === 0 ? Promise.resolve(undefined) : keepIn(context, file, ofCell(cell)),
    LONG,
  );
  const refused = kept.answers.find(({ answer }) => answer !== undefined)?.answer;
  if (refused !== undefined) return refused;
  const lost = kept.missing.filter((cell) => ofCell(cell).length > 0);
  if (lost.length > 0) {
    return refusal(`Cells do not answer (${lost.join(', ')}): match the file anew.`);
  }
  return recordingChanges(first, call, (within) =>
    addLines(within, fileId, { lines: ofCell(0), given: lines.length, missing }),
  );
}

/** What a cell has of the file already, and which lines it knows an attempt for. */
async function knownIn(context: ServiceContext, file: ListedFile, lines: readonly GivenLine[]) {
  const { db } = context;
  const same = await selectSameLines(db, file.id, lines);
  const terminal = await findSharedTerminal(db, file.terminal);
  const known = terminal === undefined ? [] : await selectKnownLines(db, terminal.id, lines);
  return { same, known };
}

function refusedLine(
  lines: readonly GivenLine[],
  same: readonly { line: number; reference: string }[],
): Refused | undefined {
  const [numbers, references] = [new Set<number>(), new Map<string, number>()];
  for (const { line, reference } of same) {
    numbers.add(line);
    references.set(reference, line);
  }
  for (const given of lines) {
    const { line, reference } = given;
    const first = references.get(reference);
    if (numbers.has(line) || first !== undefined) {
      return twice(given, first === undefined ? [] : [{ line: first, reference }]);
    }
    numbers.add(line);
    references.set(reference, line);
  }
  return undefined;
}

/** By line the cell that has its attempt: an approved one before another, and of several the first. */
function homesOf(
  answers: readonly { cell: number; known: readonly { line: number; approved: boolean }[] }[],
): ReadonlyMap<number, number> {
  const all = answers.flatMap(({ cell, known }) => known.map((one) => ({ ...one, cell })));
  const homes = new Map<number, number>();
  for (const { line, cell } of all.toSorted(APPROVED_FIRST)) {
    if (!homes.has(line)) homes.set(line, cell);
  }
  return homes;
}

const APPROVED_FIRST = descending<{ approved: boolean }>(({ approved }) => approved);

/** @returns what is wrong with one of them, if anything */
async function keepIn(
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
    return keepLines(db, here, { lines, withoutAttempt: 'missing_here' });
  });
}

/** What all cells together say of a file. Of one that did not answer nothing is said to be missing, here or there. */
export async function showFileAcross(
  { first, askAll }: Deps,
  { fileId, after }: { fileId: string; after: number },
): Promise<OperatorAnswer> {
  const file = await selectFile(first.db, fileId);
  if (file === undefined) return NOT_FOUND;
  const { answers, missing } = await askAll(async (context) => {
    const terminal = await findSharedTerminal(context.db, file.terminal);
    if (terminal === undefined) return undefined;
    return findingsIn(context, { ...file, terminal_id: terminal.id }, after);
  }, LONG);
  const parts = answers.flatMap(({ cell, answer }) => {
    if (answer === undefined) return [];
    // It has attempts whose lines it was never asked about.
    const knowsAll = !file.missing_cells.includes(cell);
    return [knowsAll ? answer : { ...answer, missingThere: 0, missing: [] }];
  });
  const without = [...new Set([...missing, ...file.missing_cells])].toSorted((a, b) => a - b);
  return answerWithout(without, { ...about(file), ...showFindings(parts, file) });
}
