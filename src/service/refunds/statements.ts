import type { RefundableFunds } from '#domain/order/refund-decision.ts';
import type { Refunded, RefundedPayin, RefundFees } from '#domain/order/refund.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { Currency } from '#domain/money.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import { sql } from 'kysely';
import { COVERED_RESERVES, RESERVE_COLUMNS, TAKE_FROM_RETENTIONS } from '../ledger/refund.ts';
import { POSTED } from '../ledger/store.ts';
import {
  CORRECTION_OF_PAYIN,
  FEE_OF_PAYIN,
  IS_REFUND_COUNTED,
  sumReturned,
} from '../ledger/corrected-fees.ts';
import { SETTLEMENT_COLUMNS, settlementStatement } from '../orders/settlement-statement.ts';
import { MOVE_COLUMNS, RECORDED_MOVES } from '../orders/transition.ts';
import {
  batchedStatement,
  column,
  type Batcher,
  type ColumnTypes,
  type InputOf,
} from '../platform/database/batch.ts';
import { wasFound, type Joined } from '../platform/database/joined-row.ts';
import type { NewRefund, RefundTable } from '../platform/database/tables/refunds.ts';
import type { RefundedPayment } from '../acquirers/port.ts';
import {
  merchantAddresses,
  EVENT_COLUMNS,
  isReceiverUnchanged,
  recordedEvents,
  type MerchantWebhooks,
} from '../webhooks/record.ts';

const REQUESTED = {
  merchantId: column<string>('uuid'),
  payinId: column<string>('uuid'),
  referenceId: column<string>('text'),
};

/** What a request for a refund depends on, as one statement has read it. */
export interface RefundableState extends MerchantWebhooks {
  /** The version of the merchant's settings. */
  configVersion: bigint;
  /** Whether the merchant has a refund with the reference. */
  isReferenceTaken: boolean;
  /** Undefined if the merchant has no such payin. */
  payin: FoundPayin | undefined;
}

/** A payin with the totals of its refunds and disputes so far, and the balances that it may be refunded from. */
export interface FoundPayin extends RefundedPayin, RefundableFunds {
  id: string;
  gateId: string;
  currency: Currency;
  paymentMethodCurrency: Currency;
  /** See `lockRefundable`. */
  version: bigint;
  isGateFrozen: boolean;
  /** How many corrections of fees its gate's account had: see `reserveColumns`. */
  feeCorrections: bigint;
  /** Whether its customer's data were erased. */
  isErased: boolean;
  earlier: Refunded;
  disputedMinor: bigint;
  fees: RefundFees;
  /** The attempt that it was paid by, and its terminal; undefined if the payin was not paid. */
  paidBy: { payment: RefundedPayment; terminal: RoutedTerminal } | undefined;
}

/** @returns undefined if the merchant no longer exists */
export async function selectRefundable(
  batches: Batcher,
  requested: InputOf<typeof REQUESTED>,
): Promise<RefundableState | undefined> {
  const row = await batches.run(refundables, requested);
  if (row === undefined) return undefined;
  const { configVersion, webhookPayload, addresses, isReferenceTaken, ...payin } = row;
  return {
    configVersion,
    webhookPayload,
    addresses,
    isReferenceTaken,
    payin: wasFound<PayinRow>(payin) ? toPayin(payin) : undefined,
  };
}

interface PayinRow extends Omit<FoundPayin, 'earlier' | 'fees' | 'paidBy'>, RefundFees {
  status: OrderStatus;
  refundedMinor: bigint;
  paidBackMinor: bigint;
  sharedMinor: bigint;
  feeReturnedMinor: bigint;
  attemptId: string | null;
  reference: string | null;
  terminalId: string | null;
  adapter: string | null;
  terminalVersion: bigint | null;
}

type RefundableRow = Joined<PayinRow> & Omit<RefundableState, 'payin'>;

const refundables = batchedStatement<InputOf<typeof REQUESTED>, RefundableRow>(
  { name: 'select_refundable', types: REQUESTED },
  (db, { table, of }) =>
    sql<RefundableRow & { position: number }>`
    with ${table}
    select given.position, merchants.config_version as "configVersion",
      merchants.webhook_payload as "webhookPayload", ${merchantAddresses()} as addresses,
      exists (
        select from refunds
        where refunds.merchant_id = ${of('merchantId')} and refunds.reference_id = ${of('referenceId')}
      ) as "isReferenceTaken",
      payin.id, payin.status, payin.gate_id as "gateId", payin.currency,
      payin.payment_method_currency as "paymentMethodCurrency", payin.amount_minor as "amountMinor",
      payin.payment_method_amount_minor as "paidMinor", ${sql.raw(FEE_OF_PAYIN)} as "feeTotalMinor",
      payin.refundable_version as version, payin.erasure is not distinct from 'done' as "isErased",
      coalesce(gates.frozen, false) as "isGateFrozen",
      coalesce(method.refund_fee = 'returned', false) as "feeReturned",
      coalesce(method.refund_fixed_fee_minor, 0) as "fixedFeeMinor",
      coalesce(account.available_minor, 0) as "availableMinor",
      coalesce(account.fee_corrections, 0) as "feeCorrections",
      coalesce(retained.hold, 0) as "holdMinor", coalesce(retained.rolling, 0) as "rollingMinor",
      earlier.amount as "refundedMinor", earlier.paid_back as "paidBackMinor",
      earlier.shared as "sharedMinor", earlier.fee_returned as "feeReturnedMinor",
      disputed.minor as "disputedMinor",
      attempt.id as "attemptId", attempt.provider_reference as reference,
      terminals.id as "terminalId", terminals.adapter, terminals.version as "terminalVersion"
    from given
    join merchants on merchants.id = ${of('merchantId')}
    left join payins payin on payin.id = ${of('payinId')} and payin.merchant_id = merchants.id
    ${sql.raw(CORRECTION_OF_PAYIN)}
    left join gates on gates.id = payin.gate_id
    left join gate_methods method on method.id = payin.method_id
    left join gate_accounts account
      on account.gate_id = payin.gate_id and account.currency = payin.currency
    left join payin_attempts attempt on attempt.payin_id = payin.id and attempt.outcome = 'approved'
    left join terminals on terminals.id = attempt.terminal_id
    cross join lateral (
      select max(amount_minor) filter (where bucket = 'hold') as hold,
        max(amount_minor) filter (where bucket = 'rolling') as rolling
      from retentions where retentions.payin_id = payin.id and released_at is null
    ) retained
    cross join lateral (
      select coalesce(sum(amount_minor), 0)::bigint as amount,
        coalesce(sum(paid_back_minor), 0)::bigint as paid_back,
        coalesce(sum(amount_minor) filter (where payin_fee_minor is not null), 0)::bigint as shared,
        ${sql.raw(sumReturned())} as fee_returned
      from refunds
      where refunds.payin_id = payin.id and ${IS_REFUND_COUNTED}
    ) earlier
    cross join lateral (
      select coalesce(sum(amount_minor), 0)::bigint as minor
      from disputes where disputes.payin_id = payin.id and disputes.money <> 'untouched'
    ) disputed`.compile(db),
);

function toPayin({
  status,
  refundedMinor,
  paidBackMinor,
  sharedMinor,
  feeReturnedMinor,
  feeReturned,
  fixedFeeMinor,
  attemptId,
  reference,
  terminalId,
  adapter,
  terminalVersion: version,
  ...payin
}: PayinRow): FoundPayin {
  const isPaid =
    status === 'SUCCESS' &&
    attemptId !== null &&
    terminalId !== null &&
    adapter !== null &&
    version !== null;
  const payment = {
    orderId: payin.id,
    amountMinor: payin.paidMinor,
    currency: payin.paymentMethodCurrency,
    reference: reference ?? undefined,
  };
  return {
    ...payin,
    earlier: { amountMinor: refundedMinor, paidBackMinor, sharedMinor, feeReturnedMinor },
    fees: { feeReturned, fixedFeeMinor },
    paidBy: isPaid
      ? {
          payment: { id: attemptId, ...payment },
          terminal: { id: terminalId, adapter, version },
        }
      : undefined,
  };
}

/** The columns of a refund that are set when it is created, with their SQL types. */
const CREATED_TYPES = {
  id: 'uuid',
  merchant_id: 'uuid',
  payin_id: 'uuid',
  reference_id: 'text',
  gate_id: 'uuid',
  status: 'text',
  resolution: 'text',
  resolution_code: 'text',
  resolution_message: 'text',
  currency: 'text',
  amount_minor: 'bigint',
  payment_method_currency: 'text',
  paid_back_minor: 'bigint',
  payin_fee_minor: 'bigint',
  fee_returned_minor: 'bigint',
  fixed_fee_minor: 'bigint',
  cost_minor: 'bigint',
  from_available_minor: 'bigint',
  from_hold_minor: 'bigint',
  from_rolling_minor: 'bigint',
  comment: 'text',
  request: 'jsonb',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Partial<ColumnTypes<RefundTable>>;

const CREATED_COLUMNS = sql.join(Object.keys(CREATED_TYPES).map((name) => sql.ref(name)));

const CREATION = {
  /** What the refund was decided by: the settings of its merchant, and what is left of its payin. */
  configVersion: column<bigint>('bigint'),
  version: column<bigint>('bigint'),
  at: column<Date>('timestamptz'),
  /** Null if the refund is FAILED; then nothing is reserved either. */
  attemptId: column<string | null>('uuid'),
  payinAttemptId: column<string>('uuid'),
  terminalId: column<string>('uuid'),
  firstInquiryAt: column<Date>('timestamptz'),
  ...MOVE_COLUMNS,
  ...RESERVE_COLUMNS,
  ...EVENT_COLUMNS,
};

export type RefundToCreate = Pick<NewRefund, keyof typeof CREATED_TYPES> & InputOf<typeof CREATION>;

/**
 * Creates refunds with their reserves, attempts, transitions and, if they failed, their webhook events. Writes nothing
 * for an input, and returns no row, if its reference is taken, or if what it was decided by has changed since it was
 * read: the payin's refunds and disputes, what the sources have, the fee, the merchant's settings; or if it has a comment and
 * the data of its payin's customer were erased. Only the payin's version has grown then, perhaps in vain.
 *
 * Locks the payins, then their retentions, then the gates' accounts.
 */
export const refundCreations = batchedStatement<RefundToCreate, { id: string }>(
  {
    name: 'create_refund',
    types: { ...CREATED_TYPES, ...CREATION },
    sortedBy: ({ payin_id: payinId }) => payinId,
  },
  (db, given) => {
    const { of } = given;
    return sql<{ id: string; position: number }>`
    with ${given.table}, unchanged as (
      update payins set refundable_version = payins.refundable_version + 1
      from given
      where payins.id = ${of('payin_id')} and payins.refundable_version = ${of('version')}
        and (${of('comment')} is null or payins.erasure is distinct from 'done')
        and (select config_version = ${of('configVersion')}
          from merchants where merchants.id = ${of('merchant_id')})
        and ${isReceiverUnchanged('refund', of('merchant_id'), given)}
      returning given.position
    ), wanted as (
      select given.* from unchanged join given on given.position = unchanged.position
    ), ${COVERED_RESERVES}, created as (
      insert into refunds (${CREATED_COLUMNS}) select ${CREATED_COLUMNS} from covered
      on conflict (merchant_id, reference_id) do nothing
      returning id
    ), moved as (
      select covered.* from created join covered on covered.id = created.id
    ), attempted as (
      insert into refund_attempts (id, refund_id, payin_id, payin_attempt_id, terminal_id,
        next_inquiry_at, leased_until, created_at)
      select "attemptId", id, payin_id, "payinAttemptId", "terminalId",
        "firstInquiryAt", "firstInquiryAt", at
      from moved where "attemptId" is not null
    ),
    recorded as ${RECORDED_MOVES},
    taken as (${TAKE_FROM_RETENTIONS}),
    ${POSTED},
    event as (${recordedEvents(sql.lit('refund'))})
    select position, id from moved`.compile(db);
  },
);

const SETTLEMENT = {
  ...SETTLEMENT_COLUMNS,
  madeAfterEnd: column<boolean>('boolean'),
  isReturn: column<boolean>('boolean'),
};

export type RefundSettlement = InputOf<typeof SETTLEMENT>;

/** Settles attempts of refunds; see `settlementStatement`. Lists and charts do not count refunds. */
export const refundSettlements = settlementStatement({
  orders: 'refunds',
  attempts: 'refund_attempts',
  direction: 'refund',
  lateReportAt: 'refunded_after_end_at',
  columns: SETTLEMENT,
  setOrder: ({ of }) => sql`, made_after_end = ${of('madeAfterEnd')}`,
  setAttempt: sql`, returned_at = case when moved."isReturn" then moved.at else attempt.returned_at end`,
});
