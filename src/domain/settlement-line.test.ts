import { describe, expect, it } from 'vitest';
import {
  LINE_KIND_NAMES,
  LINE_KIND_TITLES,
  LINE_KINDS,
  singleKey,
  type LineKind,
} from './settlement-line.ts';

it.each([
  ['of several lines', LINE_KIND_TITLES],
  ['of one line', LINE_KIND_NAMES],
])('each kind has unique words, %s', (_, words) => {
  const said = LINE_KINDS.map((kind) => words[kind]);
  expect(said).toEqual(said.map(() => expect.stringMatching(/^[A-Z][a-z]/) as string));
  expect(new Set(said).size).toBe(said.length);
});

describe('singleKey', () => {
  const key = (kind: LineKind, reference = 'r') => singleKey({ kind, reference });

  it('identifies lines that may be in a file once: a payment or a refund by its reference', () => {
    const keys = [key('payment'), key('refund'), key('refund', 'other')];
    expect(keys).not.toContain(undefined);
    expect(new Set(keys).size).toBe(keys.length);
    expect(key('refund')).toBe(key('refund'));
  });

  it('has none for lines that may be repeated', () => {
    const once = ['payment', 'refund'];
    const again = LINE_KINDS.filter((kind) => !once.includes(kind));
    expect(again.map((kind) => key(kind))).toEqual(again.map(() => undefined));
  });
});
