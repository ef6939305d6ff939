import { readHosts } from '../database/postgres/hosts.ts';

/** A range of cells, from `first` to `last`, and the address of their database. */
export interface AddressedCells {
  first: number;
  last: number;
  address: string;
}

/** The comma before an entry. An address may contain commas itself, between its hosts. */
const BETWEEN_ENTRIES = /,(?=\d+(?:-\d+)?=)/;
const ENTRY = /^(\d{1,3})(?:-(\d{1,3}))?=(.+)$/s;

/**
 * Parses CELL_ADDRESSES: `1-5=postgres://…,6=postgres://…`.
 *
 * @returns undefined if the text has another form, a cell twice, or cell 0, whose address is DATABASE_URL
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
 * Returns the addresses of cells 1 and up.
 *
 * @param cells the number of cells, including cell 0
 * @param elsewhere the address of cells that `addressed` does not contain
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

/**
 * Returns the address of a database for people to read: without user, password and parameters, which may contain a
 * password too. Returns null for PGlite, which has no address.
 */
export function shownAddress(address: string | undefined): string | null {
  return address === undefined ? null : (PARTS.exec(address)?.[1] ?? '');
}
