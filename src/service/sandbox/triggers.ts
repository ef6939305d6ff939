import type { TriggerReleaseRequest } from '#contract/schemas/developer.ts';
import { isFinal } from '#domain/order/status.ts';
import { sql } from 'kysely';
import { findDispute } from '../disputes/find.ts';
import { selectDispute, updateDispute } from '../disputes/store.ts';
import { answer, refused, type HandlerResult } from '../http/handler.ts';
import { releaseRetained, type Retention } from '../ledger/retention.ts';
import { waitForAnswer } from '../orders/call-acquirer.ts';
import { inquireAboutOrder } from '../payins/inquire.ts';
import { WAITING_TIME_EXCEEDED, movePayin } from '../payins/move.ts';
import { toPayinOrder } from '../payins/present.ts';
import { annotatePayin, lockPayin, selectPayin } from '../payins/store/payins.ts';
import { toPayoutOrder } from '../payouts/present.ts';
import { selectOwnPayout } from '../payouts/store.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import type { DisputeRow } from '../platform/database/tables/disputes.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { sleep } from '../platform/timers.ts';

/**
 * Ends a payin's waiting time now. The rest is as at its time: an order that awaits its payer is closed; about one that
 * is under way the acquirer is asked, and a challenge or transfer that still waits for its payer is given up. Waits for
 * the acquirer as long as card data does.
 */
export async function triggerExpiry(
  context: ServiceContext,
  { merchantId }: { merchantId: string },
  payinId: string,
): Promise<HandlerResult> {
  const expiry = await inTransaction(context.db, (trx) =>
    expire(context, trx, { merchantId, payinId }),
  );
  switch (expiry) {
    case 'not_found':
      return refused('not_found');
    case 'has_ended':
      return refused('nothing_to_trigger', { detail: 'The payin has ended.' });
    case 'is_over':
      return refused('nothing_to_trigger', { detail: "The payin's waiting time is over already." });
    case 'closed':
      context.wakeWebhooks();
      break;
    case 'under_way':
      await waitForAnswer(context, inquireAboutOrder(context, payinId), () => Promise.resolve());
  }
  const payin = await selectPayin(context.db, payinId);
  return payin === undefined ? refused('not_found') : answer(toPayinOrder(payin, context));
}

type Expiry = 'closed' | 'under_way' | 'not_found' | 'has_ended' | 'is_over';

async function expire(
  context: ServiceContext,
  trx: Db,
  { merchantId, payinId }: { merchantId: string; payinId: string },
): Promise<Expiry> {
  const payin = await lockPayin(trx, payinId);
  if (payin?.merchant_id !== merchantId) return 'not_found';
  if (isFinal(payin.status)) return 'has_ended';
  const at = context.now();
  if (payin.status === 'CREATED') {
    const changes = { ...WAITING_TIME_EXCEEDED, expires_at: at };
    await movePayin(context, trx, payin, {
      to: 'CLOSED',
      cause: 'waiting_time_exceeded',
      at,
      changes,
    });
    return 'closed';
  }
  if (payin.expires_at <= at) return 'is_over';
  await annotatePayin(trx, payin, { expires_at: at }, at);
  await makePayinInquiryDue(trx, payinId, at);
  return 'under_way';
}

/**
 * Makes the inquiry about a payin's open attempt due, and ends its lease. The attempt's first call keeps its lease, with
 * which its first inquiry is due: an inquiry must not overtake that call.
 */
export async function makePayinInquiryDue(trx: Db, payinId: string, now: Date): Promise<void> {
  await sql`
    update payin_attempts set next_inquiry_at = least(next_inquiry_at, ${now}), leased_until = null
    where payin_id = ${payinId} and outcome is null
      and leased_until is distinct from next_inquiry_at`.execute(trx);
}

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

/** Locks what is still retained of a payin. */
export async function lockRetained(
  trx: Db,
  payinId: string,
  buckets: readonly Retention['bucket'][],
): Promise<Retention[]> {
  return trx
    .selectFrom('retentions')
    .selectAll()
    .where('payin_id', '=', payinId)
    .where('bucket', 'in', buckets)
    .where('released_at', 'is', null)
    .orderBy('bucket')
    .forUpdate()
    .execute();
}

/**
 * Makes the next attempt at the webhooks of an order and of its refunds now. An attempt that is being made is waited
 * for a while, because the next one is not scheduled before its end.
 */
export async function triggerRedelivery(
  context: ServiceContext,
  { merchantId }: { merchantId: string },
  orderId: string,
): Promise<HandlerResult> {
  const order = await findOrder(context, merchantId, orderId);
  if (order === undefined) return refused('not_found');
  const ids = { merchantId, id: orderId, groupId: order.groupId };
  const { timers, waits } = context;
  const untilMs = timers.monotonicMs() + waits.acquirerMs;
  for (;;) {
    const { waiting, due } = await makeDeliveryDue(context.db, ids, context.now());
    if (due > 0) {
      context.wakeWebhooks();
      return answer(order.body);
    }
    if (waiting === 0) return refused('nothing_to_trigger', { detail: NO_ATTEMPT });
    if (timers.monotonicMs() > untilMs) return refused('nothing_to_trigger', { detail: UNDER_WAY });
    await sleep(timers, PAUSE_MS);
  }
}

const PAUSE_MS = 50;
const NO_ATTEMPT = 'No attempt at a webhook of the order is to come.';
const UNDER_WAY = 'An attempt is being made: the next one is scheduled when it has failed.';

async function findOrder(
  context: ServiceContext,
  merchantId: string,
  id: string,
): Promise<{ groupId: string; body: object } | undefined> {
  const payin = await selectPayin(context.db, id);
  if (payin?.merchant_id === merchantId) {
    return { groupId: payin.group_id, body: toPayinOrder(payin, context) };
  }
  const payout = (await selectOwnPayout(context.db, merchantId, id))?.row;
  return payout && { groupId: payout.group_id, body: toPayoutOrder(payout) };
}

/**
 * Makes the next attempt at the webhooks of an order and of its refunds due, except for those that are being sent.
 *
 * @returns how many webhooks wait for an attempt, and how many of them are due
 */
export async function makeDeliveryDue(
  db: Db,
  order: { merchantId: string; groupId: string; id: string },
  now: Date,
): Promise<{ waiting: number; due: number }> {
  const { merchantId, groupId, id } = order;
  const { rows } = await sql<{ waiting: number; due: number }>`
    with waiting as (
      select id, lease_id is null or next_attempt_at <= ${now} as is_free from webhook_events
      where merchant_id = ${merchantId} and state = 'pending' and group_id in (
        select ${groupId}::uuid
        union all select id from refunds where payin_id = ${id})
    ), due as (
      update webhook_events event set next_attempt_at = least(next_attempt_at, ${now})
      from waiting where event.id = waiting.id and is_free and event.state = 'pending'
        and (event.lease_id is null or event.next_attempt_at <= ${now})
      returning event.id
    )
    select (select count(*)::integer from waiting) as waiting, (select count(*)::integer from due) as due`.execute(
    db,
  );
  return rows[0] ?? { waiting: 0, due: 0 };
}

const DAY_MS = 86_400_000;

/** Makes tomorrow the deadline to answer a dispute, so that everything comes that reminds of it. */
export async function triggerDisputeDeadline(
  context: ServiceContext,
  caller: { merchantId: string },
  disputeId: string,
): Promise<HandlerResult> {
  const moved = await inTransaction(context.db, (trx) =>
    moveDeadline(context, trx, caller.merchantId, disputeId),
  );
  if (moved === 'no_answer_awaited') {
    return refused('nothing_to_trigger', { detail: 'The dispute awaits no answer.' });
  }
  if (moved === 'is_near') {
    return refused('nothing_to_trigger', { detail: 'The deadline is within a day already.' });
  }
  const dispute = await findDispute(context, caller, disputeId);
  return dispute === undefined ? refused('dispute_not_found') : answer(dispute);
}

type Moved = 'moved' | 'not_found' | 'no_answer_awaited' | 'is_near';

async function moveDeadline(
  { now }: ServiceContext,
  trx: Db,
  merchantId: string,
  disputeId: string,
): Promise<Moved> {
  const seen = await selectDispute(trx, merchantId, disputeId);
  if (seen === undefined) return 'not_found';
  await lockPayin(trx, seen.payin_id);
  const dispute = await selectDispute(trx, merchantId, disputeId);
  if (dispute === undefined) return 'not_found';
  if (dispute.status !== 'INQUIRY' && dispute.status !== 'OPEN') return 'no_answer_awaited';
  const at = now();
  const tomorrow = new Date(at.getTime() + DAY_MS);
  if (dispute.answer_by !== null && dispute.answer_by <= tomorrow) return 'is_near';
  await updateDeadline(trx, dispute, tomorrow, at);
  return 'moved';
}

/**
 * Changes the deadline of a dispute, also in the notices that its state follows from. The caller holds the payin
 * locked.
 */
export async function updateDeadline(
  trx: Db,
  { id, step }: Pick<DisputeRow, 'id' | 'step'>,
  answerBy: Date,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('dispute_notices')
    .set({ answer_by: answerBy })
    .where('dispute_id', '=', id)
    .where('step', '=', step)
    .execute();
  await updateDispute(trx, id, { answer_by: answerBy, updated_at: now });
}
