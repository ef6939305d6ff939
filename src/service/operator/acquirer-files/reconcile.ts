import { formatMinor } from '#domain/money.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { refusal, type ChangeAnswer, type Refused } from '../command.ts';
import {
  countLines,
  countMissingThere,
  insertFile,
  insertLines,
  selectFile,
  selectFiles,
  selectLineOf,
  selectMissingThere,
  selectUnmatched,
  type AcquirerFile,
  type GivenLine,
  type ListedFile,
} from './queries.ts';

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
export async function listFiles(
  { db }: Pick<Deps, 'db'>,
  page: { after: string | undefined; limit: number },
) {
  return (await selectFiles(db, page)).map(about);
}

function about({ terminal_id: _id, ...file }: ListedFile) {
  return file;
}

/** Matches lines to attempts. A file that says one reference twice is refused, by both its lines. */
export async function addLines(
  { db }: Pick<Deps, 'db'>,
  fileId: string,
  lines: readonly GivenLine[],
): Promise<ChangeAnswer> {
  const file = await selectFile(db, fileId);
  if (file === undefined) return { ok: false, problem: 'not_found' };
  const kept = new Set(await insertLines(db, file, lines));
  const repeated = lines.find(({ line }) => !kept.has(line));
  if (repeated !== undefined) return twice(db, fileId, repeated);
  const result = { lines: lines.length };
  return { ok: true, result, changed: { subject: `acquirer file ${fileId}`, after: result } };
}

async function twice(
  db: Deps['db'],
  fileId: string,
  { line, reference }: GivenLine,
): Promise<Refused> {
  const first = await selectLineOf(db, fileId, reference);
  const where = first === undefined || first.line === line ? 'before' : `on line ${first.line}`;
  return refusal(`Line ${line}: the reference ${reference} stands ${where} already.`);
}

const FINDINGS_SHOWN = 200;

/** A file, and what it says beside what is known: counts, and the first of each kind of finding. */
export async function showFile(
  { db, longRunning }: Pick<ServiceContext, 'db' | 'longRunning'>,
  fileId: string,
  after = 0,
) {
  const file = await selectFile(db, fileId);
  if (file === undefined) return undefined;
  const counts = await countLines(longRunning, fileId);
  const unmatched = await selectUnmatched(db, fileId, { after, most: FINDINGS_SHOWN });
  const there = await selectMissingThere(longRunning, file, FINDINGS_SHOWN);
  return {
    ...about(file),
    ...counts,
    missing_there: await countMissingThere(longRunning, file),
    lines: unmatched.map(({ order_amount_minor: ordered, ...line }) => ({
      ...withAmount(line),
      order_amount: ordered === null ? null : formatMinor(ordered),
    })),
    missing: there.map(withAmount),
  };
}

function withAmount<Row extends { amount_minor: bigint }>({ amount_minor: minor, ...row }: Row) {
  return { ...row, amount: formatMinor(minor) };
}
