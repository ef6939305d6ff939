import { z } from 'zod';
import * as patterns from '../patterns.ts';
import { COUNTRY_CODES } from '../schemas/fields.ts';

export type JsonSchema = Record<string, unknown>;

/** What goes in, as its sender writes it; what comes out, open to fields that are yet to come. */
export type Side = 'input' | 'output';

/** A schema of the contract in JSON Schema 2020-12, which is that of OpenAPI 3.1. It goes into a document by `withNamed`. */
export function jsonSchemaOf(schema: z.ZodType, io: Side): JsonSchema {
  const { $schema: _, ...result } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => adapt(jsonSchema, io),
  });
  return result;
}

/** zod puts schemas with an `id` in their metadata under `$defs`, beside each use: in OpenAPI they are components of the document. */
export function withNamed({
  components: { schemas = {}, ...components },
  ...document
}: JsonSchema & { components: JsonSchema & { schemas?: JsonSchema } }): JsonSchema {
  const named: JsonSchema = {};
  const rest = membersOf(document, named);
  const others = membersOf(components, named);
  const own = membersOf(schemas, named);
  return { ...rest, components: { ...others, schemas: { ...named, ...own } } };
}

function membersOf(value: object, named: JsonSchema): JsonSchema {
  const members: JsonSchema = {};
  for (const [key, member] of Object.entries(value)) {
    if (key === '$defs') Object.assign(named, moved(member, named));
    else if (key === '$ref') members[key] = String(member).replace('#/$defs/', COMPONENTS);
    else members[key] = moved(member, named);
  }
  return members;
}

function moved(value: unknown, named: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((each) => moved(each, named));
  return typeof value === 'object' && value !== null ? membersOf(value, named) : value;
}

const COMPONENTS = '#/components/schemas/';

export function referenceTo(name: string): JsonSchema {
  return { $ref: COMPONENTS + name };
}

type BaseSchema = z.core.JSONSchema.BaseSchema;

function adapt(jsonSchema: BaseSchema, io: Side): void {
  if (io === 'output') delete jsonSchema.additionalProperties;
  if (jsonSchema.minLength === 0) delete jsonSchema.minLength;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) nameInt64(jsonSchema);
  // A format of ours is described where the schema has its name.
  if (jsonSchema.$ref !== undefined) delete jsonSchema.format;
  if (io === 'input') portable(jsonSchema);
}

/** The specification's int64; zod bounds every integer by what a double holds. */
function nameInt64(jsonSchema: BaseSchema): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  delete jsonSchema.maximum;
  jsonSchema.format = 'int64';
}

/**
 * What a pattern of ours becomes where others compile it: in JavaScript, Python, Go and Java there are no
 * common look-around and no common `\p`, and `\0` is four things. None of these refuses what its original
 * takes; what they let through besides is said in words, and the service refuses it.
 */
const PATTERNS: ReadonlyMap<string, string> = new Map([
  // The mark itself: Go has no escape for it that the others know.
  [patterns.FREE_TEXT.source, '^(?:[^\\x00\uFEFF][^\\x00]*)?$'],
  // ASCII is checked to the letter; beyond it only the service knows what is a letter.
  [patterns.ANY_NAME.source, '^[^\\x00-\\x1F!-&(-,/-@\\[-`{-\\x7F]+$'],
  [patterns.LATIN_NAME.source, '^[^\\x00-\\x1F!-&(-,.-@\\[-`{-\\x7F]*$'],
  [patterns.LATIN_PLACE.source, '^[^\\x00-\\x1F!-,/:-@\\[-`{-\\x7F]*$'],
  [patterns.EMAIL.source, patterns.EMAIL.source.replace('(?=.{1,64}@)', '')],
]);

/** Formats that only this project knows, and those that would refuse more than the service does. */
const FORMATS: ReadonlyMap<string, BaseSchema> = new Map([
  ['country', { enum: [...COUNTRY_CODES] }],
  // 12 to 19 digits; the check digit is beyond a pattern.
  ['card_number', { pattern: '^[ -]*[0-9](?:[ -]*[0-9]){11,18}[ -]*$' }],
  ['ip_address', { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] }],
  // Empty text is allowed, and so are letters of every script: `uri` would take neither.
  // White space is another set in each language: that of ASCII is named, and the no-break space.
  [
    'uri',
    {
      pattern:
        '^(?:[Hh][Tt][Tt][Pp][Ss]?://[^\\x00-\\x20\\x7F-\\xA0/?#\\\\][^\\x00-\\x20\\x7F-\\xA0]*)?$',
    },
  ],
]);

/** Replaces what not every reader of the document could use. */
function portable(jsonSchema: BaseSchema): void {
  const pattern = PATTERNS.get(jsonSchema.pattern ?? '');
  if (pattern !== undefined) jsonSchema.pattern = pattern;
  const format = FORMATS.get(jsonSchema.format ?? '');
  if (format === undefined) return;
  delete jsonSchema.format;
  Object.assign(jsonSchema, format);
}
