import { z } from 'zod';
import type { OperatorCommand } from './command.ts';

/** One member of a command's input, as its help shows it. */
export interface CommandOption {
  name: string;
  /** What may stand there: words to choose from, or the kind of value in capitals. */
  value: string;
  required: boolean;
  /** What counts where the member is left out. */
  default?: string;
}

/** A command as its help shows it. */
export interface DescribedCommand {
  name: string;
  summary: string;
  options: CommandOption[];
}

export function describeCommand(
  name: string,
  { summary, input }: OperatorCommand,
): DescribedCommand {
  return { name, summary, options: [...commandOptions(input)] };
}

type Described = z.core.JSONSchema.JSONSchema;

const known = new WeakMap<z.ZodObject, readonly CommandOption[]>();

/** Read from the schema that judges the input, so that the help says what is true; once of each. */
function commandOptions(input: z.ZodObject): readonly CommandOption[] {
  const options = known.get(input) ?? optionsOf(input);
  known.set(input, options);
  return options;
}

function optionsOf(input: z.ZodObject): CommandOption[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.entries(properties).map(([name, schema]) => {
    const described = typeof schema === 'boolean' ? {} : schema;
    return {
      name,
      value: valueOf(described),
      required: required.includes(name),
      ...(described.default !== undefined && {
        default: JSON.stringify(described.default).replaceAll('"', ''),
      }),
    };
  });
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'INSTANT',
  uri: 'URL',
};

function valueOf(schema: Described): string {
  if (schema.description !== undefined) return schema.description;
  if (schema.enum !== undefined) return schema.enum.join('|');
  if (typeof schema.const === 'string') return schema.const;
  const alternatives = schema.anyOf ?? [];
  if (alternatives.length > 0) return [...new Set(alternatives.map(valueOf))].join('|');
  return FORMATS[schema.format ?? ''] ?? 'TEXT';
}
