/** What all further values are counted as. */
export const OTHER = 'other';

/** Values of one label that a process tells apart: each of them is a time series of every metric it is on. */
export const VALUES_OF_A_LABEL = 100;

/** Keeps the first values as they are, so that no traffic makes a process hold more series than these. */
export function boundedLabel(most = VALUES_OF_A_LABEL): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return OTHER;
    known.add(value);
    return value;
  };
}
