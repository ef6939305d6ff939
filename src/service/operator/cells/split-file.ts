import { outline, type OutlinedTerminal } from '../deployment/file.ts';
import type { Owners } from './owned-terminals.ts';

/** What a cell knows of the merchants that a file names, and of its terminals. */
export interface KnownInCell {
  cell: number;
  /** How many it has of all. */
  merchants: number;
  names: readonly string[];
  owners: Owners;
}

type Lists = Record<'terminals' | 'merchants', unknown[]>;

/** Those that a deployment's file names, as merchants or as owners of terminals. */
export function merchantsNamed(file: unknown): string[] {
  const { merchants = [], terminals = [] } = outline.parse(file);
  const names = [...merchants.map(({ name }) => name), ...terminals.map((each) => each.merchant)];
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

/**
 * A deployment's file as one for each cell: merchants where they are, new ones where there are fewest, terminals of one merchant
 * beside it. What cannot be told is left to cell 0, which says what is wrong with it.
 *
 * @param terminalsForAll the cell of those that all merchants share, or each
 */
export function splitFile(
  file: Readonly<Record<string, unknown>>,
  known: readonly KnownInCell[],
  terminalsForAll: 'each' | 0,
): Map<number, Record<string, unknown>> {
  const { merchants = [], terminals = [] } = outline.parse(file);
  const cellOf = homes(
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
    const home = homeOfTerminal(terminals[index] ?? {}, known, cellOf) ?? terminalsForAll;
    for (const [cell, list] of lists) {
      if (home === 'each' || home === cell) list.terminals.push(item);
    }
  }
  return new Map(
    [...lists].map(([cell, list]) => [cell, pieceOf(cell === 0 ? file : {}, file, list)]),
  );
}

/** @returns undefined for one that all merchants share */
function homeOfTerminal(
  { name = '', merchant }: OutlinedTerminal,
  known: readonly KnownInCell[],
  cellOf: (merchant: string) => number,
): number | undefined {
  if (typeof merchant === 'string') return cellOf(merchant);
  // Whose it is need not be said of one that is there.
  return known.find(({ owners }) => typeof owners.get(name) === 'string')?.cell;
}

function pieceOf(rest: object, file: Readonly<Record<string, unknown>>, lists: Lists) {
  const piece: Record<string, unknown> = { ...rest };
  for (const name of ['terminals', 'merchants'] as const) {
    // What is no list is left as it is, to be complained of.
    if (Array.isArray(file[name])) piece[name] = lists[name];
  }
  return piece;
}

function itemsOf(list: unknown): unknown[] {
  return Array.isArray(list) ? list : [];
}

/** Of each cell how many merchants it has; the first of those that have the fewest. */
export function cellOfFewest(counts: readonly (readonly [cell: number, merchants: number])[]) {
  const [cell] = counts.reduce((one, other) => (other[1] < one[1] ? other : one));
  return cell;
}

/** By name: where a merchant is, or will be. */
function homes(
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
