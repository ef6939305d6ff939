// @module-tag postgres-only
// @module-tag apart
import { describe, expect, it } from 'vitest';
import { drillRelease } from '../../../scripts/drills/release/drill.ts';
import { unpackPrevious } from '../../../scripts/drills/release/unpack-previous.ts';
import { createScratchDatabase } from '../../support/database/postgres.ts';

const PAYMENTS = 30;
const NO_HISTORY = 'NOT TESTED: the release before is not in the history of this checkout.';

describe('the previous release', () => {
  it('takes payments while this release migrates its database, and after that', async (test) => {
    const previous = await unpackPrevious();
    if (previous === undefined) {
      process.stderr.write(`${NO_HISTORY}\n`);
      test.skip(NO_HISTORY);
      return;
    }
    const scratch = await createScratchDatabase();
    try {
      // The previous release does not support a transaction-mode pooler.
      const drill = { databaseUrl: scratch.directUrl, previous, payments: PAYMENTS };
      const { payments, failures, applied, findings } = await drillRelease(drill);
      expect(failures).toEqual([]);
      expect(findings).toEqual([]);
      expect(payments).toBeGreaterThanOrEqual(2 * PAYMENTS);
      expect(applied).not.toContain('001-first-schema');
      expect(applied).toContain('002-sealed-fingerprint-key');
    } finally {
      await scratch.drop();
      await previous.remove();
    }
  });
});
