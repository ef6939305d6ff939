import type { AuthenticationFlow } from '#domain/card/authentication.ts';
import type { DeclineAdvice, DeclineReason } from '#domain/card/decline-reason.ts';
import type { AttemptOutcome } from '#domain/order/attempt.ts';
import { sql } from 'kysely';
import { CREDIT_COLUMNS, RETAINED } from '../../ledger/store.ts';
import { SETTLEMENT_COLUMNS, settlementStatement } from '../../orders/settlement-statement.ts';
import { column, type InputOf } from '../../platform/database/batch.ts';
import { RECEIPT_COLUMNS } from './receipts.ts';

const END_DETAILS = {
  declineReason: column<DeclineReason | null>('text'),
  declineAdvice: column<DeclineAdvice | null>('text'),
  schemeCode: column<string | null>('text'),
  authentication: column<AuthenticationFlow | null>('text'),
  eci: column<string | null>('text'),
};

/** How an attempt ended. */
export interface AttemptEnd extends InputOf<typeof END_DETAILS> {
  outcome: AttemptOutcome;
  reference: string | null;
}

/** What the settlement of a payin has besides. */
const PAYIN_COLUMNS = {
  ...SETTLEMENT_COLUMNS,
  ...CREDIT_COLUMNS,
  attemptsMade: column<number>('integer'),
  rrn: column<string | null>('text'),
  challengeUrl: column<string | null>('text'),
  /** The payer's data; JSON. */
  methodData: column<string | null>('jsonb'),
  payerSealed: column<Uint8Array | null>('bytea'),
  ...END_DETAILS,
  /** Whether the attempt's card counts as one that failed. */
  cardFailed: column<boolean>('boolean'),
  /** Null if the attempt's does not change. */
  challengedAt: column<Date | null>('timestamptz'),
  /** JSON; null if the attempt's do not change. */
  instructions: column<string | null>('jsonb'),
  /** Receipts that were not recorded before; see `receiptsJson`. */
  receipts: column<string>('jsonb'),
};

export type PayinSettlement = InputOf<typeof PAYIN_COLUMNS>;

/**
 * Settles attempts of payins; see `settlementStatement`. Also writes nothing if another attempt of the order was made
 * since it was read, or the gate has no account to credit.
 *
 * Locks the cards that failed after the attempts.
 */
export const payinSettlements = settlementStatement({
  orders: 'payins',
  attempts: 'payin_attempts',
  direction: 'payin',
  counts: 'payin',
  lateReportAt: 'approved_after_end_at',
  columns: PAYIN_COLUMNS,
  setOrder: ({ of }) => sql`, rrn = ${of('rrn')}, challenge_url = ${of('challengeUrl')},
        payment_method_data = ${of('methodData')}, payer_sealed = ${of('payerSealed')}`,
  isUnchanged: ({ of }) => sql`and payins.attempts_made = ${of('attemptsMade')}
        and (${of('movement')} is null or (select true from gate_accounts account
          where account.gate_id = payins.gate_id and account.currency = payins.currency))`,
  setAttempt: sql`, decline_reason = coalesce(moved."declineReason", attempt.decline_reason),
        decline_advice = coalesce(moved."declineAdvice", attempt.decline_advice),
        scheme_code = coalesce(moved."schemeCode", attempt.scheme_code),
        authentication = coalesce(moved.authentication, attempt.authentication, case
          when moved.outcome = 'approved' and attempt.challenged_at is not null then 'challenged' end),
        eci = coalesce(moved.eci, attempt.eci),
        failure_keys = case when moved.outcome is null then attempt.failure_keys end,
        challenged_at = coalesce(moved."challengedAt", attempt.challenged_at),
        instructions = coalesce(moved.instructions, attempt.instructions)`,
  parts: sql`failed as (
      insert into failed_cards (merchant_id, key, card_fingerprint, failed_at)
      select moved.merchant_id, counted_by.key, attempt.card_fingerprint, max(moved.at)
      from moved join payin_attempts attempt on attempt.id = moved."attemptId"
        cross join lateral unnest(attempt.failure_keys) as counted_by (key)
      where moved."cardFailed"
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (merchant_id, key, card_fingerprint) do update set failed_at = excluded.failed_at
    ), received as (
      insert into payin_receipts (id, attempt_id, payin_id, reference, amount_minor, received_at)
      select arrived.id, moved."attemptId", moved.id, arrived.reference, arrived.amount_minor, moved.at
      from moved cross join lateral jsonb_to_recordset(moved.receipts) as arrived ${RECEIPT_COLUMNS}
      on conflict (attempt_id, reference) do nothing
    ),
    ${RETAINED},`,
});
