const LEAST_SHARED = 4;
const MOST_EDITS = 2;

/** Returns the first name that the other may be a misspelling or another spelling of. */
export function similarName(name: string, names: readonly string[]): string | undefined {
  return (
    names.find((other) => plainName(other) === plainName(name)) ??
    names.find((other) => isSimilar(plainName(name), plainName(other)))
  );
}

/** Returns a name without case, separators and the brackets of a list. */
export function plainName(name: string): string {
  return name
    .replace(/\[\w*\]$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** Returns whether one plain name begins with the other, or they differ in one or two letters. */
function isSimilar(name: string, other: string): boolean {
  const shared = Math.min(name.length, other.length);
  if (shared < LEAST_SHARED) return name === other;
  if (other.startsWith(name) || name.startsWith(other)) return true;
  // Most names differ too much in length already.
  return (
    Math.abs(name.length - other.length) <= MOST_EDITS && countEdits(name, other) <= MOST_EDITS
  );
}

/** Returns the Levenshtein distance; the names are short. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? Infinity;
}
