import { sql } from 'kysely';
import { updateDispute } from '../../disputes/store.ts';
import type { Retention } from '../../ledger/retention.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { DisputeRow } from '../../platform/database/tables/disputes.ts';

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
