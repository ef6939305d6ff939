import type { ServiceContext } from '../platform/context.ts';
import { checkLedger, type LedgerReport } from './check-ledger.ts';

/** Proves the ledger, and keeps what was found for whoever asks without proving it anew. */
export async function checkAndRecord(
  context: Pick<ServiceContext, 'db' | 'longRunning' | 'now' | 'newId'>,
): Promise<LedgerReport> {
  const at = context.now();
  const report = await checkLedger(context);
  const { movements, findings } = report;
  await context.db
    .insertInto('ledger_checks')
    .values({
      ...{ id: context.newId(), at },
      ...{ movements: BigInt(movements), findings: JSON.stringify(findings) },
    })
    .execute();
  return report;
}
