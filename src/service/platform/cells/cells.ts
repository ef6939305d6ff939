import { UUID } from '#contract/patterns.ts';
import { randomUUID } from 'node:crypto';

/**
 * What each cell has of its own, by the numbers of the cells. All that belongs to one merchant is in one cell,
 * which every id of it names; so nothing is looked up to find it.
 */
export interface Cells<Value> {
  /** Of cell 0, where all is that belongs to no merchant. */
  first: Value;
  all: readonly Value[];
  /**
   * Of the cell that an id names; undefined for what is no UUID, and where there is no such cell: so nothing has the id.
   */
  of(id: string): Value | undefined;
  /** @throws where there is no such cell */
  at(cell: number): Value;
  map<Other>(make: (value: Value, cell: number) => Other): Cells<Other>;
}

export function createCells<Value>(first: Value, ...others: readonly Value[]): Cells<Value> {
  const all = [first, ...others];
  return {
    first,
    all,
    of: (id) => (UUID.test(id) ? all[cellOf(id)] : undefined),
    at(cell) {
      const value = all[cell];
      if (value === undefined) throw new Error(`There is no cell ${cell}`);
      return value;
    },
    map: (make) =>
      createCells(make(first, 0), ...others.map((value, index) => make(value, index + 1))),
  };
}

/** Cells are numbered from 0 in 12 bits of an id; so many of them are allowed. */
export const MOST_CELLS = 64;
/** Those at one address share its connections, and each connection keeps the prepared statements of all. */
export const MOST_CELLS_OF_ADDRESS = 16;

/** Where the third group of a UUID begins and ends: its version, and 12 bits that version 8 leaves to us. */
const [FROM, UNTIL] = [14, 18];
const VERSION = '8';
const HEX = 16;
const HEX_DIGITS = 3;

/** Makes ids of one cell: UUIDs of version 8, of 12 bits that say which cell it is and 110 random ones. */
export function idsOfCell(cell: number): () => string {
  const group = VERSION + cell.toString(HEX).padStart(HEX_DIGITS, '0');
  return () => {
    const random = randomUUID();
    return random.slice(0, FROM) + group + random.slice(UNTIL);
  };
}

/**
 * The cell that an id of ours names. Ids of other versions are those from before there were cells, all of
 * them in cell 0, or somebody else's, which are found nowhere.
 *
 * @param id a UUID, in upper or lower case
 */
export function cellOf(id: string): number {
  return id[FROM] === VERSION ? Number.parseInt(id.slice(FROM + 1, UNTIL), HEX) : 0;
}
