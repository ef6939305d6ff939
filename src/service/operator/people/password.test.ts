import { describe, expect, it } from 'vitest';
import { hashPassword, passwordProblem, verifyPassword } from './password.ts';

describe('a password', () => {
  it.each([
    ['eleven char', /at least 12/],
    ['', /at least 12/],
    ['ÄÖÜ😀😀😀😀😀😀😀😀', /at least 12/],
    ['aaaaaaaaaaaaaaab', /more different/],
    ['password1234', /common password/],
    ['Passwort-2026!', /common password/],
    ['qwertyuiop123456', /common password/],
    ['123456789012', /common password/],
    ['AdminAdmin!2026', /common password/],
    ['Tollgate_2026_1', /common password/],
    ['CorrectHorseBatteryStaple', /common password/],
    ['erika.muster1', /the e-mail/],
    [`${'x'.repeat(995)}abcdef`, /at most 1000/],
  ])('may not be %j', (password, problem) => {
    expect(passwordProblem(password, 'erika.muster@pay.example')).toMatch(problem);
  });

  it.each(['nine lamps of tin', 'ein Haus am Fluss', 'Zq8!kV2#pL0x', '一二三四五六七八九十百千'])(
    'may be %j',
    (password) => {
      expect(passwordProblem(password, 'erika.muster@pay.example')).toBeUndefined();
    },
  );

  it('is stored as a salted hash, and verified in full', async () => {
    const password = `nine lamps of tin and a very long rest: ${'abc '.repeat(40)}`;
    const [stored, again] = await Promise.all([hashPassword(password), hashPassword(password)]);
    expect(stored).toMatch(/^scrypt\$15\$8\$3\$/);
    expect(again).not.toBe(stored);
    expect(await verifyPassword(password, stored)).toBe(true);
    expect(await verifyPassword(password.slice(0, -1), stored)).toBe(false);
  });

  it('matches however its accents are composed', async () => {
    const stored = await hashPassword('h\u00e9licopt\u00e8re');
    expect(await verifyPassword('he\u0301licopte\u0300re', stored)).toBe(true);
  });

  it('never matches if none is stored', async () => {
    expect(await verifyPassword('nine lamps of tin', undefined)).toBe(false);
  });
});
