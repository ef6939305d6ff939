import { NumberText } from './number-text.ts';
import { MAX_DEPTH, MAX_NAMES, MAX_TOKENS, scanJson, type TooMuch } from './scan.ts';
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
