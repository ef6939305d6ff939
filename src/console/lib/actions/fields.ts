import * as v from 'valibot';

/** A member of a command's input, in the JSON Schema that the interface describes it by. */
const member = v.looseObject({
  type: v.optional(v.string()),
  enum: v.optional(v.array(v.string())),
  format: v.optional(v.string()),
  description: v.optional(v.string()),
  default: v.optional(v.union([v.string(), v.number(), v.boolean()])),
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

interface AskedMember {
  name: string;
  label?: string;
  hint?: string;
  /** Where the command could do without, and this action cannot. */
  isRequired?: boolean;
  /** Choose one of these, where the command takes any text. */
  choices?: readonly string[];
  /** Choose any of these. */
  several?: readonly string[];
}

/** A field of a form. What is typed in it is text; `typedValue` makes of it what the command takes. */
export interface FormField {
  name: string;
  label: string;
  /** What may be chosen; undefined where it is typed. */
  choices: readonly string[] | undefined;
  several: readonly string[] | undefined;
  isRequired: boolean;
  kind: 'text' | 'date' | 'number';
  hint: string | undefined;
  /** What it begins with. */
  initial: string;
  type: string;
  isNullable: boolean;
}

export function fieldsOf(asks: readonly Ask[], schema: InputSchema): readonly FormField[] {
  return asks.flatMap((ask) => {
    const asked = typeof ask === 'string' ? { name: ask } : ask;
    const described = schema.properties[asked.name];
    return described === undefined ? [] : [fieldOf(asked, described, schema.required)];
  });
}

function fieldOf(
  { name, label, hint, isRequired, choices, several }: AskedMember,
  described: Member,
  required: readonly string[],
): FormField {
  const alternatives = described.anyOf?.map((each) => v.parse(member, each)) ?? [described];
  const { type = 'string', format, ...kind } = alternatives.find(isValue) ?? described;
  return {
    name,
    label: label ?? sentenceCase(name),
    choices: choices ?? kind.enum,
    several,
    isRequired: required.includes(name) || isRequired === true,
    kind: kindOf(type, format),
    hint: hint ?? described.description ?? HINTS[format ?? type],
    initial: described.default === undefined ? '' : String(described.default),
    type,
    isNullable: alternatives.some((each) => each.type === 'null'),
  };
}

function isValue({ type }: Member): boolean {
  return type !== 'null';
}

function kindOf(type: string, format: string | undefined): FormField['kind'] {
  if (format === 'date') return 'date';
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}

/** What a typed value looks like. */
const HINTS: Readonly<Record<string, string>> = {
  'date-time': 'Like 2026-05-01T08:30:00Z',
  array: 'Separated by commas',
};

function sentenceCase(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/^email$/, 'e-mail');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The JSON that a field's text stands for. Without text nothing is meant: null takes away what was there. */
export function typedValue({ type, isNullable }: FormField, text: string): unknown {
  if (text === '' && isNullable) return null;
  switch (type) {
    case 'integer':
    case 'number':
      // What is no number the service refuses, and says so.
      return Number.isNaN(Number(text)) ? text : Number(text);
    case 'boolean':
      return text === 'true';
    case 'array':
      return text.split(',').map((part) => part.trim());
    default:
      return text;
  }
}
