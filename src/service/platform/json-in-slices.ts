/** Values in a slice; writing these takes a millisecond or two. */
const VALUES_IN_A_SLICE = 2_000;
/** Characters of a text that count as one value: a text is only copied, whatever it contains. */
const CHARACTERS_OF_A_VALUE = 256;

type Replacer = (name: string, value: unknown) => unknown;

/**
 * Writes JSON like `JSON.stringify`, with null for a value that has no JSON. Yields between slices so that others get a
 * turn; a single long text is still written in one piece.
 */
export function* writeJsonInSlices(
  value: unknown,
  replacer?: Replacer,
): Generator<undefined, string> {
  const pieces: string[] = [];
  let written = 0;
  function* write(part: unknown): Generator<undefined> {
    const values = valuesIn(part, VALUES_IN_A_SLICE);
    if (values <= VALUES_IN_A_SLICE || !isPlain(part)) {
      pieces.push(hasJson(part) ? JSON.stringify(part, replacer) : 'null');
      written += values;
      if (written < VALUES_IN_A_SLICE) return;
      written = 0;
      yield;
      return;
    }
    const isList = Array.isArray(part);
    pieces.push(isList ? '[' : '{');
    let separator = '';
    for (const [name, member] of Object.entries(part)) {
      if (!isList && !hasJson(member)) continue;
      pieces.push(isList ? separator : `${separator}${JSON.stringify(name)}:`);
      yield* write(member);
      separator = ',';
    }
    pieces.push(isList ? ']' : '}');
  }
  yield* write(value);
  return pieces.join('');
}

/** Counts the values in a value, including itself; stops above a limit. */
export function valuesIn(value: unknown, limit: number): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS_OF_A_VALUE;
  let count = 1;
  if (typeof value !== 'object' || value === null) return count;
  const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const member of members) {
    count += valuesIn(member, limit - count);
    if (count > limit) break;
  }
  return count;
}

/** Whether a value can be written in parts. One with a `toJSON` cannot. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}

function hasJson(member: unknown): boolean {
  return !['undefined', 'function', 'symbol'].includes(typeof member);
}
