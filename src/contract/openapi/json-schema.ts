import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** What goes in, as its sender writes it; what comes out, open to fields that are yet to come. */
export type Side = 'input' | 'output';

/** A schema of the contract in JSON Schema 2020-12, which is that of OpenAPI 3.1. */
export function jsonSchemaOf(schema: z.ZodType, io: Side): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (io === 'output') delete jsonSchema.additionalProperties;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) nameInt64(jsonSchema);
    },
  });
  return described;
}

/** The specification's int64; zod bounds every integer by what a double holds. */
function nameInt64(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  delete jsonSchema.minimum;
  delete jsonSchema.maximum;
  jsonSchema.format = 'int64';
}
