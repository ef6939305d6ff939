import { createBatcher, type Batcher, type Room } from '../database/batch/batcher.ts';
import { WAITING, WAITING_OF_ONE } from '../database/postgres/lender.ts';
import type { Cells } from './cells.ts';
import type { CellDatabase } from './open-cells.ts';

/**
 * A batcher for each cell. Those of several leave each other room as connections do, one cell at an address and one
 * address of several: a batch waits for one connection, whatever is in it.
 */
export function batchersOf(databases: Cells<CellDatabase>, poolSize: number): Cells<Batcher> {
  const [only, ...others] = databases.all;
  if (others.length === 0 && only !== undefined)
    return databases.map(({ db }) => createBatcher(db));
  const addresses = new Map<string | undefined, Room>();
  return databases.map(({ db, address }) => {
    const ofAddress = addresses.get(address) ?? { most: poolSize * WAITING, asked: 0 };
    addresses.set(address, ofAddress);
    return createBatcher(db, [{ most: poolSize * WAITING_OF_ONE, asked: 0 }, ofAddress]);
  });
}
