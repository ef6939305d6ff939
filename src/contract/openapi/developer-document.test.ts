import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../endpoints.ts';
import { developerDocument } from './document.ts';

const document = developerDocument('https://pay.test');

/** Returns every object except examples, with its key and its parent's key. */
function objects(value: object, parent = ''): { key: string; parent: string; value: object }[] {
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    if (typeof member !== 'object' || member === null || /^examples?$/.test(key)) return [];
    return [{ key, parent, value: member }, ...objects(member, key)];
  });
}
const OBJECTS = objects(document);

describe('the description of the developer API', () => {
  it("has exactly the developer API's endpoints", () => {
    const tools = Object.entries(ENDPOINTS).filter(([, { path }]) =>
      path.startsWith('/api/merchant/v1/'),
    );
    const paths = new Set(tools.map(([, { path }]) => path));
    expect(new Set(Object.keys(Object(document['paths']) as object))).toEqual(paths);
    for (const [name, { path, method }] of tools) {
      const operation = { [method.toLowerCase()]: { operationId: name } };
      expect(document).toMatchObject({ paths: { [path]: operation } });
    }
  });

  it('shows exactly the possible refusals of its requests', () => {
    const namesOf = (status: string) => {
      const inDocument = ['components', 'responses', status, 'content', 'application/problem+json'];
      const response = inDocument.reduce<unknown>(
        (at, key) => Reflect.get(Object(at), key),
        document,
      );
      return Object.keys(Object(Reflect.get(Object(response), 'examples')) as object);
    };
    expect(namesOf('404')).toEqual([
      'not-found',
      'no-such-webhook',
      'no-such-path',
      'refund-not-found',
      'dispute-not-found',
      'link-not-found',
    ]);
    expect(namesOf('409')).toEqual([
      'duplicate',
      'not-cancellable',
      'nothing-to-trigger',
      'not-refundable',
    ]);
  });

  it('shows the defaults of parameters', () => {
    const sizes = OBJECTS.filter(({ value }) => Reflect.get(value, 'name') === 'size');
    expect(sizes.map(({ value }) => value)).toMatchObject([
      { schema: { type: 'integer', maximum: 100, default: 100 } },
      { schema: { type: 'integer', maximum: 100, default: 100 } },
      { schema: { type: 'integer', maximum: 100, default: 100 } },
      { schema: { type: 'integer', maximum: 100, default: 100 } },
      { schema: { type: 'integer', maximum: 500, default: 500 } },
    ]);
  });

  it('describes every member in a sentence, and has an example of every body', () => {
    const members = OBJECTS.filter(({ parent }) => ['properties', 'responses'].includes(parent));
    expect(members.length).toBeGreaterThan(30);
    const silent = members.filter(
      ({ value }) =>
        !('$ref' in value) && !/\w .+[.]$/s.test(String(Reflect.get(value, 'description') ?? '')),
    );
    expect(silent.map(({ key }) => key)).toEqual([]);
    const bodies = OBJECTS.filter(({ key, parent }) => parent === 'content' && key.includes('/'));
    const without = bodies.filter(
      ({ value }) => Object.keys(Object(Reflect.get(value, 'examples')) as object).length === 0,
    );
    expect(without).toEqual([]);
  });
});
