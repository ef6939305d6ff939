import { describe, expect, it } from 'vitest';
import { nearNames } from './near-names.ts';

const NAMES = ['keys issue', 'keys revoke', 'keys rotate', 'gates freeze', 'ledger check'];

describe('nearNames', () => {
  it.each([
    ['keys isue', 'keys issue'],
    ['keysrotate', 'keys rotate'],
    ['issue-key', 'keys issue'],
    ['freeze', 'gates freeze'],
    ['ledger', 'ledger check'],
  ])('takes %s for %s', (meant, name) => {
    expect(nearNames(meant, NAMES)).toContain(name);
  });

  it('knows nothing near what is far', () => {
    expect(nearNames('payout', NAMES)).toEqual([]);
    expect(nearNames('x'.repeat(100_000), NAMES)).toEqual([]);
  });
});
