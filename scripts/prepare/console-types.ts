/** Writes the types of the operators' interface into the console, from its OpenAPI description. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JsonSchema } from '#contract/openapi/json-schema.ts';
import { operatorDocument } from '#service/http/operator/openapi.ts';
import { OPERATOR_COMMANDS } from '#service/operator/commands.ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { z } from 'zod';

const FILE = join(import.meta.dirname, '../../src/console/lib/api/generated/interface.d.ts');

const operation = z.looseObject({
  parameters: z.array(z.unknown()).optional(),
  requestBody: z.unknown().optional(),
  responses: z.looseObject({ '200': z.unknown() }),
});
const document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** Members of a schema that do not affect its type. */
const IN_WORDS: ReadonlySet<string> = new Set(['description', 'format', 'pattern']);

/**
 * Reduces the description to what the types need. Refusals are left out: the console reads all of them in one shape.
 */
function typed(whole: JsonSchema): string {
  const { paths } = document.parse(whole);
  const operations = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, { parameters, requestBody, responses }]) => [
        method,
        { parameters, requestBody, responses: { '200': responses['200'] } },
      ]),
    ),
  ]);
  const head = { openapi: '3.1.1', info: { title: 'Operators', version: '1' } };
  const described: JsonSchema = { ...head, paths: Object.fromEntries(operations) };
  return JSON.stringify(described, (name, value: unknown) =>
    IN_WORDS.has(name) && typeof value === 'string' ? undefined : value,
  );
}

const described = typed(operatorDocument(OPERATOR_COMMANDS));
await mkdir(dirname(FILE), { recursive: true });
await writeFile(FILE, astToString(await openapiTS(described, { rootTypes: false })));
