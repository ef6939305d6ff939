import { sql } from 'kysely';
import { counterSweep } from '../counters/count-hours.ts';
import { isRollUpDue, rollUpDueCounts } from '../counters/roll-up.ts';
import { lockDueRetentions, releaseRetained, RETENTION_ID } from '../ledger/retention.ts';
import { verifyAndRecord } from '../ledger/verify.ts';
import { eraseDue, isAnyErasureDue } from '../orders/erasure.ts';
import type { AnyAnswer, RoutedAttempt } from '../orders/call-acquirer.ts';
import { inquireDue, isAnyInquiryDue, type StatusInquiry } from '../orders/inquiry.ts';
import { deadlineSweep } from '../disputes/event.ts';
import { isQuarantined, sweepRows, type QuarantineDeps } from '../orders/quarantine.ts';
import { expirePayins } from '../payins/expire.ts';
import { payinInquiry } from '../payins/inquire.ts';
import { deleteOldFailedCards } from '../payins/store/authorize.ts';
import { payoutInquiry } from '../payouts/pay.ts';
import { refundInquiry } from '../refunds/refund.ts';
import type { ServiceContext } from '../platform/context.ts';
import {
  after,
  isAnyDue,
  type QueryTime,
  isTimedWorkDue,
  setDue,
  claimTimedWork,
} from '../platform/database/due-work.ts';
import type { Sweep } from '../platform/sweep-runner.ts';

/** Returns the recurring work on orders. Each `due` query uses the same index as its work. */
export function orderSweeps(context: ServiceContext): Sweep[] {
  return [
    {
      name: 'expire-payins',
      due: (now) => isAnyDue(waitingPayins(now), now),
      run: () => untilNoneLeft(context, () => expirePayins(context)),
    },
    inquirySweep(context, payinInquiry(context)),
    inquirySweep(context, payoutInquiry(context)),
    inquirySweep(context, refundInquiry(context)),
    {
      name: 'release-retentions',
      due: (now) => isAnyDue(dueRetentions(now), now),
      run: () => releaseRetentions(context),
    },
    {
      name: 'erase-customers',
      due: (now) => isAnyErasureDue(context, now),
      run: () => untilNoneLeft(context, () => eraseDue(context)),
    },
    {
      name: 'forget-failed-cards',
      due: (now) => isAnyDue(FAILED_CARDS, after(now, -DAY_MS)),
      run: () =>
        untilNoneLeft(context, () =>
          deleteOldFailedCards(context.db, new Date(context.now().getTime() - DAY_MS)),
        ),
    },
    {
      name: 'fold-order-counts',
      due: isRollUpDue,
      run: () => rollUpDueCounts(context),
    },
    deadlineSweep(context),
    counterSweep(context),
    ledgerSweep(context),
  ];
}

function inquirySweep<Outcome extends AnyAnswer, Found extends RoutedAttempt>(
  context: ServiceContext,
  inquiry: StatusInquiry<Outcome, Found>,
): Sweep {
  const { attempts } = inquiry;
  return {
    name: attempts.work,
    due: (now) => isAnyInquiryDue(attempts, now),
    run: () => untilNoneLeft(context, () => inquireDue(context, inquiry)),
  };
}

/** Failed cards; one counts for a day at most. */
const FAILED_CARDS = { from: sql`failed_cards`, at: sql`failed_at` };

function waitingPayins(now: QueryTime) {
  const isAside = isQuarantined('expire-payins', sql.ref('payins.id'), now);
  return {
    from: sql`payins`,
    at: sql`expires_at`,
    where: sql`status = 'CREATED' and not ${isAside}`,
  };
}

function dueRetentions(now: QueryTime) {
  const isAside = isQuarantined('release-retentions', RETENTION_ID, now);
  return {
    from: sql`retentions`,
    at: sql`due_at`,
    where: sql`released_at is null and not ${isAside}`,
  };
}

const ROWS_AT_ONCE = 200;
/** Limits a run, so that it ends in time even after a long outage. The next run does the rest. */
const BATCHES_A_RUN = 50;

/**
 * Releases retentions that are due, from hold or rolling to the available balance.
 * Several processes may run this at once: they skip each other's rows, and the ledger refuses a second release.
 *
 * @returns the number of retentions that were due
 */
export async function releaseRetentions(context: QuarantineDeps): Promise<number> {
  let released = 0;
  for (let batch = 0; batch < BATCHES_A_RUN; batch += 1) {
    const rows = await sweepRows(context, {
      work: 'release-retentions',
      rowsAtOnce: ROWS_AT_ONCE,
      lockDue: (trx, now, most) =>
        lockDueRetentions(trx, {
          now,
          most,
          except: isQuarantined('release-retentions', RETENTION_ID, now),
        }),
      identify: ({ payin_id: orderId, bucket }) => ({ rowId: `${bucket} ${orderId}`, orderId }),
      handle: releaseRetained,
    });
    if (rows === 0) break;
    released += rows;
  }
  return released;
}

/** The time budget of a run. The rest is due again at the next tick. */
const RUN_BUDGET_MS = 5_000;

/** @param takeBatch returns the number of rows it took */
async function untilNoneLeft(
  { timers: { monotonicMs } }: Pick<ServiceContext, 'timers'>,
  takeBatch: () => Promise<number>,
): Promise<void> {
  const untilMs = monotonicMs() + RUN_BUDGET_MS;
  while ((await takeBatch()) > 0 && monotonicMs() < untilMs);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Verifies the ledger once a day, in one process. With many orders this takes longer than recurring work may, so
 * the sweep starts it without waiting for it. If it fails, it is due again in an hour.
 */
function ledgerSweep(context: ServiceContext): Sweep {
  const verify = async (now: Date) => {
    const { ok, movements, findings } = await verifyAndRecord(context);
    await setDue(context.db, 'check-ledger', new Date(now.getTime() + DAY_MS));
    if (!ok) {
      const rules = [...new Set(findings.map(({ rule }) => rule))];
      context.log.error({ rules, movements }, 'The ledger check found errors: run ledger status');
    }
  };
  return {
    name: 'check-ledger',
    due: (now) => isTimedWorkDue('check-ledger', now),
    async run() {
      const now = context.now();
      const until = new Date(now.getTime() + HOUR_MS);
      if (!(await claimTimedWork(context.db, 'check-ledger', { now, until }))) return;
      context.background.run(verify(now));
    },
  };
}
