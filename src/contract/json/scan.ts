/** Far above the API's deepest request, which has four levels. */
export const MAX_DEPTH = 16;
/** More than a deployment of 200 merchants with 20 methods each needs. */
export const MAX_TOKENS = 400_000;
/** A hundred times more than any object has: an object with very many names takes long to process. */
export const MAX_NAMES = 10_000;
/** Code that copies members one by one would change the prototype of its copy by this one. */
const RESERVED_NAME = '__proto__';

interface Container {
  /** Names seen so far; undefined for an array. */
  names: Set<string> | undefined;
  /** The name or index of the current member. */
  at: string | number;
}

type Path = (string | number)[];

type Scanned =
  | {
      ok: true;
      /** The paths of members that repeat a name of their object. */
      repeated: Path[];
      /** The paths of members that nobody may send. */
      reserved: Path[];
    }
  | { ok: false; why: TooMuch };
export type TooMuch = 'depth' | 'tokens' | 'names';

/**
 * Scans a JSON text before it is parsed. Reports a text that is too deep, has too many tokens, or has an object with
 * too many names. Otherwise returns the paths of members that are repeated or named __proto__, however the name is
 * escaped. JSON.parse keeps the last of repeated members and other readers keep the first, so signed bytes could be read
 * in two ways.
 */
export function scanJson(text: string): Scanned {
  const open: Container[] = [];
  const repeated: Path[] = [];
  const reserved: Path[] = [];
  let before = '';
  let tokens = 0;
  for (let start = 0; start < text.length;) {
    const sign = text.charAt(start);
    const end = sign === '"' ? endOfString(text, start) : endOfToken(text, start);
    // White space.
    if (end === start) {
      start += 1;
      continue;
    }
    tokens += 1;
    if (tokens > MAX_TOKENS) return { ok: false, why: 'tokens' };
    const container = open.at(-1);
    if (sign === '"' && container?.names !== undefined && (before === '{' || before === ',')) {
      const name = nameOf(text.slice(start, end));
      if (isRepeated(container, name)) repeated.push(open.map(({ at }) => at));
      else if (name === RESERVED_NAME) reserved.push(open.map(({ at }) => at));
      if (container.names.size > MAX_NAMES) return { ok: false, why: 'names' };
    }
    enter(open, sign);
    if (open.length > MAX_DEPTH) return { ok: false, why: 'depth' };
    before = sign;
    start = end;
  }
  return { ok: true, repeated, reserved };
}

/**
 * Returns where a string ends. An unterminated one ends with the text, so that invalid JSON is also scanned only once.
 */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let first = quote;
    while (text[first - 1] === '\\' && first - 1 > start) first -= 1;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return text.length;
}

const SIGNS = '{}[],:';
/** What ends a token that is no string and no sign. */
const ENDS = new Set(`${SIGNS}" \t\n\r`);

/** Returns where a sign, or anything between signs, ends; `start` itself for white space. */
function endOfToken(text: string, start: number): number {
  if (SIGNS.includes(text.charAt(start))) return start + 1;
  let end = start;
  while (end < text.length && !ENDS.has(text.charAt(end))) end += 1;
  return end;
}

/** Moves to a member, and tells whether its name was seen before. */
function isRepeated(container: Container, name: string): boolean {
  const { names = new Set() } = container;
  const known = names.has(name);
  names.add(name);
  container.at = name;
  return known;
}

/** Updates the stack of open containers for a token. */
function enter(open: Container[], token: string): void {
  const container = open.at(-1);
  if (token === '{') open.push({ names: new Set(), at: '' });
  else if (token === '[') open.push({ names: undefined, at: 0 });
  else if (token === '}' || token === ']') open.pop();
  else if (token === ',' && typeof container?.at === 'number') container.at += 1;
}

/** Decodes escapes in a name: `"\u0061"` names the same member as `"a"`. */
function nameOf(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return String(JSON.parse(token));
  } catch {
    // The body is invalid JSON, which the parser will report.
    return token;
  }
}
