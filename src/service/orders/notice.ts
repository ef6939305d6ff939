import { UUID } from '#contract/patterns.ts';
import { findCardNumber } from '#domain/card/find-number.ts';
import { storableStart } from '#domain/text.ts';
import { sql } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import type { Db, Tables } from '../platform/database/schema.ts';
import type { Notice } from '../providers/port.ts';
import { raiseAttention } from './exception-queue.ts';

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
  const { id: attemptId, orderId } = attempt;
  const at = deps.now();
  const { event } = notice;
  const detail = storableText(notice.detail);
  await deps.db.transaction().execute(async (trx) => {
    const row = { id: deps.newId(), order_id: orderId, attempt_id: attemptId, at };
    const isNew = await insertNotice(trx, {
      ...row,
      terminal_id: terminalId,
      event,
      detail,
      event_id: notice.id,
    });
    if (!isNew) return;
    const words = detail === null ? event : `${event} (${detail})`;
    const entry = { kind: 'acquirer_notice', orderId, attemptId, at } as const;
    await raiseAttention(deps, trx, { ...entry, detail: `The acquirer sent ${words}.` });
  });
  return true;
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

/** @returns false if the event was recorded before */
async function insertNotice(trx: Db, row: Tables['acquirer_notices']): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('acquirer_notices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['attempt_id', 'event_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
