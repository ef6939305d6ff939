/** How the reference under /docs describes members. */
import { expect, it } from 'vitest';
import { membersOf } from '../../src/lib/docs/openapi/members.ts';

const OBJECT = {
  properties: { id: { type: 'string' }, end_date: { type: 'integer' } },
  required: ['id'],
};

function marksOf(side: 'given' | 'answered') {
  return [...membersOf({}, OBJECT, side).text.matchAll(/<code>(\w+)<\/code>[\s\S]*?<\/p>/g)].map(
    ([member, name]) => [name, /(required|not always)<\/span>/.exec(member)?.[1]],
  );
}

it("marks a request's required members, and an answer's optional ones", () => {
  expect(marksOf('given')).toEqual([
    ['id', 'required'],
    ['end_date', undefined],
  ]);
  expect(marksOf('answered')).toEqual([
    ['id', undefined],
    ['end_date', 'not always'],
  ]);
});
