import { developerDocument, openApiDocument } from '#contract/openapi/document.ts';
import { z } from 'zod';

/** A schema as our documents write it. Other keywords are not read. */
export interface Schema {
  $ref?: string | undefined;
  description?: string | undefined;
  type?: string | undefined;
  format?: string | undefined;
  enum?: readonly string[] | undefined;
  const?: unknown;
  default?: unknown;
  pattern?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  exclusiveMinimum?: number | undefined;
  maximum?: number | undefined;
  exclusiveMaximum?: number | undefined;
  maxItems?: number | undefined;
  items?: Schema | undefined;
  anyOf?: Schema[] | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: readonly string[] | undefined;
}

const count = z.number().optional();
const schema: z.ZodType<Schema> = z.object({
  $ref: z.string().optional(),
  description: z.string().optional(),
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  pattern: z.string().optional(),
  minLength: count,
  maxLength: count,
  minimum: count,
  exclusiveMinimum: count,
  maximum: count,
  exclusiveMaximum: count,
  maxItems: count,
  required: z.array(z.string()).optional(),
  get items() {
    return schema.optional();
  },
  get anyOf() {
    return z.array(schema).optional();
  },
  get properties() {
    return z.record(z.string(), schema).optional();
  },
});

const example = z.object({ summary: z.string(), value: z.unknown() });
const content = z.record(
  z.string(),
  z.object({ schema, examples: z.record(z.string(), example).default({}) }),
);
const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string(),
  schema,
  /** A list repeats the parameter. */
  example: z.union([z.string(), z.number(), z.array(z.string())]).optional(),
});
const answer = z.object({
  $ref: z.string().optional(),
  description: z.string().default(''),
  content: content.optional(),
});
const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ description: z.string(), content }).optional(),
  responses: z.record(z.string(), answer),
});
const paths = z.record(z.string(), z.record(z.string(), operation));
const document = z.object({
  info: z.object({ description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths,
  webhooks: paths.default({}),
  components: z.object({
    schemas: z.record(z.string(), schema),
    responses: z.record(z.string(), answer),
  }),
});

export type Document = z.output<typeof document>;
export type Parameter = z.output<typeof parameter>;
export type Answer = z.output<typeof answer>;
export type Example = z.output<typeof example>;

/** A merchant's request to us, or our request to a merchant's webhook address. */
export interface Operation extends z.output<typeof operation> {
  /** The method, as in a request line. */
  method: string;
  path: string;
}

/** Returns the orders API and the developer API, as the service describes them. */
export function readDocuments(serverUrl: string): { orders: Document; developer: Document } {
  return {
    orders: document.parse(openApiDocument(serverUrl)),
    developer: document.parse(developerDocument(serverUrl)),
  };
}

export function operationsIn(of: Document['paths']): Operation[] {
  return Object.entries(of).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => ({
      ...each,
      path,
      method: method.toUpperCase(),
    })),
  );
}

/** Returns the component's name, the last part of a reference. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
