import { describe, expect, it } from 'vitest';
import { nearNames } from './near-names.ts';

const NAMES = ['issue-key', 'revoke-key', 'rotate-key', 'freeze-gate', 'check-ledger'];

describe('nearNames', () => {
  it.each([
    ['isue-key', 'issue-key'],
    ['rotatekey', 'rotate-key'],
    ['freeze', 'freeze-gate'],
    ['ledger', 'check-ledger'],
  ])('takes %s for %s', (meant, name) => {
    expect(nearNames(meant, NAMES)).toContain(name);
  });

  it('knows nothing near what is far', () => {
    expect(nearNames('payout', NAMES)).toEqual([]);
    expect(nearNames('x'.repeat(100_000), NAMES)).toEqual([]);
  });
});
