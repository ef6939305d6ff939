import { sql } from 'kysely';
import type { MerchantClocks } from '../../http/developer/merchant-clocks.ts';
import type { Cells } from '../../platform/cells/cells.ts';
import type { Sweep } from '../../platform/sweep-runner.ts';
import { advanceClock, doAllDue, type ClockDeps } from './advance.ts';
import { selectMerchantOf } from './due.ts';
import type { TestClocks } from './test-clocks.ts';

/** What requests need of the clocks. */
export function merchantClocks(clocks: TestClocks, cells: Cells<ClockDeps>): MerchantClocks {
  return {
    inTimeOf: clocks.inTimeOf,
    async inTimeOfOrder(payinId, work) {
      if (clocks.moved().length === 0) return work();
      const context = cells.of(payinId)?.context;
      const merchantId = context && (await selectMerchantOf(context.db, payinId));
      return merchantId === undefined ? work() : clocks.inTimeOf(merchantId, work);
    },
    read: (merchantId) => ({
      at: clocks.nowOf(merchantId),
      aheadMs: clocks.aheadMs(merchantId),
    }),
    async advance(merchantId, to) {
      const deps = cells.of(merchantId);
      if (deps !== undefined) await advanceClock(deps, merchantId, to);
    },
  };
}

/** The recurring work of merchants whose clocks were moved: what is due to them by real time alone is not all. */
export function clockSweep(
  { db, clocks, moves }: Pick<ClockDeps, 'db' | 'clocks' | 'moves'>,
  cells: Cells<ClockDeps>,
): Sweep {
  return {
    name: 'test-clocks',
    due: () => sql`exists (select from sandbox.clocks)`,
    async run() {
      await clocks.load(db);
      // At once: a merchant whose receiver is slow holds nobody else up.
      const merchants = clocks.moved();
      await Promise.all(
        merchants.map(async (id) => {
          const deps = cells.of(id);
          if (deps === undefined) return;
          await moves.unlessMoving(id, () => clocks.inTimeOf(id, () => doAllDue(deps, id)));
        }),
      );
    },
  };
}
