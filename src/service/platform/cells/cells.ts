import { UUID } from '#contract/patterns.ts';
import { randomUUID } from 'node:crypto';

/**
 * One value for each cell, by the cell's number. Everything that belongs to one merchant is in one cell, and all its
 * ids contain the cell's number, so no lookup is needed to find it.
 */
export interface Cells<Value> {
  /** The value of cell 0, which has everything that belongs to no merchant. */
  first: Value;
  all: readonly Value[];
  /**
   * Returns the value of the cell that an id names. Undefined for a text that is no UUID and for a cell that does not
   * exist: nothing has that id.
   */
  of(id: string): Value | undefined;
  /** @throws if there is no such cell */
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

/** The maximum number of cells. Ids have 12 bits for it, more than are allowed. */
export const MOST_CELLS = 64;
/**
 * The maximum number of cells at one address. They share its connections, each of which keeps the prepared statements
 * of all.
 */
export const MOST_CELLS_OF_ADDRESS = 16;

/** Start and end of the third group of a UUID: its version, and 12 bits that version 8 leaves to applications. */
const [FROM, UNTIL] = [14, 18];
const VERSION = '8';
const HEX = 16;
const HEX_DIGITS = 3;

/**
 * Returns a function that generates ids of one cell: UUIDs of version 8 with the cell's number in 12 bits and 110
 * random bits.
 */
export function idsOfCell(cell: number): () => string {
  const group = VERSION + cell.toString(HEX).padStart(HEX_DIGITS, '0');
  return () => {
    const random = randomUUID();
    return random.slice(0, FROM) + group + random.slice(UNTIL);
  };
}

/**
 * Returns the cell that an id names. Ids of other versions are from before there were cells, and all in cell 0, or are
 * not ours and will not be found.
 *
 * @param id a UUID, in upper or lower case
 */
export function cellOf(id: string): number {
  return id[FROM] === VERSION ? Number.parseInt(id.slice(FROM + 1, UNTIL), HEX) : 0;
}
