import type { DisputeEvent, WebhookDispute } from '#contract/schemas/webhook.ts';
import type { DisputeStatus } from '#domain/dispute/status.ts';
import type { ServiceContext } from '../platform/context.ts';
import { after, isAnyDue, type QueryTime } from '../platform/database/due-work.ts';
import type { Db } from '../platform/database/schema.ts';
import type { DisputeRow } from '../platform/database/tables/disputes.ts';
import type { Sweep } from '../platform/sweep-runner.ts';
import { recordEvent, type DestinationDeps } from '../webhooks/record.ts';
import { toDispute } from './find.ts';
import {
  DUE_WITHIN_MS,
  lockUnannounced,
  selectNotices,
  UNANNOUNCED,
  updateDispute,
} from './store.ts';

export type DisputeEventDeps = Pick<ServiceContext, 'newId'> & DestinationDeps;

/** The event that a dispute's change to a status is. */
const EVENTS: Readonly<Record<DisputeStatus, DisputeEvent>> = {
  INQUIRY: 'opened',
  OPEN: 'opened',
  UNDER_REVIEW: 'answered',
  WON: 'won',
  LOST: 'lost',
  CLOSED: 'closed',
};

/**
 * Records the webhook event of a dispute that has just changed its status, in the transaction that changes it.
 *
 * @param cause the id of the notice that changed it
 */
export function recordDisputeChange(
  deps: DisputeEventDeps,
  trx: Db,
  dispute: DisputeRow,
  cause: string,
): Promise<void> {
  return recordDisputeEvent(deps, trx, { dispute, event: EVENTS[dispute.status], cause });
}

async function recordDisputeEvent(
  deps: DisputeEventDeps,
  trx: Db,
  { dispute, event, cause }: { dispute: DisputeRow; event: DisputeEvent; cause: string },
): Promise<void> {
  const described = toDispute(dispute, await selectNotices(trx, dispute.id));
  const body = () => [{ type: 'dispute', event, ...described } satisfies WebhookDispute];
  await recordEvent(deps, trx, {
    merchantId: dispute.merchant_id,
    direction: 'dispute',
    groupId: cause,
    orderIds: [dispute.payin_id],
    at: dispute.updated_at,
    orders: { retrieval: body, extended: body },
  });
}

const DISPUTES_AT_ONCE = 100;

type AnnounceDeps = DisputeEventDeps & Pick<ServiceContext, 'db' | 'now' | 'wakeWebhooks'>;

/** Returns the recurring work that announces deadlines to merchants three days before, once each. */
export function deadlineSweep(context: AnnounceDeps): Sweep {
  return {
    name: 'announce-deadlines',
    due: (now: QueryTime) => isAnyDue(UNANNOUNCED, after(now, DUE_WITHIN_MS)),
    run: () => announceDeadlines(context),
  };
}

async function announceDeadlines(context: AnnounceDeps): Promise<void> {
  const at = context.now();
  const announced = await context.db.transaction().execute(async (trx) => {
    const disputes = await lockUnannounced(trx, at, DISPUTES_AT_ONCE);
    for (const { id, answer_by: deadline, announcement_ids: earlier } of disputes) {
      const cause = context.newId();
      const dispute = await updateDispute(trx, id, {
        announced_answer_by: deadline,
        announcement_ids: [...earlier, cause],
      });
      const change = { dispute: { ...dispute, updated_at: at }, event: 'due_soon', cause } as const;
      await recordDisputeEvent(context, trx, change);
    }
    return disputes.length;
  });
  if (announced > 0) context.wakeWebhooks();
}
