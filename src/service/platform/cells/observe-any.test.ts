import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Observation } from '../database/observe.ts';
import { observerOfAny } from './observe-any.ts';

const QUESTIONS = { schemaKnown: sql<boolean>`true` };
const FINE = {
  ...{ at: new Date(0), askedMs: 0, answeredMs: 1, readOnly: false },
  yes: new Set(['schemaKnown']),
};
const lost = new Error('Nobody answers');

async function seen(...observed: readonly (Observation | Error)[]) {
  const observers = observed.map((each, index) => async () => {
    // The first answers first.
    for (let turn = 0; turn < index; turn += 1) await Promise.resolve();
    if (each instanceof Error) throw each;
    return each;
  });
  return observerOfAny(observers)(QUESTIONS);
}

it('One of several databases that is as it should be is enough, whichever answers first', async () => {
  const readOnly = { ...FINE, readOnly: true };
  const older = { ...FINE, yes: new Set<string>() };
  expect(await seen(readOnly, older, lost, FINE)).toBe(FINE);
  expect(await seen(FINE, readOnly)).toBe(FINE);
  expect(await seen(lost, readOnly)).toBe(readOnly);
  expect(await seen(older, lost)).toBe(older);
  await expect(seen(lost, new Error('Nor this one'))).rejects.toBe(lost);
});
