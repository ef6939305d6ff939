import { cellOf } from './cell-ids.ts';

/**
 * What each cell has of its own, by the numbers of the cells. All that belongs to one merchant is in one cell,
 * which every id of it names; so nothing is looked up to find it.
 */
export interface Cells<Value> {
  /** Of cell 0, where all is that belongs to no merchant. */
  first: Value;
  all: readonly Value[];
  /**
   * Of the cell that an id names; undefined where there is none such, and so nothing that has the id.
   *
   * @param id a UUID
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
    of: (id) => all[cellOf(id)],
    at(cell) {
      const value = all[cell];
      if (value === undefined) throw new Error(`There is no cell ${cell}`);
      return value;
    },
    map: (make) =>
      createCells(make(first, 0), ...others.map((value, index) => make(value, index + 1))),
  };
}
