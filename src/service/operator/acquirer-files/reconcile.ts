import type { ServiceContext } from '../../platform/context.ts';
import {
  type AcquirerFile,
  type GivenLine,
  type ListedFile,
  type Settled,
  countLines,
  countMissingThere,
  deleteFilesBefore,
  insertFile,
  insertLines,
  selectFile,
  selectFiles,
  selectMissingThere,
  selectSameLines,
  selectUnmatched,
  sumSettled,
} from './store.ts';
import { type ChangeAnswer, NOT_FOUND, type Refused, refusal } from '../answer.ts';
import { after } from '../../platform/database/due-work.ts';
import type { Sweep } from '../../platform/sweep-runner.ts';
import { sql } from 'kysely';
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
  format,
  created_at,
}: ListedFile) {
  return { id, terminal, first_day, last_day, format, created_at };
}

/** Matches lines to attempts. Refuses a file with a repeated reference, and names both lines. */
export async function addLines(
  { db }: Pick<Deps, 'db'>,
  fileId: string,
  lines: readonly GivenLine[],
): Promise<ChangeAnswer<{ lines: number }>> {
  const file = await selectFile(db, fileId);
  if (file === undefined) return NOT_FOUND;
  const inserted = new Set(await insertLines(db, file, lines));
  const repeated = lines.find(({ line }) => !inserted.has(line));
  if (repeated !== undefined) {
    return refuseRepeated(repeated, await selectSameLines(db, file.id, repeated));
  }
  const result = { lines: lines.length };
  return { ok: true, result, changed: { subject: `acquirer file ${fileId}`, after: result } };
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

const FINDINGS_SHOWN = 200;

/**
 * Returns a file with its counts and the first findings of each kind.
 *
 * @param after the number of the last line shown before
 */
export async function showFile(
  { db, longRunning }: Pick<ServiceContext, 'db' | 'longRunning'>,
  fileId: string,
  after: number,
) {
  const file = await selectFile(db, fileId);
  if (file === undefined) return undefined;
  const { own: _own, ...counts } = await countLines(longRunning, file.id);
  const settled = await sumSettled(longRunning, file.id);
  const unmatched = await selectUnmatched(db, file.id, { after, most: FINDINGS_SHOWN });
  const missing = await selectMissingThere(longRunning, file, FINDINGS_SHOWN);
  return {
    ...describeFile(file),
    settled: showSettled(settled),
    ...counts,
    missing_there: await countMissingThere(longRunning, file),
    lines: unmatched.map(({ order_amount_minor: ordered, ...line }) => ({
      ...withAmount(line),
      order_amount: ordered === null ? null : formatMinor(ordered),
    })),
    missing: missing.map(withAmount),
  };
}

/** Returns the settled lines in the order of `LINE_KINDS`: the net, the acquirer's fees, and the total of both. */
function showSettled(rows: readonly Settled[]) {
  return rows
    .toSorted((one, other) => LINE_KINDS.indexOf(one.kind) - LINE_KINDS.indexOf(other.kind))
    .map(({ kind, currency, lines, net_minor: net, fee_minor: fees }) => ({
      kind,
      currency,
      lines,
      amount: formatMinor(net + fees),
      fees: formatMinor(fees),
      net: formatMinor(net),
    }));
}

function withAmount<Row extends { amount_minor: bigint }>({ amount_minor: minor, ...row }: Row) {
  return { ...row, amount: formatMinor(minor) };
}

const KEPT_MS = 7 * 86_400_000;

/** Deletes files after a week. */
export function acquirerFilesSweep({ db, now: clock }: Pick<Deps, 'db' | 'now'>): Sweep {
  return {
    name: 'remove-acquirer-files',
    due: (now) =>
      sql`exists (select from acquirer_files where created_at < ${after(now, -KEPT_MS)})`,
    run: () => deleteFilesBefore(db, new Date(clock().getTime() - KEPT_MS)),
  };
}
