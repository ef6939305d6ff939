import { sql } from 'kysely';
import type { MerchantClocks } from '../../http/tools/merchant-clocks.ts';
import type { Sweep } from '../../platform/sweep-runner.ts';
import { advanceClock, doAllDue, type ClockDeps } from './advance.ts';
import { selectMerchantOf } from './clock-queries.ts';

/** What requests need of the clocks. */
export function merchantClocks(deps: ClockDeps): MerchantClocks {
  const { clocks, context } = deps;
  return {
    inTimeOf: clocks.inTimeOf,
    async inTimeOfOrder(payinId, work) {
      if (clocks.moved().length === 0) return work();
      const merchantId = await selectMerchantOf(context.db, payinId);
      return merchantId === undefined ? work() : clocks.inTimeOf(merchantId, work);
    },
    read: (merchantId) => ({
      at: clocks.nowOf(merchantId),
      aheadMs: clocks.aheadMs(merchantId),
    }),
    advance: (merchantId, to) => advanceClock(deps, merchantId, to),
  };
}

/** The recurring work of merchants whose clocks were moved: what is due to them by real time alone is not all. */
export function clockSweep(deps: ClockDeps): Sweep {
  const { db, clocks, moves } = deps;
  return {
    name: 'test-clocks',
    due: () => sql`exists (select from sandbox.clocks)`,
    async run() {
      await clocks.load(db);
      // At once: a merchant whose receiver is slow holds nobody else up.
      const merchants = clocks.moved();
      await Promise.all(
        merchants.map((id) =>
          moves.unlessMoving(id, () => clocks.inTimeOf(id, () => doAllDue(deps, id))),
        ),
      );
    },
  };
}
