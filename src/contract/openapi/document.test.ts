import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../endpoints.ts';
import { openApiDocument } from './document.ts';
import { OPERATIONS } from './operations.ts';

const document = openApiDocument('https://pay.test');
const SUMMARIES = new Map(Object.entries(OPERATIONS).map(([name, { summary }]) => [name, summary]));
const text = JSON.stringify(document);

interface Place {
  path: string;
  key: string;
  parent: string;
  value: object;
}

/** Returns every object in the document except examples, with its path. */
function places(value: object, path = '', parent = ''): Place[] {
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    if (typeof member !== 'object' || member === null || /^examples?$/.test(key)) return [];
    const own = { path: `${path}/${key}`, key, parent, value: member };
    return [own, ...places(member, own.path, key)];
  });
}
const PLACES = places(document);

describe('the OpenAPI document', () => {
  it('has every endpoint of the API, with its summary', () => {
    for (const [name, { path, method }] of Object.entries(ENDPOINTS)) {
      if (!path.startsWith('/api/v1/')) continue;
      const operation = { operationId: name, summary: SUMMARIES.get(name) };
      expect(SUMMARIES.has(name)).toBe(true);
      expect(document).toMatchObject({ paths: { [path]: { [method.toLowerCase()]: operation } } });
    }
  });

  it('describes query parameters as they are written', () => {
    expect(document).toMatchObject({
      paths: {
        [ENDPOINTS.listPayins.path]: {
          get: {
            parameters: expect.arrayContaining([
              expect.objectContaining({
                name: 'size',
                required: true,
                schema: { type: 'integer', minimum: 1, maximum: 200 },
              }),
              expect.objectContaining({
                name: 'statuses',
                required: false,
                schema: {
                  type: 'array',
                  items: { $ref: '#/components/schemas/OrderStatus' },
                  maxItems: 100,
                },
              }),
            ]) as unknown,
          },
        },
      },
    });
  });

  it('refers to orders by schema name, and bounds amounts', () => {
    expect(text).toContain('{"type":"array","items":{"$ref":"#/components/schemas/PayinOrder"}}');
    expect(document).toMatchObject({
      components: {
        schemas: {
          CreatePayinRequest: {
            properties: { amount: { exclusiveMinimum: 0, exclusiveMaximum: 1e12 } },
          },
        },
      },
    });
  });

  it("does not contain the page's endpoints", () => {
    expect(text).not.toContain('/api/page/');
  });

  it('describes every operation, parameter, member and header in a sentence', () => {
    const told = PLACES.filter(
      ({ key, parent, value }) =>
        ['properties', 'headers', 'schemas', 'responses', 'securitySchemes', 'tags'].includes(
          parent,
        ) ||
        ['in', 'operationId', 'requestBody'].some((name) => name in value) ||
        key === 'requestBody',
    ).filter(({ value }) => !('$ref' in value && Object.keys(value).length === 1));
    expect(told.length).toBeGreaterThan(200);
    const silent = told.filter(
      ({ value }) => !/\w .+[.]$/s.test(String(Reflect.get(value, 'description') ?? '')),
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  it('has an example of every body, including refusals', () => {
    const bodies = PLACES.filter(({ key, parent }) => parent === 'content' && key.includes('/'));
    expect(bodies.length).toBeGreaterThan(20);
    const without = bodies.filter(
      ({ value }) => Object.keys(Object(Reflect.get(value, 'examples')) as object).length === 0,
    );
    expect(without.map(({ path }) => path)).toEqual([]);
  });
});

/** Pattern syntax that is missing or means something else in some of JavaScript, Python, Go and Java. */
const OTHER_IN_SOME = [
  ['look-around', /\(\?[=!<]/],
  ['a Unicode property', /\\[pP]/],
  ['a class whose members differ', /\\[dDwWbBsS]/],
  ['a back-reference', /\\[1-9k]/],
  ['an escape that differs', /\\[0uezAZ]/],
] as const;

describe('its patterns', () => {
  const patterns = [
    ...new Set([...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, json = '']) => json)),
  ].map((json) => String(JSON.parse(json)));

  it.each(OTHER_IN_SOME)('are without %s', (_, other) => {
    expect(patterns.length).toBeGreaterThan(15);
    expect(patterns.filter((pattern) => other.test(pattern))).toEqual([]);
  });

  it('compile in JavaScript, with and without its Unicode mode', () => {
    for (const pattern of patterns) {
      expect(() => [new RegExp(pattern), new RegExp(pattern, 'u')]).not.toThrow();
    }
  });
});
