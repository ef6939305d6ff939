import * as v from 'valibot';
import { typedDecimal } from '#domain/typed-decimal.ts';
import { Problem } from '#console/api/problem.ts';
import { inWords } from '#console/orders/words.ts';
import { durationText, durationUnits, secondsIn } from './duration.ts';

/** A member of a command's input, in the JSON Schema that the interface describes it by. */
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

/** What an action asks for: a member of its command's input, and how where the schema alone does not say. */
export type Ask = string | AskedMember;

/** What is typed, where it is more than text: an amount of money, a percentage, a rate, or a time in seconds. */
type Quantity = 'amount' | 'percent' | 'rate' | 'duration';

export interface Choice {
  value: string;
  label: string;
  /** What choosing it means. With it choices are listed one below the other. */
  meaning?: string;
}

type Values = Readonly<Record<string, string>>;

interface AskedMember {
  name: string;
  label?: string;
  hint?: string;
  quantity?: Quantity;
  /** Under which heading it stands, beside others of the same. */
  group?: string;
  /** Where the command could do without, and this action cannot. */
  isRequired?: boolean;
  /** Choose one of these, where the command takes any text. */
  choices?: readonly (string | Choice)[];
  /** Choose any of these. */
  several?: readonly string[];
  /** Whether it is asked for, by what the other fields say. */
  when?: (values: Values) => boolean;
}

/** A field of a form. What is typed in it is text; `typedValue` makes of it what the command takes. */
export interface FormField {
  name: string;
  label: string;
  /** What may be chosen; undefined where it is typed. */
  choices: readonly Choice[] | undefined;
  several: readonly string[] | undefined;
  isRequired: boolean;
  kind: 'text' | 'date' | 'moment' | 'number' | Quantity;
  group: string | undefined;
  hint: string | undefined;
  /** What it begins with. */
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
  // Currencies and the like are known by their capitals.
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

/** What a typed value looks like. */
const HINTS: Readonly<Record<string, string>> = { array: 'Separated by commas' };

function sentenceCase(name: string): string {
  return inWords(name.replace(/^email$/, 'e-mail'));
}

/** What a field shows for a value that there is. */
export function shownValue({ kind }: Pick<FormField, 'kind'>, value: string): string {
  return kind === 'duration' && value !== '' ? durationText(Number(value)) : value;
}

/** The JSON that a field's text stands for. Without text nothing is meant: null takes away what was there. */
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
      // What is no number the service refuses, and says so.
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

/** What is wrong with what was typed, in a sentence that says what to type; undefined where nothing is, as far as this can tell. */
export function mistakeIn(field: FormField, text: string): string | undefined {
  if (text === '') return field.isRequired ? `${field.label}: this field is required.` : undefined;
  return isUsable(field, text) ? undefined : `${field.label}: ${wanted(field)}.`;
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

/** What to enter, as the end of a sentence. */
function wanted({ kind, least, most = Number.MAX_SAFE_INTEGER }: FormField): string {
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

/** The interface's own limit of whole numbers, which no person is told. */
const MOST_WHOLE = 999_999_999;

/** More than three times as much, or less than a third: perhaps a slip. */
const LEAP = 3;

/** Whether a change of a quantity is so large that it is asked about once more. */
export function isLeap({ kind }: FormField, before: string, after: string): boolean {
  if (!QUANTITIES.has(kind)) return false;
  const [from, to] = [quantityIn(kind, before), quantityIn(kind, after)];
  if (from === undefined || to === undefined || from === 0 || to === 0) return false;
  return to / from > LEAP || from / to > LEAP;
}

const QUANTITIES: ReadonlySet<FormField['kind']> = new Set([
  'amount',
  'percent',
  'rate',
  'duration',
  'number',
]);

function quantityIn(kind: FormField['kind'], text: string): number | undefined {
  return kind === 'duration' ? secondsIn(text) : numberIn(text);
}

/**
 * The service's sentences about an input, by the field that each is about: what a path ends in is a field's name.
 *
 * @returns those of no field under `''`, as people read them
 */
function placed(
  problems: readonly string[],
  fields: readonly FormField[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const problem of problems) {
    const [, path = '', rest = problem] = PLACED.exec(problem) ?? [];
    const field = fields.find(({ name }) => path === name || path.endsWith(`.${name}`));
    const name = field?.name ?? '';
    const text = withLabels(rest, fields);
    const sentence =
      field === undefined ? asSentence(text) : `${field.label}: ${said(field, text)}`;
    found.set(name, [found.get(name), sentence].filter((each) => each !== undefined).join(' '));
  }
  return found;
}

/** Of a refusal what is about fields stands there, and the rest below them. */
export function inPlaces(
  refusal: Problem,
  fields: readonly FormField[],
): { rest: Problem | undefined; byField: ReadonlyMap<string, string> } {
  const found = placed(refusal.problems, fields);
  const others = found.get('');
  const byField = new Map([...found].filter(([name]) => name !== ''));
  if (byField.size > 0 && others === undefined) return { rest: undefined, byField };
  const { status, message: title, detail, requestId } = refusal;
  const problems = others === undefined ? [] : [others];
  return { rest: new Problem(status, title, { detail, problems, requestId }), byField };
}

/** A path as a file or a command line has it, and what is wrong there. A name in brackets may be anything. */
const PLACED = /^(?:--)?((?:[\w.-]|\[[^\]]*\])+): (.*)$/s;

/** Fields that a sentence names, as the form calls them. */
function withLabels(text: string, fields: readonly FormField[]): string {
  return text.replaceAll(/\w+_\w+/g, (word) => {
    const field = fields.find(({ name }) => name === word);
    return field === undefined ? word : `“${field.label}”`;
  });
}

/** The service says what a file has to say; of a quantity people are told what to type. */
function said(field: FormField, message: string): string {
  const isForFiles = QUANTITIES.has(field.kind) && /in quotes|expected/.test(message);
  return withStop(isForFiles ? wanted(field) : message);
}

function asSentence(text: string): string {
  return withStop(text.charAt(0).toUpperCase() + text.slice(1));
}

function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
