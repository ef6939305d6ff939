import { sql } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import { isAnyDue } from '../platform/database/any-due.ts';
import type { QueryTime } from '../platform/database/query-time.ts';
import type { Sweep } from '../platform/sweep-runner.ts';
import { anyStatusQueryDue, PAYIN_ATTEMPTS, PAYOUT_ATTEMPTS } from '../orders/ask-queries.ts';
import { isAnyErasureDue, eraseDue } from '../orders/erasure/erase-orders.ts';
import type { CountingPauses } from '../counters/pauses.ts';
import { counterSweep } from '../counters/count-hours.ts';
import { expirePayins } from './expire-payins.ts';
import { amountsSweep } from '../counters/amount-parts.ts';
import { foldDueCounts, isFoldDue } from '../counters/roll-up.ts';
import { ledgerSweep } from './ledger-sweep.ts';
import { reconcileAttempts } from './reconcile-payins.ts';
import { reconcilePayouts } from './reconcile-payouts.ts';
import { releaseRetentions } from './release-retentions.ts';
import { RETENTION_ID } from './retention-queries.ts';
import { isSetAside } from '../orders/set-aside-queries.ts';

/** Recurring work of orders. Each question is answered by the index that the work itself reads by. */
export function orderSweeps(context: ServiceContext, pauses: CountingPauses): Sweep[] {
  return [
    {
      name: 'expire-payins',
      due: (now) => isAnyDue(waitingPayins(now), now),
      run: () => untilNoneLeft(() => expirePayins(context)),
    },
    {
      name: 'reconcile-attempts',
      due: (now) => anyStatusQueryDue(PAYIN_ATTEMPTS, now),
      run: () => untilNoneLeft(() => reconcileAttempts(context)),
    },
    {
      name: 'reconcile-payouts',
      due: (now) => anyStatusQueryDue(PAYOUT_ATTEMPTS, now),
      run: () => untilNoneLeft(() => reconcilePayouts(context)),
    },
    {
      name: 'release-retentions',
      due: (now) => isAnyDue(keptBack(now), now),
      run: () => releaseRetentions(context),
    },
    {
      name: 'erase-customers',
      due: (now) => isAnyErasureDue(context, now),
      run: () => untilNoneLeft(() => eraseDue(context)),
    },
    {
      name: 'fold-order-counts',
      due: isFoldDue,
      run: () => foldDueCounts(context, pauses.fold),
    },
    amountsSweep(context),
    counterSweep(context, pauses.countHours),
    ledgerSweep(context),
  ];
}

function waitingPayins(now: QueryTime) {
  const isAside = isSetAside('expire-payins', sql.ref('payins.id'), now);
  return {
    from: sql`payins`,
    at: sql`expires_at`,
    where: sql`status = 'CREATED' and not ${isAside}`,
  };
}

function keptBack(now: QueryTime) {
  const isAside = isSetAside('release-retentions', RETENTION_ID, now);
  return {
    from: sql`retentions`,
    at: sql`due_at`,
    where: sql`released_at is null and not ${isAside}`,
  };
}

/** What is left after that is due again at the next tick. */
const RUN_BUDGET_MS = 5_000;

/** @param takeBatch says how many rows it took */
async function untilNoneLeft(takeBatch: () => Promise<number>): Promise<void> {
  const untilMs = performance.now() + RUN_BUDGET_MS;
  while ((await takeBatch()) > 0 && performance.now() < untilMs);
}
