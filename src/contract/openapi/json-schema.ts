import { z } from 'zod';
import * as patterns from '../patterns.ts';
import { COUNTRY_CODES } from '#domain/customer/country-codes.ts';

export type JsonSchema = Record<string, unknown>;

/**
 * `input` describes what senders write. `output` describes answers, and allows fields that later releases may add.
 */
export type Side = 'input' | 'output';

/**
 * Returns a schema of the contract in JSON Schema 2020-12, the dialect of OpenAPI 3.1. Pass the document through
 * `withNamed` afterwards.
 */
export function jsonSchemaOf(schema: z.ZodType, io: Side): JsonSchema {
  const { $schema: _, ...result } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => adapt(jsonSchema, io),
  });
  return result;
}

/**
 * Moves named schemas to the document's components. zod puts schemas with an `id` in their metadata under `$defs`,
 * beside each use.
 */
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
  // A reference needs no format: the named schema describes it.
  if (jsonSchema.$ref !== undefined) delete jsonSchema.format;
  if (io === 'input') portable(jsonSchema);
}

/** Writes an unbounded integer as the specification's int64; zod bounds every integer by what a double can hold. */
function nameInt64(jsonSchema: BaseSchema): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  delete jsonSchema.maximum;
  jsonSchema.format = 'int64';
}

/**
 * Replacements for patterns that other languages cannot compile: JavaScript, Python, Go and Java share no look-around
 * and no `\p`, and `\0` has four meanings. No replacement refuses what its original accepts. Each description states
 * what the replacement accepts in addition; the service refuses that.
 */
const PATTERNS: ReadonlyMap<string, string> = new Map([
  // The byte order mark itself, since Go has no escape for it that the others know.
  [patterns.FREE_TEXT.source, '^(?:[^\\x00\uFEFF][^\\x00]*)?$'],
  [patterns.FREE_LINE.source, '^[^\\x00-\\x1F\\x7F-\\x9F]*$'],
  // ASCII is matched exactly. Beyond it, only the service knows which characters are letters.
  [patterns.ANY_NAME.source, '^[^\\x00-\\x1F!-&(-,/-@\\[-`{-\\x7F]+$'],
  [patterns.LATIN_NAME.source, '^[^\\x00-\\x1F!-&(-,.-@\\[-`{-\\x7F]*$'],
  [patterns.LATIN_PLACE.source, '^[^\\x00-\\x1F!-,/:-@\\[-`{-\\x7F]*$'],
  [patterns.EMAIL.source, patterns.EMAIL.source.replace('(?=.{1,64}@)', '')],
]);

/**
 * Replacements for formats that only this project knows, and for those that would refuse more than the service does.
 */
const FORMATS: ReadonlyMap<string, BaseSchema> = new Map([
  ['country', { enum: [...COUNTRY_CODES] }],
  // 12 to 19 digits; a pattern cannot verify the check digit.
  ['card_number', { pattern: '^[ -]*[0-9](?:[ -]*[0-9]){11,18}[ -]*$' }],
  ['ip_address', { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] }],
  // Unlike `uri`, allows empty text and letters of every script. White space differs between languages, so the
  // pattern names ASCII's and the no-break space.
  [
    'uri',
    {
      pattern:
        '^(?:[Hh][Tt][Tt][Pp][Ss]?://[^\\x00-\\x20\\x7F-\\xA0/?#\\\\][^\\x00-\\x20\\x7F-\\xA0]*)?$',
    },
  ],
]);

/** Replaces patterns and formats that some readers of the document could not use. */
function portable(jsonSchema: BaseSchema): void {
  const pattern = PATTERNS.get(jsonSchema.pattern ?? '');
  if (pattern !== undefined) jsonSchema.pattern = pattern;
  const format = FORMATS.get(jsonSchema.format ?? '');
  if (format === undefined) return;
  delete jsonSchema.format;
  Object.assign(jsonSchema, format);
}
