import type { z } from 'zod';
import * as patterns from './patterns.ts';
import { NumberText } from './json/number-text.ts';
import { explainUnknownField } from './unknown-field.ts';

/** One broken rule: where it is broken, a stable code, and a text that never repeats the value. */
export interface Violation {
  /** RFC 6901, into the body. */
  pointer?: string | undefined;
  /** Name of the query or path parameter, or of the header. */
  parameter?: string | undefined;
  code: string;
  detail: string;
}

/** The source of the validated value. Violations of a body have pointers, the others names. */
export type Origin = 'body' | 'parameters';

export type Validated<T> = { ok: true; value: T } | { ok: false; violations: Violation[] };

type Issue = z.core.$ZodIssue;
type Finding = Pick<Violation, 'code' | 'detail'> & { path: PropertyKey[] };

/** More than the number of the API's fields; only made-up fields can exceed it. */
const MAX_VIOLATIONS = 100;
const MAX_ECHOED_KEY_LENGTH = 64;
const MAX_ECHOED_KEY_DIGITS = 11;

const FORMAT_DETAILS: Partial<Record<string, string>> = {
  uuid: 'Must be a UUID.',
  ip_address: 'Must be an IPv4 or IPv6 address.',
  email: 'Must be an e-mail address.',
  uri: 'Must be an absolute http or https address without credentials.',
  country: 'Must be an assigned ISO 3166-1 alpha-2 code in upper case.',
  card_number: 'Must be a card number: 12 to 19 digits with a right check digit.',
};

/** Validates a value by a schema of the contract, or lists everything that is wrong with it. */
export function validate<S extends z.ZodType>(
  schema: S,
  value: unknown,
  origin: Origin = 'body',
): Validated<z.output<S>> {
  const result = schema.safeParse(value);
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, violations: violationsOf(schema, result.error, value, origin) };
}

/** Returns violations for members of a body that were given more than once. */
export function repeatedViolations(paths: readonly PropertyKey[][]): Violation[] {
  return paths.slice(0, MAX_VIOLATIONS).map((path) => ({
    pointer: jsonPointer(echoable(path)),
    code: 'repeated',
    detail: 'Must be given once.',
  }));
}

/** Returns violations for members whose name nobody may use. */
export function reservedViolations(paths: readonly PropertyKey[][]): Violation[] {
  return paths.slice(0, MAX_VIOLATIONS).map((path) => ({
    pointer: jsonPointer(echoable(path)),
    code: 'unknown_field',
    detail: 'Is not a field of this request.',
  }));
}

/** Returns the part of a path that may be echoed: everything before the first name that may not. */
function echoable(path: readonly PropertyKey[]): PropertyKey[] {
  const end = path.findIndex((name) => !isEchoable(String(name)));
  return end === -1 ? [...path] : path.slice(0, end);
}

/**
 * Converts zod's issues to violations. Needs the refused value, to tell a missing field from one of the wrong type.
 */
function violationsOf(
  schema: z.ZodType,
  error: z.ZodError,
  value: unknown,
  origin: Origin,
): Violation[] {
  const findings = distinct(error.issues.flatMap((issue) => findingsOf(schema, issue, value)));
  const known = findings.filter(({ code }) => code !== 'unknown_field');
  const unknown = findings.filter(({ code }) => code === 'unknown_field');
  return [...known, ...unknown]
    .slice(0, MAX_VIOLATIONS)
    .map(({ path, ...rest }) => ({ ...placeOf(path, origin), ...rest }));
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

function findingsOf(schema: z.ZodType, issue: Issue, value: unknown): Finding[] {
  const { path } = issue;
  const number = findMisplacedNumber(issue, value);
  if (number) return [{ path: number, code: 'type', detail: 'Must be of type object.' }];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownField(schema, path, key));
  }
  // A rule over several fields says itself what is missing.
  if (issue.code !== 'custom' && isMissing(value, path)) {
    return [{ path, code: 'required', detail: 'Is required.' }];
  }
  return [{ path, ...evaluate(issue) }];
}

/**
 * Finds a number in the place of an object. A NumberText is an object to the schema, but not to the caller: if
 * members of it are missing or unknown, the real violation is that a number is there.
 */
function findMisplacedNumber({ path, code }: Issue, value: unknown): PropertyKey[] | undefined {
  const parents = path.map((_, depth) => path.slice(0, depth));
  const places = code === 'unrecognized_keys' ? [...parents, path] : parents;
  return places.find((place) => place.reduce(memberOf, value) instanceof NumberText);
}

function evaluate(issue: Issue): Omit<Finding, 'path'> {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'never') return { code: 'unsupported', detail: issue.message };
      return { code: 'type', detail: `Must be of type ${typeName(issue.expected)}.` };
    case 'invalid_value':
      return { code: 'enum', detail: `Must be one of ${issue.values.map(String).join(', ')}.` };
    case 'invalid_format':
      return issue.format === 'regex'
        ? { code: 'pattern', detail: describePattern(issue.pattern) }
        : { code: 'format', detail: FORMAT_DETAILS[issue.format] ?? `Must be ${issue.format}.` };
    case 'too_big':
      return { code: 'length', detail: `Must have at most ${issue.maximum} characters.` };
    case 'custom':
      return { code: String(issue.params?.['code'] ?? 'invalid'), detail: issue.message };
    default:
      return { code: 'invalid', detail: 'Is not valid.' };
  }
}

/** What a pattern wants, in words. */
const FORMS: Readonly<Record<string, string>> = {
  [String(patterns.PHONE)]: 'a plus sign and 5 to 30 digits, without spaces',
  [String(patterns.CVV)]: '3 or 4 digits',
  [String(patterns.EXP_MONTH)]: 'two digits from 01 to 12',
  [String(patterns.EXP_YEAR)]: 'the last two digits of the year',
  [String(patterns.COLOR_DEPTH)]: 'a number of bits in digits, such as 24',
  [String(patterns.DIMENSION)]: 'a number of pixels of at most five digits',
  [String(patterns.TIMEZONE)]: 'a number of minutes in digits, such as -60',
  [String(patterns.UUID)]: 'a UUID',
  [String(patterns.EMAIL)]: 'an e-mail address',
  [String(patterns.TIMESTAMP)]: 'a Unix time in seconds',
  [String(patterns.CARD_NUMBER_TYPED)]: 'digits, with spaces or hyphens between them at most',
  [String(patterns.HTTP_URL)]: 'an http or https URL',
  [String(patterns.FREE_TEXT)]: 'text without NUL, half characters, or a byte order mark in front',
  [String(patterns.FREE_LINE)]: 'one line of text, without control characters',
  [String(patterns.SHOWN_TEXT)]:
    'one line of text, without control characters or marks that change its direction',
  [String(patterns.BLIK_CODE)]: '6 digits',
  [String(patterns.CPF)]: '11 digits',
  [String(patterns.TCKN)]: '11 digits',
  [String(patterns.IBAN)]: '15 to 36 capital letters and digits, without spaces',
  [String(patterns.BANK_ID)]: '1 to 200 lower-case letters, digits, hyphens and underscores',
  [String(patterns.IFSC)]: '1 to 200 lower-case letters, digits, hyphens and underscores',
  [String(patterns.OWN_IMAGE)]: 'a path on this server, or an image as a base64 data: URL',
  [String(patterns.COLOUR)]: 'a number sign and 6 hexadecimal digits, such as #c0392b',
};

/** The characters that a pattern allows, in words. */
const CHARACTERS: Readonly<Record<string, string>> = {
  [String(patterns.REFERENCE_ID)]: patterns.REFERENCE_ID_CHARACTERS,
  [String(patterns.CUSTOMER_REFERENCE_ID)]: patterns.CUSTOMER_REFERENCE_ID_CHARACTERS,
  [String(patterns.LATIN_NAME)]: patterns.LATIN_NAME_CHARACTERS,
  [String(patterns.LATIN_PLACE)]: patterns.LATIN_PLACE_CHARACTERS,
  [String(patterns.ANY_NAME)]: patterns.ANY_NAME_CHARACTERS,
};

/** Returns what to write, from a regular expression in slashes. */
function describePattern(pattern = ''): string {
  const characters = CHARACTERS[pattern];
  if (characters !== undefined) return `Must have only ${characters}: leave out what does not fit.`;
  return `Must be ${FORMS[pattern] ?? `text that matches ${pattern}`}.`;
}

/** Returns the type's name to show to the caller, who knows nothing of NumberText. */
function typeName(expected: string): string {
  return expected === 'NumberText' ? 'number' : expected;
}

/**
 * Reports an unknown field. Its name is the caller's text, so it is echoed only if it is short and cannot be a card
 * number.
 */
function unknownField(schema: z.ZodType, parent: PropertyKey[], key: string): Finding {
  if (!isEchoable(key)) {
    return {
      path: parent,
      code: 'unknown_field',
      detail: 'Has a field that is not of this request.',
    };
  }
  const detail = explainUnknownField(schema, parent, key);
  return { path: [...parent, key], code: 'unknown_field', detail };
}

function isEchoable(key: string): boolean {
  return (
    key.length <= MAX_ECHOED_KEY_LENGTH &&
    key.replace(/\P{Nd}/gu, '').length <= MAX_ECHOED_KEY_DIGITS
  );
}

/**
 * Tells whether a value is missing. Places that a schema derived from text, such as an item of a split list, are not.
 */
export function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  const key = path.at(-1);
  const parent = path.slice(0, -1).reduce(memberOf, value);
  return isObject(parent) && key !== undefined && memberOf(parent, key) === undefined;
}

function memberOf(parent: unknown, key: PropertyKey): unknown {
  return isObject(parent) ? Reflect.get(parent, key) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function placeOf(path: PropertyKey[], origin: Origin): Pick<Violation, 'pointer' | 'parameter'> {
  return origin === 'body' ? { pointer: jsonPointer(path) } : { parameter: String(path[0] ?? '') };
}

export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
