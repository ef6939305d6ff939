/**
 * Rows that count something, of several cells: those about the same thing made one, in the order of what they are about.
 * Of one cell they stay as they are.
 *
 * @param compare says by 0 that two rows are about the same
 */
export function mergeRows<Row>(
  parts: readonly (readonly Row[])[],
  compare: (one: Row, other: Row) => number,
  add: (one: Row, other: Row) => Row,
): Row[] {
  if (parts.length === 1) return parts.flat();
  const merged: Row[] = [];
  for (const row of parts.flat().toSorted(compare)) {
    const last = merged.at(-1);
    if (last !== undefined && compare(last, row) === 0) merged[merged.length - 1] = add(last, row);
    else merged.push(row);
  }
  return merged;
}
