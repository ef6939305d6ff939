import { describe, expect, it } from 'vitest';
import { base32, findStep, hotp, stepAt } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

describe('a code', () => {
  it.each([
    [0n, '755224'],
    [1n, '287082'],
    [9n, '520489'],
  ])('matches RFC 4226 for counter %s', (counter, code) => {
    expect(hotp(SECRET, counter)).toBe(code);
  });

  // The codes in RFC 6238 have eight digits; these are the last six.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('matches RFC 6238 at second %s', (seconds, code) => {
    const now = new Date(seconds * 1_000);
    expect(findStep(SECRET, code, { now, after: 0n })).toBe(stepAt(now));
  });

  it('is accepted one step early or late, but not two', () => {
    const code = hotp(SECRET, 100n);
    const at = (step: number) => ({ now: new Date(step * 30_000), after: 0n });
    for (const step of [99, 100, 101]) expect(findStep(SECRET, code, at(step))).toBe(100n);
    for (const step of [98, 102]) expect(findStep(SECRET, code, at(step))).toBeUndefined();
  });

  it('is accepted only once', () => {
    const now = new Date(100 * 30_000);
    expect(findStep(SECRET, hotp(SECRET, 100n), { now, after: 100n })).toBeUndefined();
    expect(findStep(SECRET, hotp(SECRET, 101n), { now, after: 100n })).toBe(101n);
  });

  it.each(['', '75522', '7552240', 'x'])('may not be %j', (code) => {
    expect(findStep(SECRET, code, { now: new Date(100 * 30_000), after: 0n })).toBeUndefined();
  });
});

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foobar', 'MZXW6YTBOI'],
])('writes %j in base32 as RFC 4648 does', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});
