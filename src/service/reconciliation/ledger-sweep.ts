import type { ServiceContext } from '../platform/context.ts';
import { isTimeFor, setDue, takeTimedWork } from '../platform/database/timed-work.ts';
import type { Sweep } from '../platform/sweep-runner.ts';
import { checkAndRecord } from './record-check.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Proves the ledger once a day, in one process. It takes longer than recurring work may where there are many
 * orders: the sweep starts it and does not wait. Where it comes to nothing it is due again in an hour.
 */
export function ledgerSweep(context: ServiceContext): Sweep {
  const prove = async (now: Date) => {
    const { ok, movements, findings } = await checkAndRecord(context);
    await setDue(context.db, 'check-ledger', new Date(now.getTime() + DAY_MS));
    if (!ok) {
      const rules = [...new Set(findings.map(({ rule }) => rule))];
      context.log.error({ rules, movements }, 'The ledger is not right: ledger status says more');
    }
  };
  return {
    name: 'check-ledger',
    due: (now) => isTimeFor('check-ledger', now),
    async run() {
      const now = context.now();
      const until = new Date(now.getTime() + HOUR_MS);
      if (!(await takeTimedWork(context.db, 'check-ledger', { now, until }))) return;
      context.background.run(prove(now));
    },
  };
}
