import { UUID } from '#contract/patterns.ts';
import { findCardNumber } from '#domain/card/find-number.ts';
import { storableStart } from '#domain/text.ts';
import { sql } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import type { Db, Tables } from '../platform/database/schema.ts';
import type { AttentionKind } from '../platform/database/tables/exception-queue.ts';
import type { Notice, Notification } from '../acquirers/port.ts';
import { storableName } from '../acquirers/storable-names.ts';
import { raiseAttention, raiseWithoutOrder } from './exception-queue.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'newId' | 'log'>;

/**
 * Records with its order what an acquirer reports about a payment besides its outcome, and puts it in the exception
 * queue. Does this once for each event, however often the acquirer sends it.
 *
 * @returns false if the terminal made no such attempt
 */
export async function takeNotice(deps: Deps, terminalId: string, notice: Notice): Promise<boolean> {
  const attempt = await findAttemptOfNotice(deps.db, terminalId, notice.about);
  if (attempt === undefined) return false;
  const { event } = notice;
  const detail = storableText(notice.detail);
  const words = detail === null ? event : `${event} (${detail})`;
  await deps.db.transaction().execute((trx) =>
    recordOnce(deps, trx, {
      attempt,
      terminalId,
      notice,
      kind: 'acquirer_notice',
      text: `The acquirer sent ${words}.`,
    }),
  );
  return true;
}

/**
 * Puts a notice about an unknown payment that bears a reference in the form of ours in the exception queue, once for
 * each event.
 */
export async function raiseUnknownNotice(
  deps: Deps,
  terminalId: string,
  { id, event }: Pick<Notice, 'id' | 'event'>,
): Promise<void> {
  const named = id.startsWith(event) ? id : `${event}, ${id},`;
  const text = `The acquirer of terminal ${terminalId} sent ${named} for an unknown payment.`;
  await raiseWithoutOrder(deps, 'acquirer_notice', text);
}

/**
 * Leaves the report of an outcome that is not about an attempt of this terminal. If nobody made the attempt, its money
 * may still be ours, so a person is told once. Otherwise it is logged and counted, because terminals may share an account.
 */
export async function leaveReport(
  context: Deps & Pick<ServiceContext, 'metrics'>,
  terminalId: string,
  { attemptId, kind, reported }: Notification,
  isOfAnother: boolean,
): Promise<void> {
  const event = reported?.event ?? kind;
  if (isOfAnother) {
    const of = { terminalId, attemptId, event };
    context.log.warn(of, "A notification about another terminal's attempt");
    context.metrics.notificationSkipped({ terminalId, why: 'other_account' });
    return;
  }
  const reference = reported && `${storableName(reported.reference)} of `;
  await raiseUnknownNotice(context, terminalId, { id: `${reference ?? ''}${attemptId}`, event });
}

interface RecordedNotice {
  attempt: NoticedAttempt;
  terminalId: string;
  notice: Pick<Notice, 'id' | 'event' | 'detail'>;
  kind: AttentionKind;
  /** Text of the entry of the exception queue. */
  text: string;
}

/** Records a notice with its order and puts it in the exception queue, unless its event was recorded before. */
export async function recordOnce(
  deps: Pick<Deps, 'now' | 'newId' | 'log'>,
  trx: Db,
  { attempt: { id: attemptId, orderId }, terminalId, notice, kind, text }: RecordedNotice,
): Promise<void> {
  const at = deps.now();
  const isNew = await insertNotice(trx, {
    id: deps.newId(),
    order_id: orderId,
    attempt_id: attemptId,
    terminal_id: terminalId,
    event: notice.event,
    detail: storableText(notice.detail),
    event_id: notice.id,
    at,
  });
  if (isNew) await raiseAttention(deps, trx, { kind, orderId, attemptId, detail: text, at });
}

const MAX_DETAIL_LENGTH = 255;

/** Returns as much of an acquirer's text as may be stored; null if it is empty or contains a card number. */
export function storableText(detail: string | undefined): string | null {
  const kept = storableStart(detail ?? '', MAX_DETAIL_LENGTH);
  if (kept === '' || findCardNumber(kept) !== undefined) return null;
  return kept;
}

export interface NoticedAttempt {
  id: string;
  orderId: string;
}

/**
 * Finds the attempt that a notice is about, by our id or by the acquirer's reference. The indexes have the first and
 * the second word of a saved reference, so either may match.
 */
export async function findAttemptOfNotice(
  db: Db,
  terminalId: string,
  about: Notice['about'],
): Promise<NoticedAttempt | undefined> {
  if (about === undefined) return undefined;
  if ('attemptId' in about && !UUID.test(about.attemptId)) return undefined;
  const matchesNotice =
    'attemptId' in about
      ? sql`attempt.id = ${about.attemptId}`
      : sql`((provider_reference is not null and split_part(provider_reference, ' ', 1) = ${about.reference})
          or (provider_reference like '% %' and split_part(provider_reference, ' ', 2) = ${about.reference}))`;
  const { rows } = await sql<NoticedAttempt>`
    select id, payin_id as "orderId" from payin_attempts attempt
    where ${matchesNotice} and terminal_id = ${terminalId}
    union all
    select id, payout_id from payout_attempts attempt
    where ${matchesNotice} and terminal_id = ${terminalId}
    limit 1`.execute(db);
  return rows[0];
}

/** Whether an attempt has a notice of this event. */
export async function hasNotice(db: Db, attemptId: string, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('acquirer_notices')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false if the event was recorded before */
async function insertNotice(trx: Db, row: Tables['acquirer_notices']): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('acquirer_notices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['attempt_id', 'event_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
