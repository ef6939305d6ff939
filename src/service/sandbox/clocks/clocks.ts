import { sql } from 'kysely';
import type { MerchantClocks } from '../../http/developer/merchant-clocks.ts';
import type { Sweep } from '../../platform/sweep-runner.ts';
import { advanceClock, doAllDue, type ClockDeps } from './advance.ts';
import { selectMerchantOf } from './due.ts';
import type { TestClocks } from './test-clocks.ts';

/** Returns the clock functions that requests use. */
export function merchantClocks(clocks: TestClocks, deps: ClockDeps): MerchantClocks {
  return {
    inTimeOf: clocks.inTimeOf,
    async inTimeOfOrder(payinId, work) {
      if (clocks.moved().length === 0) return work();
      const merchantId = await selectMerchantOf(deps.context.db, payinId);
      return merchantId === undefined ? work() : clocks.inTimeOf(merchantId, work);
    },
    read: (merchantId) => ({
      at: clocks.nowOf(merchantId),
      aheadMs: clocks.aheadMs(merchantId),
    }),
    advance: (merchantId, to) => advanceClock(deps, merchantId, to),
  };
}

/**
 * Returns the sweep for merchants whose clocks were moved. Work may be due to them that is not due yet by real
 * time.
 */
export function clockSweep(deps: ClockDeps): Sweep {
  const { db, clocks, moves } = deps;
  return {
    name: 'test-clocks',
    due: () => sql`exists (select from sandbox.clocks)`,
    async run() {
      await clocks.load(db);
      // In parallel: a slow webhook receiver must delay only its own merchant.
      const merchants = clocks.moved();
      await Promise.all(
        merchants.map((id) =>
          moves.unlessMoving(id, () => clocks.inTimeOf(id, () => doAllDue(deps, id))),
        ),
      );
    },
  };
}
