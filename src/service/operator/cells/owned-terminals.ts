import { member, outline } from '../deployment/file.ts';
import type { TerminalRow } from '../deployment/queries.ts';

/** Whose each terminal of a cell is, by its name; null for one that all merchants share. */
export type Owners = ReadonlyMap<string, string | null>;

export function ownersOf(
  rows: readonly Pick<TerminalRow, 'name' | 'merchant_name'>[],
): Map<string, string | null> {
  return new Map(rows.map(({ name, merchant_name: owner }) => [name, owner]));
}

/**
 * What a file would do to terminals that one cell alone cannot: give them to another merchant. That one may live in another
 * cell, and those that all merchants share are in each.
 *
 * @param owners of all cells together
 */
export function changesOfOwner(file: unknown, owners: Owners): string[] {
  return (outline.parse(file).terminals ?? []).flatMap(({ name, merchant }, index) => {
    const owner = owners.get(name ?? '');
    const stays = merchant === undefined || owner === undefined || merchant === owner;
    return stays
      ? []
      : [
          `${member('terminals', name, index)}.merchant: where there are several cells, a terminal stays whose it is.`,
        ];
  });
}

/**
 * By the names of terminals that a cell has not: the merchants whose they are alone, or would be by the file.
 *
 * @param here the file as far as it is about the cell
 */
export function ownersElsewhere(
  { file, here }: { file: unknown; here: unknown },
  { all, own }: { all: Owners; own: Owners },
): Map<string, string> {
  const inFile = (part: unknown) =>
    (outline.parse(part).terminals ?? []).map(
      ({ name = '', merchant }) => [name, merchant ?? null] as const,
    );
  const known = new Set([...own.keys(), ...inFile(here).map(([name]) => name)]);
  const owned = [...inFile(file), ...all];
  return new Map(
    owned.flatMap(([name, owner]) => (owner === null || known.has(name) ? [] : [[name, owner]])),
  );
}
