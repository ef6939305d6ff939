import { NumberText } from './number-text.ts';
import { repeatedViolations, reservedViolations, type Violation } from '../violations.ts';

declare global {
  interface JSON {
    /** ECMAScript's source text access: the reviver gets a primitive's source text. */
    parse(
      text: string,
      reviver: (
        this: unknown,
        key: string,
        value: unknown,
        context: { source?: string },
      ) => unknown,
    ): unknown;
  }
}

/** Far above the API's deepest request, which has four levels. */
export const MAX_DEPTH = 16;
/** More than a deployment of 200 merchants with 20 methods each needs. */
export const MAX_TOKENS = 400_000;
/** A hundred times more than any object has: an object with very many names takes long to process. */
export const MAX_NAMES = 10_000;

/** What is wrong with a body: the whole body, or some of its members. */
export type JsonFault = { detail: string } | { errors: Violation[] };

export type ParsedJson = { ok: true; value: unknown } | ({ ok: false } & JsonFault);

/**
 * Parses the body of a request: UTF-8, one object, within the limits, without repeated or reserved members. Every number
 * becomes a NumberText; 'as numbers' is for APIs that have no money in their bodies. A failure quotes nothing of the
 * body except member names that cannot be card numbers.
 */
export function parseJson(
  bytes: Uint8Array,
  numbers: 'as text' | 'as numbers' = 'as text',
): ParsedJson {
  const text = decodeUtf8(bytes);
  if (text === undefined) return refused('The body is not UTF-8.');
  // The scan comes before parsing because a reviver recurses: a hostile body would exhaust the stack.
  const scanned = scanJson(text);
  if (!scanned.ok) return refused(TOO_MUCH[scanned.why]);
  const value = parse(text, numbers === 'as text' ? keepNumberText : undefined);
  if (value === undefined) return refused('The body is not valid JSON.');
  if (!isObject(value)) return refused('The body must be a JSON object.');
  const errors = [...repeatedViolations(scanned.repeated), ...reservedViolations(scanned.reserved)];
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value };
}

const TOO_MUCH: Record<TooMuch, string> = {
  depth: `The body is nested deeper than ${MAX_DEPTH} levels.`,
  tokens: `The body has more than ${MAX_TOKENS} names, values and signs.`,
  names: `An object of the body has more than ${MAX_NAMES} names.`,
};

/**
 * Checks the text of another party's body before anything parses or walks it: it is UTF-8, within the limits of a
 * request, and has no reserved member. Whether it is JSON is for its reader to say.
 *
 * @returns a sentence that says what is wrong and quotes nothing; undefined if nothing is
 */
export function checkForeignJson(bytes: Uint8Array): string | undefined {
  const text = decodeUtf8(bytes);
  return text === undefined ? 'The body is not UTF-8.' : checkForeignText(text);
}

function checkForeignText(text: string): string | undefined {
  const scanned = scanJson(text);
  if (!scanned.ok) return TOO_MUCH[scanned.why];
  return scanned.reserved.length > 0 ? 'The body has a member named __proto__.' : undefined;
}

/**
 * Parses a body from another party: any JSON within the limits of a request; undefined if it is anything else. A null
 * member counts as omitted, because other deployments may write omitted members as null.
 */
export function readJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  if (text === undefined || checkForeignText(text) !== undefined) return undefined;
  try {
    return withoutNulls(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Removes null members. Recurses by itself, since a reviver takes five times as long. The depth is limited before.
 */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object') return value;
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.map(withoutNulls);
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

function refused(detail: string): ParsedJson {
  return { ok: false, detail };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** Parses JSON; undefined if it is invalid. A reviver makes it many times slower. */
function parse(text: string, reviver: Reviver | undefined): unknown {
  try {
    return reviver === undefined ? JSON.parse(text) : JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}

function keepNumberText(_key: string, value: unknown, context: { source?: string }): unknown {
  return typeof value === 'number' && context.source !== undefined
    ? new NumberText(context.source)
    : value;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
