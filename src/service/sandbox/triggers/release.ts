import type { TriggerReleaseRequest } from '#contract/schemas/developer.ts';
import { answer, refused, type HandlerResult } from '../../http/handler.ts';
import { releaseRetained } from '../../ledger/retention.ts';
import { toPayinOrder } from '../../payins/present.ts';
import { selectPayin } from '../../payins/store/payins.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { lockRetained } from './store.ts';

/** Releases now what a payin still retains: its hold, its rolling reserve, or both. */
export async function triggerRelease(
  context: ServiceContext,
  { merchantId }: { merchantId: string },
  { payin_id: payinId, what }: TriggerReleaseRequest,
): Promise<HandlerResult> {
  const payin = await selectPayin(context.db, payinId);
  if (payin?.merchant_id !== merchantId) return refused('not_found');
  const released = await inTransaction(context.db, async (trx) => {
    const buckets = what === 'both' ? (['hold', 'rolling'] as const) : [what];
    const retained = await lockRetained(trx, payinId, buckets);
    if (retained.length > 0) await releaseRetained(trx, retained, context.now());
    return retained.length;
  });
  return released === 0
    ? refused('nothing_to_trigger', { detail: NOTHING_RETAINED[what] })
    : answer(toPayinOrder(payin, context));
}

const NOTHING_RETAINED = {
  hold: 'Nothing of the payin is in hold.',
  rolling: 'Nothing of the payin is in the rolling reserve.',
  both: 'Nothing of the payin is retained.',
} as const;
