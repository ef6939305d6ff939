import { describe, expect, it } from 'vitest';
import type { Customer } from '#contract/schemas/customer.ts';
import { newTrial, type Rig } from './rig.ts';

const ADDRESS = { country: 'DE', street: 'Allee 7a', city: 'Berlin', post_code: '10178' };

/** The payer's address in 3-D Secure records, as an issuer sees them that refuses an incomplete one. */
export function authenticationRecords(rig: Rig): void {
  describe('a 3-D Secure record', () => {
    function authorize(address: Customer['address']) {
      return newTrial(rig(), 'wantsAddress', { customer: { address } }).authorize();
    }

    it.each([
      ['the address', ADDRESS],
      ['a street and a city that are too long', { street: 'Ä'.repeat(255), city: 'é'.repeat(100) }],
      ['a line of letters outside of the basic plane', { street: '𝒜'.repeat(60) }],
    ])('is complete with %s', async (_, changes) => {
      const answer = await authorize({ ...ADDRESS, ...changes });
      expect(answer).toMatchObject({ outcome: 'approved' });
    });

    it.each([
      ['no address', undefined],
      ['an address without its street', { ...ADDRESS, street: undefined }],
      ['a placeholder for the street', { ...ADDRESS, street: 'N/A' }],
      ['a placeholder for the country', { ...ADDRESS, country: 'ZZ' }],
    ])('is not made complete by inventing what is missing: %s', async (_, address) => {
      const { outcome } = await authorize(address);
      expect(outcome).toBe(rig().issuerChecksRecords ? 'soft_decline' : 'approved');
    });
  });
}
