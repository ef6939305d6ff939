import { describe, expect, it } from 'vitest';
import recorded from '#contract/openapi/examples.json' with { type: 'json' };
import { RECORDED } from '#contract/openapi/examples.ts';
import { ENDPOINTS, type Endpoint } from '#contract/endpoints.ts';
import { recordExamples } from '../../../scripts/prepare/openapi/record-examples.ts';
import {
  DOCUMENT,
  faultsAt,
  DEVELOPER_DOCUMENT,
  developerFaultsAt,
} from '../../../packages/tollgate/conformance/validate.ts';

const JSON_BODY = ['content', 'application/json', 'schema'];

/** Returns the path of a recorded body's schema in the document. */
function place(section: string, name: string): string[] {
  if (section === 'webhooks') {
    const webhook = name === 'dispute' ? 'disputeChanged' : `${name}Ended`;
    return ['webhooks', webhook, 'post', 'requestBody', ...JSON_BODY];
  }
  const { path, method } = Object.entries<Endpoint>(ENDPOINTS).find(([key]) => key === name)![1];
  const operation = ['paths', path, method.toLowerCase()];
  return section === 'requests'
    ? [...operation, 'requestBody', ...JSON_BODY]
    : [...operation, 'responses', '200', ...JSON_BODY];
}

/** Returns the validator: the developer API, with the webhooks of refunds and disputes, has a separate document. */
function faultsOf(name: string) {
  if (name === 'refund' || name === 'dispute') return developerFaultsAt;
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
  it.each(BODIES)('match their schema: %s', (_, faults, schema, value) => {
    expect(faults(schema, value)).toEqual([]);
  });

  it.each(Object.entries(problems))('match their schema: problem %s', (_, { value }) => {
    expect(faultsAt(['components', 'schemas', 'Problem'], value)).toEqual([]);
  });

  it('exist for every parameter and match its schema', () => {
    const operations = [DOCUMENT, DEVELOPER_DOCUMENT].flatMap(({ paths }) =>
      Object.values(paths as Record<string, object>).flatMap(
        (path) =>
          Object.values(path) as { operationId: string; parameters?: { example: unknown }[] }[],
      ),
    );
    expect(operations.length).toBe(31);
    for (const { operationId, parameters = [] } of operations) {
      for (const [index, { example }] of parameters.entries()) {
        const schema = ['parameters', String(index), 'schema'];
        const own = place('answers', operationId).slice(0, 3);
        expect(faultsOf(operationId)([...own, ...schema], example)).toEqual([]);
      }
    }
  });

  it("match a sandbox's present answers; if not, npm run generate -- examples", async () => {
    expect(JSON.parse(await recordExamples())).toEqual(recorded);
  });
});
