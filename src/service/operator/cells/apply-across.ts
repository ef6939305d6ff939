import { z } from 'zod';
import { countMerchants } from '../../merchants/find-merchant.ts';
import type { CellAnswers } from '../../platform/cells/ask-cells.ts';
import type { Cells } from '../../platform/cells/cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { invalid, refusal, type Call, type OperatorAnswer } from '../answer.ts';
import type { OperatorCommand, Read } from '../command.ts';
import { NOT_APPLIED } from '../deployment/apply.ts';
import { selectTerminals, type TerminalRow } from '../deployment/queries.ts';
import { answerWithout, gathered, type AskAll, type Several } from './across.ts';
import { cellOfFewest } from './route-to-cell.ts';
import { shareTerminals } from './share-terminals.ts';
import { member, namedInFile, type NamedTerminal } from '../deployment/file.ts';

const applied = z.object({
  changes: z.array(z.looseObject({ place: z.string() })),
  terminals: z.record(z.string(), z.unknown()).optional(),
  merchants: z.record(z.string(), z.unknown()).optional(),
});
type Piece = z.output<typeof applied>;

/** The input of `apply`. */
interface Applied extends Readonly<Record<string, unknown>> {
  deployment: Record<string, unknown>;
  dry_run: boolean;
}

const TAKES_MINUTES = { takesMinutes: true };

/**
 * Applies a deployment file in all cells. All of them must answer, because an unavailable cell may have any of the
 * merchants. Each cell first checks its part in a dry run, then applies it in its own transaction. Cell 0 comes first;
 * the terminals that all merchants share are then copied from it, so that the other cells match it even if another file
 * is applied meanwhile. If this is interrupted, applying the file again completes it.
 */
export function appliedByCell(command: OperatorCommand): OperatorCommand {
  const runAcross = async (
    { own: input, common }: Read<Applied>,
    askAll: AskAll,
    call: Call,
    cells: Cells<ServiceContext>,
  ): Promise<OperatorAnswer> => {
    const names = merchantsNamed(input.deployment);
    const asked = await askAll((context) => findKnownMerchants(context, names));
    if (asked.missing.length > 0) {
      return refusal(`Nothing was done: cells do not answer (${asked.missing.join(', ')}).`);
    }
    const known = asked.answers.map(({ cell, answer }) => ({ cell, ...answer }));
    const all = new Map(known.flatMap(({ owners }) => [...owners]));
    const inEach = splitFile(input.deployment, known, 'each');
    const elsewhere = known.map(({ cell, owners: own }) =>
      ownersElsewhere({ file: input.deployment, here: inEach.get(cell) }, { all, own }),
    );
    const run = (more: object, context: ServiceContext, cell: number) =>
      command.run({ own: { ...input, ...more }, common }, context, {
        ...call,
        ownersElsewhere: elsewhere[cell],
      });
    const tried = await askAll(
      (context, cell) => run({ dry_run: true, deployment: inEach.get(cell) }, context, cell),
      TAKES_MINUTES,
    );
    const wrong = refusedBy(tried, changesOfOwner(input.deployment, all));
    if (wrong !== undefined) return wrong;
    if (input.dry_run) return combineAnswers(tried);
    const pieces = splitFile(input.deployment, known, 0);
    const first = await run({ deployment: pieces.get(0) }, cells.first, 0);
    if (!first.ok) return first;
    await shareTerminals(cells);
    const done = await askAll(async (context, cell) => {
      if (cell === 0) return first;
      return run({ deployment: pieces.get(cell) }, context, cell);
    }, TAKES_MINUTES);
    return combineAnswers(done);
  };
  return { ...command, runAcross };
}

async function findKnownMerchants(
  { db }: ServiceContext,
  names: readonly string[],
): Promise<Omit<KnownInCell, 'cell'>> {
  const merchants = await countMerchants(db);
  const owners = ownersOf(await selectTerminals(db));
  if (names.length === 0) return { merchants, names, owners };
  const found = await db
    .selectFrom('merchants')
    .select('name')
    .where('name', 'in', names)
    .execute();
  return { merchants, names: found.map(({ name }) => name), owners };
}

/** Combines the reasons of all cells. */
function refusedBy(
  { answers }: CellAnswers<OperatorAnswer>,
  ofAll: readonly string[],
): OperatorAnswer | undefined {
  const refusals = answers.flatMap(({ answer }) => (answer.ok ? [] : [answer]));
  const reasons = refusals.flatMap((one) => (one.problem === 'invalid' ? one.problems : []));
  const [first] = refusals;
  if (first !== undefined && first.problem !== 'invalid') return first;
  const every = [...new Set([...ofAll, ...reasons])];
  return every.length === 0 ? undefined : invalid(every, first?.detail ?? NOT_APPLIED);
}

/**
 * Combines the cells' results. Terminals that all merchants share are listed once, with their ids in the first cell.
 */
function combineAnswers(asked: CellAnswers<OperatorAnswer>): OperatorAnswer {
  const done = gathered<{ ok: true; result: unknown }>(asked);
  if (!done.ok) return done;
  const [first, ...others] = done.values;
  const parts: Several<Piece> = [
    applied.parse(first.value.result),
    ...others.map(({ value }) => applied.parse(value.result)),
  ];
  return answerWithout(
    done.missing,
    parts.reduce((one, other) => {
      const places = new Set(one.changes.map(({ place }) => place));
      return {
        changes: [...one.changes, ...other.changes.filter(({ place }) => !places.has(place))],
        ...(one.terminals && { terminals: { ...other.terminals, ...one.terminals } }),
        ...(one.merchants && { merchants: { ...one.merchants, ...other.merchants } }),
      };
    }),
  );
}

/** What a cell has of the merchants that a file names, and its terminals. */
export interface KnownInCell {
  cell: number;
  /** The number of all its merchants. */
  merchants: number;
  names: readonly string[];
  owners: Owners;
}

type Lists = Record<'terminals' | 'merchants', unknown[]>;

/** Returns the merchants that a deployment file names, as merchants or as owners of terminals. */
export function merchantsNamed(file: unknown): string[] {
  const { merchants = [], terminals = [] } = namedInFile.parse(file);
  const names = [...merchants.map(({ name }) => name), ...terminals.map((each) => each.merchant)];
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

/**
 * Splits a deployment file into one for each cell: a merchant goes to its cell, a new one to the cell with the fewest
 * merchants, and a merchant's own terminal to the merchant's cell. Entries that cannot be assigned go to cell 0, whose
 * validation reports them.
 *
 * @param terminalsForAll where terminals that all merchants share go: to cell 0, or to each cell
 */
export function splitFile(
  file: Readonly<Record<string, unknown>>,
  known: readonly KnownInCell[],
  terminalsForAll: 'each' | 0,
): Map<number, Record<string, unknown>> {
  const { merchants = [], terminals = [] } = namedInFile.parse(file);
  const cellOf = cellsByName(
    merchants.map(({ name }) => name),
    known,
  );
  const lists = new Map<number, Lists>(
    known.map(({ cell }) => [cell, { terminals: [], merchants: [] }]),
  );
  for (const [index, item] of itemsOf(file['merchants']).entries()) {
    lists.get(cellOf(merchants[index]?.name))?.merchants.push(item);
  }
  for (const [index, item] of itemsOf(file['terminals']).entries()) {
    const owning = cellOfTerminal(terminals[index] ?? {}, known, cellOf) ?? terminalsForAll;
    for (const [cell, list] of lists) {
      if (owning === 'each' || owning === cell) list.terminals.push(item);
    }
  }
  return new Map(
    [...lists].map(([cell, list]) => [cell, pieceOf(cell === 0 ? file : {}, file, list)]),
  );
}

/** @returns undefined for a terminal that all merchants share */
function cellOfTerminal(
  { name = '', merchant }: NamedTerminal,
  known: readonly KnownInCell[],
  cellOf: (merchant: string) => number,
): number | undefined {
  if (typeof merchant === 'string') return cellOf(merchant);
  // The file may leave out the owner of an existing terminal.
  return known.find(({ owners }) => typeof owners.get(name) === 'string')?.cell;
}

function pieceOf(rest: object, file: Readonly<Record<string, unknown>>, lists: Lists) {
  const piece: Record<string, unknown> = { ...rest };
  for (const name of ['terminals', 'merchants'] as const) {
    // A value that is no list is left unchanged, so that validation reports it.
    if (Array.isArray(file[name])) piece[name] = lists[name];
  }
  return piece;
}

function itemsOf(list: unknown): unknown[] {
  return Array.isArray(list) ? list : [];
}

/** Assigns merchants to cells by name: the cell they are in, or the one with the fewest merchants for a new one. */
function cellsByName(
  names: readonly (string | undefined)[],
  known: readonly KnownInCell[],
): (name: string | undefined) => number {
  const cells = new Map(
    known.flatMap(({ cell, names: there }) => there.map((name) => [name, cell])),
  );
  const counts = new Map(known.map(({ cell, merchants }) => [cell, merchants]));
  for (const name of names) {
    if (name === undefined || cells.has(name)) continue;
    const fewest = cellOfFewest([...counts]);
    counts.set(fewest, (counts.get(fewest) ?? 0) + 1);
    cells.set(name, fewest);
  }
  return (name) => (name === undefined ? 0 : (cells.get(name) ?? 0));
}

/** The owner of each terminal of a cell, by the terminal's name; null if all merchants share it. */
export type Owners = ReadonlyMap<string, string | null>;

function ownersOf(
  rows: readonly Pick<TerminalRow, 'name' | 'merchant_name'>[],
): Map<string, string | null> {
  return new Map(rows.map(({ name, merchant_name: owner }) => [name, owner]));
}

/**
 * Returns a problem for each terminal that the file gives to another owner. One cell alone cannot do that: the new
 * owner may be in another cell, and terminals that all merchants share are in every cell.
 *
 * @param owners of the terminals in all cells
 */
function changesOfOwner(file: unknown, owners: Owners): string[] {
  return (namedInFile.parse(file).terminals ?? []).flatMap(({ name, merchant }, index) => {
    const owner = owners.get(name ?? '');
    const stays = merchant === undefined || owner === undefined || merchant === owner;
    return stays
      ? []
      : [
          `${member('terminals', name, index)}.merchant: with several cells, the merchant of a terminal cannot be changed.`,
        ];
  });
}

/**
 * Returns the owners of terminals that a cell does not have, now or according to the file, by the terminal's name.
 *
 * @param here the part of the file for the cell
 */
function ownersElsewhere(
  { file, here }: { file: unknown; here: unknown },
  { all, own }: { all: Owners; own: Owners },
): Map<string, string> {
  const inFile = (part: unknown) =>
    (namedInFile.parse(part).terminals ?? []).map(
      ({ name = '', merchant }) => [name, merchant ?? null] as const,
    );
  const known = new Set([...own.keys(), ...inFile(here).map(([name]) => name)]);
  const owned = [...inFile(file), ...all];
  return new Map(
    owned.flatMap(([name, owner]) => (owner === null || known.has(name) ? [] : [[name, owner]])),
  );
}
