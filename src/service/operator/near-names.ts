/** Names that differ by no more are taken for misspelled. */
const MAX_EDITS = 3;

/** The names that somebody may have meant: those spelled alike, and those that share a word. */
export function nearNames(meant: string, names: readonly string[]): string[] {
  const words = new Set(meant.split(/[ -]/).filter((word) => word !== ''));
  const near = names.filter(
    (name) => name.split(/[ -]/).some((word) => words.has(word)) || edits(meant, name) <= MAX_EDITS,
  );
  return near.toSorted((a, b) => edits(meant, a) - edits(meant, b));
}

/** Levenshtein's distance, by rows; the names are short, and what is not is none of them. */
function edits(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > MAX_EDITS) return Infinity;
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
