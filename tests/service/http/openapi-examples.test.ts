import { describe, expect, it } from 'vitest';
import recorded from '#contract/openapi/examples.json' with { type: 'json' };
import { RECORDED } from '#contract/openapi/examples.ts';
import { ENDPOINTS, type Endpoint } from '#contract/endpoints.ts';
import { recordExamples } from '../../../scripts/openapi/record-examples.ts';
import {
  DOCUMENT,
  faultsAt,
  DEVELOPER_DOCUMENT,
  developerFaultsAt,
} from '../../conformance/validate.ts';

const JSON_BODY = ['content', 'application/json', 'schema'];

/** Where the document has the schema of what was recorded. */
function place(section: string, name: string): string[] {
  if (section === 'webhooks')
    return ['webhooks', `${name}Ended`, 'post', 'requestBody', ...JSON_BODY];
  const { path, method } = Object.entries<Endpoint>(ENDPOINTS).find(([key]) => key === name)![1];
  const operation = ['paths', path, method.toLowerCase()];
  return section === 'requests'
    ? [...operation, 'requestBody', ...JSON_BODY]
    : [...operation, 'responses', '200', ...JSON_BODY];
}

/** The developer API, and webhooks of refunds, have a document of their own. */
function faultsOf(name: string) {
  if (name === 'refund') return developerFaultsAt;
  const [, endpoint] = Object.entries<Endpoint>(ENDPOINTS).find(([key]) => key === name) ?? [];
  return endpoint?.path.startsWith('/api/merchant/') ? developerFaultsAt : faultsAt;
}

const { problems, ...bodies } = RECORDED;
const BODIES = Object.entries(bodies).flatMap(([section, byName]) =>
  Object.entries(byName).flatMap(([name, examples]) =>
    Object.entries(examples).map(
      ([key, { value }]) =>
        [`${section} ${name} ${key}`, faultsOf(name), place(section, name), value] as const,
    ),
  ),
);

describe('the examples of the OpenAPI document', () => {
  it.each(BODIES)('are as it says: %s', (_, faults, schema, value) => {
    expect(faults(schema, value)).toEqual([]);
  });

  it.each(Object.entries(problems))('are as it says: problem %s', (_, { value }) => {
    expect(faultsAt(['components', 'schemas', 'Problem'], value)).toEqual([]);
  });

  it('are there of every parameter, as it says', () => {
    const operations = [DOCUMENT, DEVELOPER_DOCUMENT].flatMap(({ paths }) =>
      Object.values(paths as Record<string, object>).flatMap(
        (path) =>
          Object.values(path) as { operationId: string; parameters?: { example: unknown }[] }[],
      ),
    );
    expect(operations.length).toBe(23);
    for (const { operationId, parameters = [] } of operations) {
      for (const [index, { example }] of parameters.entries()) {
        const schema = ['parameters', String(index), 'schema'];
        const own = place('answers', operationId).slice(0, 3);
        expect(faultsOf(operationId)([...own, ...schema], example)).toEqual([]);
      }
    }
  });

  it('are what a sandbox answers now; if not, npm run generate -- examples', async () => {
    expect(JSON.parse(await recordExamples())).toEqual(recorded);
  });
});
