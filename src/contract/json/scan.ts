/**
 * Strings, brackets, colons and commas, and whatever stands between them: valid JSON has no more. A string without an
 * end is one token up to the text's end, so that what is no JSON is scanned once as well.
 */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\],:]|[^\s"{}[\],:]+/gs;

/** No request of the interface is deeper than four. */
export const MAX_DEPTH = 16;
/** A deployment of 200 merchants with 20 methods each has fewer. */
export const MAX_TOKENS = 400_000;
/** No object has a hundredth of it: one of so many names takes long to go through. */
export const MAX_NAMES = 10_000;
/** So many take a few milliseconds. */
const TOKENS_IN_A_SLICE = 10_000;

interface Container {
  /** Names that were seen; undefined in an array. */
  names: Set<string> | undefined;
  /** The name or index of what is being read. */
  at: string | number;
}

export type Scanned = { ok: true; repeated: (string | number)[][] } | { ok: false; why: TooMuch };
type TooMuch = 'depth' | 'tokens' | 'names';

/**
 * Scans a text that ought to be JSON before it is parsed: whether it is too deep, or it or one of its objects has too much in it, and the paths of
 * members that repeat a name of their object, however the name is escaped. JSON.parse keeps the last of them, other
 * readers the first: what was signed would mean two things.
 *
 * Yields in between, for others to have a turn in a long text.
 */
export function* scanJson(text: string): Generator<undefined, Scanned> {
  const open: Container[] = [];
  const repeated: (string | number)[][] = [];
  let before = '';
  let tokens = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    tokens += 1;
    if (tokens > MAX_TOKENS) return { ok: false, why: 'tokens' };
    if (tokens % TOKENS_IN_A_SLICE === 0) yield;
    const container = open.at(-1);
    const isName = container?.names !== undefined && (before === '{' || before === ',');
    if (isName && token.startsWith('"') && isRepeated(container, nameOf(token))) {
      repeated.push(open.map(({ at }) => at));
    }
    if (container?.names !== undefined && container.names.size > MAX_NAMES) {
      return { ok: false, why: 'names' };
    }
    enter(open, token);
    if (open.length > MAX_DEPTH) return { ok: false, why: 'depth' };
    before = token;
  }
  return { ok: true, repeated };
}

/** Moves on to a member, by its name. */
function isRepeated(container: Container, name: string): boolean {
  const { names = new Set() } = container;
  const known = names.has(name);
  names.add(name);
  container.at = name;
  return known;
}

/** Keeps the containers that are open in step with what was read. */
function enter(open: Container[], token: string): void {
  const container = open.at(-1);
  if (token === '{') open.push({ names: new Set(), at: '' });
  else if (token === '[') open.push({ names: undefined, at: 0 });
  else if (token === '}' || token === ']') open.pop();
  else if (token === ',' && typeof container?.at === 'number') container.at += 1;
}

/** Escapes undone: `"\u0061"` names the same member as `"a"`. */
function nameOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    // The body is no JSON, which its parser says.
    return token;
  }
}
