import { describe, expect, it } from 'vitest';
import { StatementOverdue } from '../database/unavailable.ts';
import { askCells, observerOfAny } from './ask-cells.ts';
import { createCells } from './cells.ts';
import { sql } from 'kysely';
import type { Observation } from '../database/observe.ts';

const three = createCells('a', 'b', 'c');

function unavailable() {
  return Promise.reject(new StatementOverdue('gone'));
}

function never() {
  return new Promise<string>(() => undefined);
}

describe('askCells', () => {
  it('returns the answers in cell order, whichever cell answers first', async () => {
    const ask = async (value: string, cell: number) => {
      for (let turns = cell; turns < 3; turns += 1) await Promise.resolve();
      return value + String(cell);
    };
    expect(await askCells(three, ask, undefined)).toEqual({
      answers: ['a0', 'b1', 'c2'].map((answer, cell) => ({ cell, answer })),
      missing: [],
    });
  });

  it('reports unavailable and slow cells as missing', async () => {
    const ask = (value: string) =>
      value === 'a' ? Promise.resolve('here') : value === 'b' ? unavailable() : never();
    expect(await askCells(three, ask, 20)).toEqual({
      answers: [{ cell: 0, answer: 'here' }],
      missing: [1, 2],
    });
  });

  it('asks no further cells once the time is over', async () => {
    const many = createCells('a', ...Array.from({ length: 20 }, () => 'b'));
    const asked = new Set<number>();
    const ask = async (value: string, cell: number) => {
      asked.add(cell);
      return value === 'a' ? value : never();
    };
    const { missing } = await askCells(many, ask, 20);
    expect(missing).toHaveLength(20);
    expect(asked.size).toBeLessThan(20);
  });

  it('throws if all cells are unavailable, or if one has a bug', async () => {
    await expect(askCells(three, unavailable, undefined)).rejects.toThrow('gone');
    const bug = (value: string) =>
      value === 'b' ? Promise.reject(new TypeError('bug')) : Promise.resolve(value);
    await expect(askCells(three, bug, undefined)).rejects.toThrow('bug');
  });

  it('throws what a single cell throws', async () => {
    await expect(askCells(createCells('a'), unavailable, 20)).rejects.toThrow('gone');
  });
});

const QUESTIONS = { schemaKnown: sql<boolean>`true` };
const HEALTHY = {
  at: new Date(0),
  askedMs: 0,
  answeredMs: 1,
  readOnly: false,
  yes: new Set(['schemaKnown']),
};
const lost = new Error('Nobody answers');

async function seen(...observed: readonly (Observation | Error)[]) {
  const observers = observed.map((each, index) => async () => {
    // The observers answer in their order.
    for (let turn = 0; turn < index; turn += 1) await Promise.resolve();
    if (each instanceof Error) throw each;
    return each;
  });
  return observerOfAny(observers)(QUESTIONS);
}

it('observerOfAny prefers a healthy database, whichever answers first', async () => {
  const readOnly = { ...HEALTHY, readOnly: true };
  const older = { ...HEALTHY, yes: new Set<string>() };
  expect(await seen(readOnly, older, lost, HEALTHY)).toBe(HEALTHY);
  expect(await seen(HEALTHY, readOnly)).toBe(HEALTHY);
  expect(await seen(lost, readOnly)).toBe(readOnly);
  expect(await seen(older, lost)).toBe(older);
  await expect(seen(lost, new Error('Nor this one'))).rejects.toBe(lost);
});
