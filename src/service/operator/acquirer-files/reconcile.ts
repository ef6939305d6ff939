import type { ServiceContext } from '../../platform/context.ts';
import { refusal, type ChangeAnswer, type Refused } from '../command.ts';
import { insertLines, selectSameLines, type GivenLine } from './line-queries.ts';
import {
  insertFile,
  selectFile,
  selectFiles,
  updateGiven,
  type AcquirerFile,
  type ListedFile,
} from './queries.ts';
import { findingsIn, showFindings } from './findings.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'newId'>;

/** Opens an acquirer's file of some days: its lines follow. */
export async function openFile(
  { db, now, newId }: Deps,
  given: Omit<AcquirerFile, 'id'>,
): Promise<string> {
  const id = newId();
  await insertFile(db, { id, ...given }, now());
  return id;
}

/** Those that are kept, the latest first. */
export function listFiles(
  { db }: Pick<Deps, 'db'>,
  page: { after: string | undefined; limit: number },
): Promise<ListedFile[]> {
  return selectFiles(db, page);
}

/** What is said of a file, beside what was found. */
export function about({ id, terminal, first_day, last_day, created_at }: ListedFile) {
  return { id, terminal, first_day, last_day, created_at };
}

export interface Added {
  /** Those that are kept here. */
  lines: readonly GivenLine[];
  /** How many there are, those among them that other cells keep. */
  given: number;
  /** Cells that did not answer: what is not known here may be known there. */
  missing: readonly number[];
}

/** Matches lines to attempts. A file that says one reference twice is refused, by both its lines. */
export async function addLines(
  { db }: Pick<Deps, 'db'>,
  fileId: string,
  { lines, given, missing }: Added,
): Promise<ChangeAnswer> {
  const file = await selectFile(db, fileId);
  if (file === undefined) return { ok: false, problem: 'not_found' };
  const refused = await keepLines(db, file, {
    lines,
    withoutAttempt: missing.length === 0 ? 'missing_here' : 'unknown',
  });
  if (refused !== undefined) return refused;
  await updateGiven(db, fileId, { lines: given, missing });
  const result = { lines: given };
  const after = { ...result, ...(missing.length > 0 && { missing_cells: missing }) };
  return { ok: true, result, changed: { subject: `acquirer file ${fileId}`, after } };
}

/** @returns what is wrong with one of them, if anything */
export async function keepLines(
  db: Deps['db'],
  file: Pick<AcquirerFile, 'id' | 'terminal_id'>,
  { lines, ...rest }: Parameters<typeof insertLines>[2],
): Promise<Refused | undefined> {
  if (lines.length === 0) return undefined;
  const kept = new Set(await insertLines(db, file, { lines, ...rest }));
  const repeated = lines.find(({ line }) => !kept.has(line));
  if (repeated === undefined) return undefined;
  return twice(repeated, await selectSameLines(db, file.id, [repeated]));
}

/** @param others lines that have its number or its reference, whichever is there first */
export function twice(
  { line, reference }: GivenLine,
  others: readonly { line: number; reference: string }[],
): Refused {
  const first = others.find((other) => other.reference === reference);
  const where = first === undefined || first.line === line ? 'before' : `on line ${first.line}`;
  return refusal(`Line ${line}: the reference ${reference} stands ${where} already.`);
}

/** A file, and what it says beside what is known: counts, and the first of each kind of finding. */
export async function showFile(
  context: Pick<ServiceContext, 'db' | 'longRunning'>,
  fileId: string,
  after: number,
) {
  const file = await selectFile(context.db, fileId);
  if (file === undefined) return undefined;
  return { ...about(file), ...showFindings([await findingsIn(context, file, after)], file) };
}
