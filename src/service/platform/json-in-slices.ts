/** So many values take a millisecond or two. */
const VALUES_IN_A_SLICE = 2_000;
/** A text is copied, whatever stands in it: so many characters take as long as a value. */
const CHARACTERS_OF_A_VALUE = 256;

type Replacer = (name: string, value: unknown) => unknown;

/**
 * Writes JSON as `JSON.stringify` does, null for nothing. Yields in between, for others to have a turn: only a text that is
 * long by itself is written in one piece.
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
      pieces.push(isWritten(part) ? JSON.stringify(part, replacer) : 'null');
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
      if (!isList && !isWritten(member)) continue;
      pieces.push(isList ? separator : `${separator}${JSON.stringify(name)}:`);
      yield* write(member);
      separator = ',';
    }
    pieces.push(isList ? ']' : '}');
  }
  yield* write(value);
  return pieces.join('');
}

/** How much there is in a value, itself included; counting ends above a limit. */
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

/** A value with a `toJSON` says itself how it is written: it is not divided. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}

function isWritten(member: unknown): boolean {
  return !['undefined', 'function', 'symbol'].includes(typeof member);
}
