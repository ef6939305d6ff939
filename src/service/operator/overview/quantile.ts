/**
 * What so large a part of measured values does not pass, from how many lie up to each bound and above the
 * one before; between two bounds they are taken to lie evenly.
 *
 * @param part from 0 to 1: 0.5 is the median
 * @returns null where nothing was measured; the last bound where it lies above all of them
 */
export function quantile(
  bounds: readonly number[],
  counts: readonly number[],
  total: number,
  part: number,
): number | null {
  if (total === 0) return null;
  const wanted = part * total;
  let below = 0;
  let lower = 0;
  for (const [index, upper] of bounds.entries()) {
    const within = counts[index] ?? 0;
    if (below + within >= wanted && within > 0) {
      return Math.round(lower + ((upper - lower) * (wanted - below)) / within);
    }
    below += within;
    lower = upper;
  }
  return lower;
}
