import { jsonSchemaOf, type JsonSchema } from '#contract/openapi/json-schema.ts';
import { z } from 'zod';
import type { OperatorCommand } from './command.ts';

/** A command as forms and the command line need it, with its input in JSON Schema. */
export interface DescribedCommand {
  name: string;
  summary: string;
  input: JsonSchema;
  /** Whether it answers GET with a file. */
  isDownload?: true | undefined;
}

export function describeCommand(name: string, command: OperatorCommand): DescribedCommand {
  const { summary, isDownload } = command;
  return { name, summary, input: inputSchema(command), ...(isDownload && { isDownload }) };
}

const known = new WeakMap<z.ZodObject, JsonSchema>();

/** Derives the JSON Schema from the schema that validates the input, once for each command. */
export function inputSchema({ input }: Pick<OperatorCommand, 'input'>): JsonSchema {
  const schema = known.get(input) ?? jsonSchemaOf(input, 'input');
  known.set(input, schema);
  return schema;
}

/** One member of a command's input, as the command line takes it. */
export interface CommandOption {
  /** The name in JSON. The command line uses hyphens: `overlap_hours` is `--overlap-hours`. */
  name: string;
  /** The command's subject, written without its name: `orders show ID`. */
  isPositional: boolean;
  /** Takes no value: `--active`, `--no-active`. */
  isSwitch: boolean;
  /** The accepted values: words to choose from, or the kind. */
  value: string;
  /** The words to choose from, if nothing else is accepted. */
  choices?: string[];
  required: boolean;
  /** The value used if the option is left out. */
  default?: string;
  description?: string;
}

const member = z.looseObject({
  type: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  get items() {
    return member.optional();
  },
  get anyOf() {
    return z.array(member).optional();
  },
});
type Member = z.output<typeof member>;

const object = z.looseObject({
  properties: z.record(z.string(), member).default({}),
  required: z.array(z.string()).default([]),
});

/** Returns how the command line spells the member that a JSON pointer leads to: a part of it after a dot. */
export function optionName(pointer: string): string {
  return `--${pointer.slice(1).replaceAll('/', '.').replaceAll('_', '-')}`;
}

/**
 * Describes a command's input as options. The first required member is positional, unless it is a time: commands
 * declare their subject first.
 */
export function optionsOf(input: JsonSchema): CommandOption[] {
  const { properties, required } = object.parse(input);
  const positional = Object.entries(properties).find(
    ([name, schema]) => required.includes(name) && !TIMES.has(valueOf(schema)),
  )?.[0];
  return Object.entries(properties).map(([name, schema]) => {
    const { default: byDefault, description } = schema;
    const choices = choicesOf(schema);
    return {
      name,
      isPositional: name === positional,
      isSwitch: schema.type === 'boolean',
      value: valueOf(schema),
      ...(choices !== undefined && { choices }),
      required: required.includes(name),
      ...(byDefault !== undefined && {
        default: typeof byDefault === 'string' ? byDefault : JSON.stringify(byDefault),
      }),
      ...(description !== undefined && { description }),
    };
  });
}

const TIMES: ReadonlySet<string> = new Set(['day', 'time', 'day|time']);

function choicesOf({ type, enum: words, anyOf }: Member): string[] | undefined {
  if (type === 'null') return ['none'];
  if (words !== undefined) return words.map(String);
  const kinds = anyOf?.map(choicesOf) ?? [undefined];
  return kinds.every((each) => each !== undefined) ? kinds.flat() : undefined;
}

/** What stands for a value in the help, by its format or type. */
const VALUES: Readonly<Record<string, string>> = {
  uuid: 'id',
  'date-time': 'time',
  date: 'day',
  uri: 'url',
  email: 'email',
  integer: 'number',
  number: 'number',
  boolean: 'true|false',
  object: 'json',
  null: 'none',
};

function valueOf(schema: Member): string {
  const { type = '', format = '', items, anyOf } = schema;
  if (schema.enum !== undefined) return schema.enum.join('|');
  if (typeof schema.const === 'string') return schema.const;
  if (anyOf !== undefined) return [...new Set(anyOf.map(valueOf))].join('|');
  if (type === 'array') return items?.type === 'array' ? 'a,b|c' : 'a,b';
  return VALUES[format] ?? VALUES[type] ?? 'text';
}

/**
 * Converts a command line's texts to the JSON that a command takes. A text that its member does not accept is left
 * unchanged, so that validation reports it.
 */
export function typedInput(input: JsonSchema, texts: object): Record<string, unknown> {
  const { properties } = object.parse(input);
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? typedValue(properties[name] ?? {}, value, ',') : value,
    ]),
  );
}

function typedValue(schema: Member, text: string, between: string): unknown {
  const kinds = schema.anyOf ?? [schema];
  if (text === 'none' && kinds.some(({ type }) => type === 'null')) return null;
  const { type, items = {} } = kinds.find((kind) => kind.type !== 'null') ?? {};
  if (type === undefined || type === 'string') return text;
  if (type === 'array') {
    // The command line has no syntax for a list of objects.
    if (items.type === 'object') return text;
    return text.split(between).map((part) => typedValue(items, part, '|'));
  }
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
