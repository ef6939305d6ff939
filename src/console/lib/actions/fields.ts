import * as v from 'valibot';
import { typedDecimal } from '#domain/typed-decimal.ts';
import { Problem, type InputError } from '#console/api/problem.ts';
import { inWords } from '#console/orders/words.ts';
import { durationText, durationUnits, secondsIn } from './duration.ts';

/** The JSON Schema of one member of a command's input. */
const member = v.looseObject({
  type: v.optional(v.string()),
  enum: v.optional(v.array(v.string())),
  format: v.optional(v.string()),
  description: v.optional(v.string()),
  default: v.optional(v.union([v.string(), v.number(), v.boolean()])),
  minimum: v.optional(v.number()),
  maximum: v.optional(v.number()),
  anyOf: v.optional(v.array(v.looseObject({ type: v.optional(v.string()) }))),
});
type Member = v.InferOutput<typeof member>;

export const inputSchema = v.object({
  properties: v.optional(v.record(v.string(), member), {}),
  required: v.optional(v.array(v.string()), []),
});
export type InputSchema = v.InferOutput<typeof inputSchema>;

/** A field that an action asks for: a member of its command's input, with details that the schema does not give. */
export type Ask = string | AskedMember;

/** A quantity: an amount of money, a percentage, a rate, or a duration in seconds. */
type Quantity = 'amount' | 'percent' | 'rate' | 'duration';

export interface Choice {
  value: string;
  label: string;
  /** What the choice means. Choices with a meaning are listed one below the other. */
  meaning?: string;
}

type Values = Readonly<Record<string, string>>;

interface AskedMember {
  name: string;
  label?: string;
  hint?: string;
  quantity?: Quantity;
  /** The heading under which the field is grouped with others. */
  group?: string;
  /** Makes the field required although the command does not. */
  isRequired?: boolean;
  /** Choices for a member that the command takes as any text. */
  choices?: readonly (string | Choice)[];
  /** Choices that can be combined. */
  several?: readonly string[];
  /** Whether to show the field, given the values of the others. */
  when?: (values: Values) => boolean;
}

/** A field of a form. Its value is text; `typedValue` converts it to what the command takes. */
export interface FormField {
  name: string;
  label: string;
  /** The choices; undefined if the value is typed. */
  choices: readonly Choice[] | undefined;
  several: readonly string[] | undefined;
  isRequired: boolean;
  kind: 'text' | 'date' | 'moment' | 'number' | Quantity;
  group: string | undefined;
  hint: string | undefined;
  /** The initial value. */
  initial: string;
  type: string;
  isNullable: boolean;
  least: number | undefined;
  most: number | undefined;
  when: (values: Values) => boolean;
}

export function fieldsOf(asks: readonly Ask[], schema: InputSchema): readonly FormField[] {
  return asks.flatMap((ask) => {
    const asked = typeof ask === 'string' ? { name: ask } : ask;
    const described = schema.properties[asked.name];
    return described === undefined ? [] : [fieldOf(asked, described, schema.required)];
  });
}

function fieldOf(asked: AskedMember, described: Member, required: readonly string[]): FormField {
  const { name, label, hint, isRequired, choices, several, quantity, group } = asked;
  const alternatives = described.anyOf?.map((each) => v.parse(member, each)) ?? [described];
  const { type = 'string', format, ...value } = alternatives.find(isValue) ?? described;
  const kind = quantity ?? kindOf(type, format);
  return {
    name,
    label: label ?? sentenceCase(name),
    choices: (choices ?? value.enum)?.map(choiceOf),
    several,
    isRequired: required.includes(name) || isRequired === true,
    kind,
    group,
    hint: hint ?? described.description ?? HINTS[type],
    initial: described.default === undefined ? '' : String(described.default),
    type,
    isNullable: alternatives.some((each) => each.type === 'null'),
    least: value.minimum,
    most: value.maximum,
    when: asked.when ?? (() => true),
  };
}

function choiceOf(choice: string | Choice): Choice {
  if (typeof choice !== 'string') return choice;
  // Names in capitals, such as currencies, are shown unchanged.
  const isName = /^[A-Z_]{3,9}$/.test(choice);
  return { value: choice, label: isName ? choice : inWords(choice) };
}

function isValue({ type }: Member): boolean {
  return type !== 'null';
}

function kindOf(type: string, format: string | undefined): FormField['kind'] {
  if (format === 'date') return 'date';
  if (format === 'date-time') return 'moment';
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}

/** Default hints, by schema type. */
const HINTS: Readonly<Record<string, string>> = { array: 'Separated by commas' };

function sentenceCase(name: string): string {
  return inWords(name.replace(/^email$/, 'e-mail'));
}

/** Returns an existing value as the field shows it: seconds as "30 minutes". */
export function shownValue({ kind }: Pick<FormField, 'kind'>, value: string): string {
  return kind === 'duration' && value !== '' ? durationText(Number(value)) : value;
}

/**
 * Converts a field's text to the command's JSON value. Empty text of a nullable member is null, which removes the
 * value.
 */
export function typedValue({ kind, type, isNullable }: FormField, text: string): unknown {
  if (text === '' && isNullable) return null;
  if (kind === 'amount' || kind === 'percent' || kind === 'rate') return typedDecimal(text) ?? text;
  if (kind === 'duration') return secondsIn(text) ?? text;
  if (kind === 'moment') {
    const at = new Date(text);
    return Number.isNaN(at.getTime()) ? text : at.toISOString();
  }
  switch (type) {
    case 'integer':
    case 'number':
      // The service refuses text that is not a number, and says why.
      return numberIn(text) ?? text;
    case 'boolean':
      return text === 'true';
    case 'array':
      return text.split(',').map((part) => part.trim());
    default:
      return text;
  }
}

function numberIn(text: string): number | undefined {
  const decimal = typedDecimal(text.replace(/^[-−]/, ''));
  if (decimal === undefined) return undefined;
  return /^[-−]/.test(text) ? -Number(decimal) : Number(decimal);
}

const AMOUNT_DECIMALS = 2;

/**
 * Returns what is wrong with the text, in a sentence that says what to enter; undefined if no mistake is found. The
 * service may still refuse the value.
 */
export function mistakeIn(field: FormField, text: string): string | undefined {
  if (text === '') return field.isRequired ? `${field.label}: this field is required.` : undefined;
  return isUsable(field, text) ? undefined : `${field.label}: ${expectedInput(field)}.`;
}

function isUsable({ kind, type, least = -Infinity, most = Infinity }: FormField, text: string) {
  const decimal = typedDecimal(text);
  const [, decimals = ''] = decimal?.split('.') ?? [];
  switch (kind) {
    case 'amount':
      return decimal !== undefined && decimals.length <= AMOUNT_DECIMALS;
    case 'percent':
      return decimal !== undefined && Number(decimal) <= 100;
    case 'rate':
      return decimal !== undefined && Number(decimal) > 0;
    case 'duration':
      return (secondsIn(text) ?? 0) > 0;
    case 'number': {
      const number = numberIn(text);
      if (number === undefined || (type === 'integer' && !Number.isInteger(number))) return false;
      return number >= least && number <= most;
    }
    default:
      return true;
  }
}

/** Returns what to enter, as the end of a sentence. */
function expectedInput({ kind, least, most = Number.MAX_SAFE_INTEGER }: FormField): string {
  switch (kind) {
    case 'amount':
      return 'enter an amount with at most two decimals, like 12.50 or 1250,00';
    case 'percent':
      return 'enter a number from 0 to 100';
    case 'rate':
      return 'enter a number above 0, like 0.0021';
    case 'duration':
      return `enter a time, like 30 ${durationUnits[1]}`;
    default:
      if (kind !== 'number') return 'this value is not valid';
      if (most >= MOST_WHOLE) return 'enter a whole number';
      return `enter a number from ${least ?? 0} to ${most}`;
  }
}

/** The interface's limit for whole numbers. Messages do not mention it. */
const MOST_WHOLE = 999_999_999;

const QUANTITIES: ReadonlySet<FormField['kind']> = new Set([
  'amount',
  'percent',
  'rate',
  'duration',
  'number',
]);

/**
 * Splits a refusal into fields whose change must be confirmed, messages by field name, shown at their fields, and the
 * rest, shown below them.
 */
export function splitRefusal(
  refusal: Problem,
  fields: readonly FormField[],
): {
  large: readonly FormField[];
  rest: Problem | undefined;
  byField: ReadonlyMap<string, string>;
} {
  const large: FormField[] = [];
  const byField = new Map<string, string>();
  const others: InputError[] = [];
  for (const error of refusal.errors) {
    // A command that edits a part of a larger object points into that object.
    const field = fields.find(({ name }) => error.pointer.endsWith(`/${name}`));
    if (field === undefined) others.push(error);
    else if (error.code === 'confirm') large.push(field);
    else
      byField.set(field.name, [byField.get(field.name), messageAt(field, error)].join(' ').trim());
  }
  if (byField.size + large.length > 0 && others.length === 0) {
    return { large, rest: undefined, byField };
  }
  const { status, message: title, detail, requestId } = refusal;
  const rest = new Problem(status, title, { detail, errors: others, requestId });
  return { large, rest, byField };
}

/** Says what to enter in place of the form that a quantity has in JSON, which helps only authors of files. */
function messageAt(field: FormField, { code, detail }: InputError): string {
  const isAboutForm = QUANTITIES.has(field.kind) && (code === 'type' || code === 'pattern');
  return isAboutForm ? `${field.label}: ${expectedInput(field)}.` : detail;
}
