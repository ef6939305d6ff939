import { z } from 'zod';
import { schemaOf } from './components.ts';
import { PARAMETERS } from './described/parameters.ts';
import type { JsonSchema } from './json-schema.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
  example: unknown;
}

/** The parameters of a params or query schema. A list repeats the parameter, as OpenAPI's default has it. */
export function parametersOf(place: Parameter['in'], schema: z.ZodType | undefined): Parameter[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const fields: [string, unknown][] = Object.entries(schema.shape);
  return fields
    .filter(([, field]) => !isRefused(field))
    .map(([name, field]) => ({
      name,
      in: place,
      required: !isOptional(field),
      description: PARAMETERS[name]?.says ?? '',
      schema:
        field instanceof z.ZodType
          ? { ...schemaOf(readAs(field), 'input'), ...defaultOf(field) }
          : {},
      example: PARAMETERS[name]?.example,
    }));
}

/** Named in the schema so that it is refused, not ignored. */
function isRefused(field: unknown): boolean {
  return field instanceof z.ZodOptional && field.unwrap() instanceof z.ZodNever;
}

function isOptional(field: unknown): boolean {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault;
}

/** What is taken where it is left out. How a list is sorted then, words say. */
function defaultOf(field: z.ZodType): JsonSchema {
  if (!(field instanceof z.ZodDefault)) return {};
  const { defaultValue: taken } = field.def;
  return typeof taken === 'object' ? {} : { default: taken };
}

/**
 * A query's field first sorts out how often it was given, and then reads what it was given as: that
 * last schema, without what surrounds it, is the parameter's.
 */
function readAs(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) {
    return readAsType(field.unwrap());
  }
  return field instanceof z.ZodPipe && !(field.out instanceof z.ZodTransform)
    ? readAsType(field.out)
    : field;
}

function readAsType(inner: unknown): z.ZodType {
  return inner instanceof z.ZodType ? readAs(inner) : z.unknown();
}
