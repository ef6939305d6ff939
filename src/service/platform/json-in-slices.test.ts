import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runWithoutYielding } from './in-turns.ts';
import { writeJsonInSlices } from './json-in-slices.ts';

function pausesFor(value: unknown): number {
  const slices = writeJsonInSlices(value);
  let pauses = 0;
  while (slices.next().done !== true) pauses += 1;
  return pauses;
}

const ROWS = Array.from({ length: 10_000 }, (_, index) => ({ index, of: ['a', undefined, null] }));

describe('JSON that is written in slices', () => {
  it.each([
    ['a list of rows', ROWS],
    ['rows by their names', Object.fromEntries(ROWS.map((row) => [`"${row.index}"`, row]))],
    ['one long list within others', { only: [{ list: ROWS }] }],
    ['what says itself how it is written', { ROWS, at: new Date(0), of: { toJSON: () => ROWS } }],
    ['members without a value', { ROWS, nothing: undefined, run: () => 1, list: [undefined] }],
    ['a text', 'one "line"\n'],
    ['null', null],
  ])('is what JSON.stringify writes: %s', (_what, value) => {
    expect(runWithoutYielding(writeJsonInSlices(value))).toBe(JSON.stringify(value));
  });

  it('is what JSON.stringify writes for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const many = Array.from({ length: 3_000 }, () => value);
        expect(runWithoutYielding(writeJsonInSlices(many))).toBe(JSON.stringify(many));
      }),
      { numRuns: 20 },
    );
  });

  it('is what JSON.stringify writes with a replacer', () => {
    const asText = (_name: string, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value;
    const amounts = ROWS.map(({ index }) => ({ amount: BigInt(index) }));
    expect(runWithoutYielding(writeJsonInSlices(amounts, asText))).toBe(
      JSON.stringify(amounts, asText),
    );
  });

  it.each([
    ['a list', ROWS],
    ['a list of one list', [ROWS]],
    ['lists in objects', { ROWS, also: { ROWS } }],
    ['long texts', Array.from({ length: 1_000 }, () => 'x'.repeat(10_000))],
  ])('is written with many pauses if it is long: %s', (_what, value) => {
    expect(pausesFor(value)).toBeGreaterThan(15);
  });

  it('is written without a pause if it is short', () => {
    expect(pausesFor({ done: true })).toBe(0);
  });
});
