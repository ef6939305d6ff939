import { readHosts } from '../database/postgres/hosts.ts';

/** Cells that are at an address of their own, from the first to the last. */
export interface AddressedCells {
  first: number;
  last: number;
  address: string;
}

/** Before each entry: an address may have commas itself, between its hosts. */
const BETWEEN_ENTRIES = /,(?=\d+(?:-\d+)?=)/;
const ENTRY = /^(\d{1,3})(?:-(\d{1,3}))?=(.+)$/s;

/**
 * CELL_ADDRESSES: `1-5=postgres://…,6=postgres://…`.
 *
 * @returns undefined where it is no such map: a cell has one address, and cell 0 that of DATABASE_URL
 */
export function parseCellAddresses(text: string): readonly AddressedCells[] | undefined {
  const entries = text.split(BETWEEN_ENTRIES).map(parseEntry);
  const known = entries.filter((entry) => entry !== undefined);
  if (known.length < entries.length) return undefined;
  const inOrder = known.toSorted((one, other) => one.first - other.first);
  const overlap = inOrder.some(({ first }, index) => first <= (inOrder[index - 1]?.last ?? 0));
  return overlap ? undefined : inOrder;
}

function parseEntry(text: string): AddressedCells | undefined {
  const [, from, to = from, address = ''] = ENTRY.exec(text.trim()) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (from === undefined || last < first || readHosts(address) === undefined) return undefined;
  return { first, last, address };
}

/**
 * The addresses of the cells from 1 on.
 *
 * @param cells how many there are, cell 0 among them
 * @param elsewhere where those not named in it are
 */
export function addressesOf(
  cells: number,
  addressed: readonly AddressedCells[],
  elsewhere: string,
): string[] {
  return Array.from({ length: cells - 1 }, (_, index) => {
    const cell = index + 1;
    return addressed.find(({ first, last }) => first <= cell && cell <= last)?.address ?? elsewhere;
  });
}

const PARTS = /^[a-z]+:\/\/(?:[^@/?#]*@)?([^?#]*)/;

/** Where a database is, for people to read: without user and password, which may stand in its parameters as well. */
export function shownAddress(address: string | undefined): string | null {
  return address === undefined ? null : (PARTS.exec(address)?.[1] ?? '');
}
