import { z } from 'zod';
import { portable } from './portable.ts';

export type JsonSchema = Record<string, unknown>;

/** What goes in, as its sender writes it; what comes out, open to fields that are yet to come. */
export type Side = 'input' | 'output';

/** The name under which a schema is described once, wherever it occurs; undefined for one without. */
export type NameOf = (schema: z.core.$ZodType) => string | undefined;

/** A schema of the contract in JSON Schema 2020-12, which is that of OpenAPI 3.1. */
export function jsonSchemaOf(schema: z.ZodType, io: Side, nameOf: NameOf = () => undefined) {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema, path }) => {
      const name = path.length > 0 ? nameOf(zodSchema) : undefined;
      if (name !== undefined) becomeReference(jsonSchema, name);
      else adapt(jsonSchema, io);
    },
  });
  const adapted: JsonSchema = described;
  return adapted;
}

export function referenceTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function becomeReference(jsonSchema: z.core.JSONSchema.BaseSchema, name: string): void {
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
  Object.assign(jsonSchema, referenceTo(name));
}

function adapt(jsonSchema: z.core.JSONSchema.BaseSchema, io: Side): void {
  if (io === 'output') delete jsonSchema.additionalProperties;
  if (jsonSchema.minLength === 0) delete jsonSchema.minLength;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) nameInt64(jsonSchema);
  portable(jsonSchema);
}

/** The specification's int64; zod bounds every integer by what a double holds. */
function nameInt64(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  delete jsonSchema.minimum;
  delete jsonSchema.maximum;
  jsonSchema.format = 'int64';
}
