import {
  lockRetained,
  makeDeliveryDue,
  makePayinInquiryDue,
  updateDeadline,
} from '#service/sandbox/triggers.ts';
import { markGivenUp } from '#service/payins/store/attempts.ts';
import { raiseAgain, raiseOnce } from '#service/orders/exception-queue.ts';
import { deleteOldFailedCards } from '#service/payins/store/authorize.ts';
import { randomUUID } from 'node:crypto';
import { openGateAccount } from '#service/ledger/accounts.ts';
import { recordNotified } from '#service/merchants/notified.ts';
import { correctUnmadeRefund, lockCorrection } from '#service/ledger/corrected-fees.ts';
import { chargeShortfall } from '#service/ledger/refund.ts';
import { selectGateAccount } from '#service/ledger/store.ts';
import { selectSameLines } from '#service/operator/acquirer-files/store.ts';
import { selectWaitingMethods } from '#service/operator/deployment/queries.ts';
import { movePayout } from '#service/payouts/settle.ts';
import { lockPayout, lockPayoutAttempt, selectPayout } from '#service/payouts/store.ts';
import {
  lockRefund,
  lockRefundAttempt,
  selectAttemptId,
  selectRefund,
  selectRefundByReference,
} from '#service/refunds/store.ts';
import { selectDeclineWords } from '#service/operator/overview/store.ts';
import { countAdmins, countPeople, findProviderPerson } from '#service/operator/people/store.ts';
import {
  endLeaseUnanswered,
  makeDue,
  PAYIN_ATTEMPTS,
  PAYOUT_ATTEMPTS,
  REFUND_ATTEMPTS,
} from '#service/orders/inquiry.ts';
import { replacedReferences } from '#service/orders/call-acquirer.ts';
import { takeNotice } from '#service/orders/notice.ts';
import { resolveOfAttempt, resolveOfOrders } from '#service/orders/exception-queue.ts';
import { upsertQuarantine } from '#service/orders/quarantine.ts';
import { annotatePayin } from '#service/payins/store/payins.ts';
import { closeAttempt, insertNextAttempt, lockAttempt } from '#service/payins/store/attempts.ts';
import { selectRoutedTerminal } from '#service/routing/terminals.ts';
import { logAttempt, releaseEvents } from '#service/webhooks/store.ts';
import type { RunningService } from '../../support/process/service.ts';

/**
 * Runs statements that no use case reaches reliably, with values that match nothing. @throws an error that rolls them
 * back
 */
export async function runSeldomStatements(running: RunningService, now: Date): Promise<never> {
  const { context, db } = running;
  const id = randomUUID();
  const event = await db.selectFrom('webhook_events').select('id').executeTakeFirstOrThrow();
  const paid = await db
    .selectFrom('payins')
    .select(['id as payinId', 'gate_id as gateId', 'currency'])
    .where('status', '=', 'SUCCESS')
    .executeTakeFirstOrThrow();
  return db.transaction().execute(async (trx) => {
    await releaseEvents(trx, [{ id, lease_id: id } as never], now);
    await selectRoutedTerminal(trx, id);
    await selectGateAccount(trx, id, 'EUR');
    const account = { gateId: paid.gateId, currency: 'USDT_TRON', openingMinor: 0n } as const;
    await openGateAccount(trx, account, now);
    await recordNotified(trx, id, now);
    const payin = { id, status: 'CREATED', updated_at: now } as const;
    await annotatePayin(trx, payin, { challenge_url: null }, now);
    const next = {
      id,
      terminalId: id,
      routeId: id,
      at: now,
      nextInquiryAt: now,
      failureKeys: null,
    };
    await deleteOldFailedCards(trx, now);
    await insertNextAttempt(trx, id, next);
    for (const replace of Object.values(replacedReferences)) {
      await replace(trx, [{ attemptId: id, read: null, next: 'r' }]);
    }
    for (const table of [PAYIN_ATTEMPTS, PAYOUT_ATTEMPTS, REFUND_ATTEMPTS]) {
      await endLeaseUnanswered(trx, table, { id, leasedUntil: now } as never, now);
      await makeDue(trx, table, id, now);
    }
    await upsertQuarantine(trx, { work: 'expire-payins', rowId: id, error: 'x', at: now });
    await resolveOfOrders(trx, 'row_quarantined', [id], now);
    await resolveOfAttempt(trx, 'refund_made_after_end', id, now);
    await selectSameLines(trx, id, { line: 1, reference: 'r' });
    await selectWaitingMethods(trx, id, [id]);
    await countPeople(trx);
    await logAttempt(trx, {
      eventId: event.id,
      startedAt: now,
      durationMs: 1,
      answer: { status: 200, head: '' },
    } as never);
    await lockAttempt(trx, id);
    await closeAttempt(trx, id, { outcome: 'never_seen' } as never, now);
    await movePayout(context, trx, payin, { to: 'FAILED', cause: 'operator', at: now });
    await lockPayoutAttempt(trx, id);
    await selectPayout(trx, id);
    await lockPayout(trx, id);
    await raiseAgain({ ...running.context, db: trx }, 'row_not_verified', 'A row.');
    await makePayinInquiryDue(trx, id, now);
    await lockRetained(trx, id, ['hold']);
    // There is no such dispute.
    await updateDeadline(trx, { id, step: 'charged_back' }, now, now).catch(() => undefined);
    await makeDeliveryDue(trx, { merchantId: id, groupId: id, id }, now);
    await raiseOnce({ ...running.context, db: trx }, 'database_cannot_write', 'No room.');
    await countAdmins(trx);
    await findProviderPerson(trx, { issuer: 'https://idp.example', subject: 'x' });
    await selectDeclineWords(trx, { span: 'hour', from: 0, before: 1 });
    await markGivenUp(trx, id, now);
    await lockRefund(trx, id);
    await selectAttemptId(trx, id);
    await lockRefundAttempt(trx, id);
    await selectRefund(trx, id);
    await selectRefundByReference(trx, id, 'r');
    const missing = { currency: paid.currency, amountMinor: 1n };
    const span = { methodId: id, from: now, before: now } as const;
    const fees = { ...span, direction: 'payin', percent: '1', fixedMinor: null } as const;
    await lockCorrection(trx, fees, { ...paid, amountMinor: 0n });
    const { payinId: payin_id, gateId: gate_id, currency } = paid;
    const returned = { payin_fee_minor: 0n, fee_returned_minor: 1n, cost_minor: 0n };
    await correctUnmadeRefund(trx, { id, payin_id, gate_id, currency, ...returned } as never, now);
    await chargeShortfall(trx, { ...paid, missing, at: now }, 1n);
    const notice = {
      kind: 'notice',
      about: { attemptId: id },
      id,
      event: 'dispute',
      detail: undefined,
    } as const;
    await takeNotice({ ...context, db: trx }, id, notice);
    throw new Error('undone');
  });
}
