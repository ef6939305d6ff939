import type { CreateRefundRequest } from '#contract/schemas/refund.ts';
import { refundAmounts } from '#domain/order/refund.ts';
import { formatMinor } from '#domain/money.ts';
import { failure, success, type Result } from '#domain/result.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import { reserveRefund } from '../ledger/refund.ts';
import { STALE, type StaleSettings } from '../merchants/settings.ts';
import {
  differingFields,
  replayOrConflict,
  type Created,
  type Duplicate,
  type RecordedRequest,
} from '../orders/duplicate.ts';
import { systemError, type BusinessRefusal } from '../orders/evaluate-order.ts';
import { firstInquiryAt } from '../orders/inquiry-schedule.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import type { NewRefund, RefundRow } from '../platform/database/tables/refunds.ts';
import { FINGERPRINTED, type Keyring } from '../platform/keyring.ts';
import type { RefundedPayment } from '../acquirers/port.ts';
import { refundAtAcquirer, type RecordedRefund } from './refund.ts';
import { recordRefundEvent } from './settle.ts';
import {
  insertRefund,
  insertRefundAttempt,
  lockRefundable,
  recordTransitions,
  selectPaidPayin,
  selectRefund,
  selectRefundByReference,
  updateRefund,
  type RefundablePayin,
} from './store.ts';

/** Who requests a refund: a merchant by its key, or an operator on the merchant's behalf. */
export interface Refunder {
  merchantId: string;
  /** The version of the settings that the key was checked with; undefined for an operator. */
  version?: bigint;
}

/** Why a request created no refund. */
type RefundProblem =
  | Duplicate
  | StaleSettings
  | { code: 'no_such_payin' }
  | { code: 'not_refundable'; detail: string };

type RefundCreation = Result<Created<RefundRow>, RefundProblem>;

/**
 * Creates a refund of a payin, or finds the one that its reference created before. The transaction that creates it
 * reserves its cost. The acquirer refunds afterwards, and its answer is awaited for a moment. A business refusal also
 * creates a refund, FAILED, so that it can be read back.
 *
 * Locks the payin, then its retentions, then the gate's account; none of them while it waits for the acquirer.
 *
 * @param runInTransaction runs the transaction that creates the refund; an operator's also writes a row of the audit
 */
export async function createRefund(
  context: ServiceContext,
  refunder: Refunder,
  request: CreateRefundRequest,
  runInTransaction: TransactionRunner = (make) => context.db.transaction().execute(make),
): Promise<RefundCreation> {
  const duplicate = await findDuplicate(context, refunder, request);
  if (duplicate) return duplicate;
  const payin = await selectPaidPayin(context.db, refunder.merchantId, request.payin_id);
  if (payin === undefined) return failure({ code: 'no_such_payin' });
  if (!isCurrent(refunder, payin)) return failure(STALE);
  if (payin.paidBy === undefined) return failure({ code: 'not_refundable', detail: NOT_PAID });
  const { terminal, payment } = payin.paidBy;
  const refusal = (await canRefund(context, terminal)) ? undefined : NOT_SUPPORTED;
  const plan = { refunder, request, refusal, terminal, payment };
  const made = await runInTransaction((trx) => createInTransaction(context, trx, plan));
  if (!made.ok) {
    if (made.problem === STALE) return failure(STALE);
    // The same request, sent twice, may have refunded all that was left meanwhile.
    const other = await findDuplicate(context, refunder, request);
    return other ?? failure(made.problem.code === 'reference_taken' ? STALE : made.problem);
  }
  const { refund, recorded } = made.value;
  if (recorded === undefined) {
    context.wakeWebhooks();
    return success({ order: refund, replayed: false });
  }
  const known = await refundAtAcquirer(context, recorded);
  // `known` is undefined if the refund was settled elsewhere meanwhile, or could not be settled.
  const order = known ?? (await selectRefund(context.db, refund.id)) ?? refund;
  return success({ order, replayed: false });
}

/** Runs the creation of a refund in a transaction. */
export type TransactionRunner = (
  make: (trx: Db) => Promise<CreationOutcome>,
) => Promise<CreationOutcome>;

type CreationOutcome = Result<
  MadeRefund,
  StaleSettings | { code: 'reference_taken' } | { code: 'not_refundable'; detail: string }
>;

const NOT_PAID = 'The payin was not paid: only a payin in status SUCCESS can be refunded.';

/**
 * Returns why an amount of a payin cannot be refunded: how much is left of it, and where the rest is. Returns undefined
 * if it can; without an amount, if anything is left.
 */
function explainTooMuch(
  payin: RefundablePayin,
  amountMinor: bigint | undefined,
): string | undefined {
  const leftMinor = amountLeft(payin);
  if (leftMinor > 0n && (amountMinor ?? 0n) <= leftMinor) return undefined;
  const money = (minor: bigint) => `${formatMinor(minor)} ${payin.currency}`;
  const left = leftMinor > 0n ? `Only ${money(leftMinor)}` : `Nothing (${money(0n)})`;
  const { earlier, disputedMinor } = payin;
  const rest = [
    earlier.amountMinor > 0n && `${money(earlier.amountMinor)} is refunded or being refunded`,
    disputedMinor > 0n && `${money(disputedMinor)} is disputed`,
  ].filter((part) => part !== false);
  const why = rest.length === 0 ? '' : `: ${rest.join(', and ')}`;
  return `${left} of the payin is left to refund${why}.`;
}

/** Returns the amount of a payin that can still be refunded. The payer would get a disputed amount twice. */
function amountLeft({ amountMinor, earlier, disputedMinor }: RefundablePayin): bigint {
  const leftMinor = amountMinor - earlier.amountMinor - disputedMinor;
  return leftMinor > 0n ? leftMinor : 0n;
}

const NOT_SUPPORTED = systemError(
  'PROVIDER_NOT_SUPPORTED',
  'The acquirer of the payment does not support refunds here.',
);

function isCurrent({ version }: Refunder, read: { configVersion: bigint }): boolean {
  return version === undefined || version === read.configVersion;
}

async function findDuplicate(
  { db, keyring }: ServiceContext,
  { merchantId }: Refunder,
  request: CreateRefundRequest,
): Promise<RefundCreation | undefined> {
  const refund = await selectRefundByReference(db, merchantId, request.reference_id);
  if (refund === undefined) return undefined;
  return replayOrConflict(
    refund,
    differingFields(keyring, refund.request, recordedRequest(keyring, request)),
  );
}

/**
 * Returns what is stored of a request to distinguish a repeated one from a different one. Of the comment, only a keyed
 * hash is stored.
 */
function recordedRequest(keyring: Keyring, request: CreateRefundRequest): RecordedRequest {
  const { payin_id, reference_id, amount, comment } = request;
  const hash = (text: string) =>
    keyring.fingerprint(FINGERPRINTED.requestField, JSON.stringify(['comment', text]));
  return {
    payin_id,
    reference_id,
    ...(amount !== undefined && { amount: formatMinor(amount) }),
    ...(comment !== undefined && comment !== '' && { comment: hash(comment).toString('hex') }),
  };
}

/** Returns whether the terminal that took the payment can refund it. A terminal that cannot be opened cannot. */
async function canRefund(
  { terminals, log }: ServiceContext,
  terminal: RoutedTerminal,
): Promise<boolean> {
  try {
    return (await terminals.open(terminal)).refunds !== undefined;
  } catch (error) {
    log.warn({ err: error, terminalId: terminal.id }, 'A terminal cannot be opened for a refund');
    return false;
  }
}

interface RefundPlan {
  refunder: Refunder;
  request: CreateRefundRequest;
  /** Why the refund is created FAILED at once. */
  refusal: BusinessRefusal | undefined;
  terminal: RoutedTerminal;
  payment: RefundedPayment;
}

interface MadeRefund {
  refund: RefundRow;
  /** What the acquirer has to refund after the commit; undefined if the refund failed. */
  recorded: RecordedRefund | undefined;
}

/**
 * Creates the refund in one transaction: reserved and IN_PROGRESS, or FAILED. Nobody sees it CREATED, because the
 * transaction moves it on before it ends.
 *
 * Locks the payin, then its retentions, then the gate's account.
 */
async function createInTransaction(
  context: ServiceContext,
  trx: Db,
  { refunder, request, refusal, terminal, payment }: RefundPlan,
): Promise<CreationOutcome> {
  const payin = await lockRefundable(trx, request.payin_id);
  if (!isCurrent(refunder, payin)) return failure(STALE);
  const detail = explainTooMuch(payin, request.amount);
  if (detail !== undefined) return failure({ code: 'not_refundable', detail });
  const amountMinor = request.amount ?? amountLeft(payin);
  const draft = draftRefund(context, { refunder, request, payin, amountMinor, refusal });
  const refund = await insertRefund(trx, draft);
  if (refund === undefined) return failure({ code: 'reference_taken' });
  const at = refund.created_at;
  if (refund.status === 'FAILED')
    return success({ refund: await recordFailed(context, trx, refund), recorded: undefined });
  const sources = await reserveRefund(
    trx,
    {
      refundId: refund.id,
      payinId: refund.payin_id,
      gateId: refund.gate_id,
      currency: refund.currency,
      at,
    },
    refund.cost_minor,
  );
  if (sources === 'no_account') {
    throw new Error(`Gate ${refund.gate_id} has no account in ${refund.currency}`);
  }
  if (sources === 'insufficient') {
    const failed = await updateCreatedRefund(trx, refund, refusedColumns(INSUFFICIENT));
    return success({ refund: await recordFailed(context, trx, failed), recorded: undefined });
  }
  const started = await updateCreatedRefund(trx, refund, {
    status: 'IN_PROGRESS',
    from_available_minor: sources.availableMinor,
    from_hold_minor: sources.holdMinor,
    from_rolling_minor: sources.rollingMinor,
  });
  await recordTransitions(trx, refund.id, [
    { from: null, to: 'CREATED', cause: 'accepted', at },
    { from: 'CREATED', to: 'IN_PROGRESS', cause: 'amount_reserved', at },
  ]);
  const attempt = { id: context.newId(), payment, amountMinor: refund.paid_back_minor };
  await insertRefundAttempt(trx, {
    id: attempt.id,
    refund_id: refund.id,
    payin_id: refund.payin_id,
    payin_attempt_id: payment.id,
    terminal_id: terminal.id,
    next_ask_at: firstInquiryAt(at),
    leased_until: firstInquiryAt(at),
    created_at: at,
  });
  const { webhookPayload, addresses } = payin;
  const created = { refund: started, webhookPayload, addresses };
  return success({ refund: started, recorded: { attempt, terminal, created } });
}

const INSUFFICIENT = systemError(
  'BALANCE_INSUFFICIENT',
  "The available balance and the payin's own hold and rolling amounts do not cover the refund.",
);

interface RefundParts {
  refunder: Refunder;
  request: CreateRefundRequest;
  payin: RefundablePayin;
  amountMinor: bigint;
  refusal: BusinessRefusal | undefined;
}

function draftRefund(
  { newId, now, keyring }: ServiceContext,
  { refunder, request, payin, amountMinor, refusal }: RefundParts,
): NewRefund {
  const amounts = refundAmounts(payin, payin.earlier, amountMinor, payin.fees);
  const refused = refusal ?? evaluate(payin, amounts);
  const at = now();
  return {
    id: newId(),
    merchant_id: refunder.merchantId,
    payin_id: request.payin_id,
    reference_id: request.reference_id,
    gate_id: payin.gateId,
    status: 'CREATED',
    currency: payin.currency,
    amount_minor: amountMinor,
    payment_method_currency: payin.paymentMethodCurrency,
    paid_back_minor: amounts.paidBackMinor,
    fee_returned_minor: amounts.feeReturnedMinor,
    fixed_fee_minor: amounts.fixedFeeMinor,
    cost_minor: amounts.costMinor,
    // A comment may mention the customer, whose data were erased.
    comment: payin.erased ? null : (request.comment ?? null),
    request: JSON.stringify(recordedRequest(keyring, request)),
    created_at: at,
    updated_at: at,
    ...(refused && refusedColumns(refused)),
  };
}

/** Returns why the refund fails at once: for its amount, or because the gate's balance is frozen. */
function evaluate(
  { gateFrozen }: RefundablePayin,
  { paidBackMinor }: { paidBackMinor: bigint },
): BusinessRefusal | undefined {
  if (paidBackMinor === 0n) return UNDER_LIMIT;
  return gateFrozen ? FROZEN : undefined;
}

const UNDER_LIMIT = systemError(
  'AMOUNT_UNDER_LIMIT',
  "The amount rounds to zero in the payment method's currency.",
);
const FROZEN = systemError('BALANCE_UPDATE_FAILED', "The gate's balance is frozen.");

function refusedColumns(refusal: BusinessRefusal) {
  return {
    status: 'FAILED',
    resolution: refusal.resolution,
    resolution_code: refusal.code,
    resolution_message: refusal.message,
  } as const;
}

async function recordFailed(
  context: ServiceContext,
  trx: Db,
  refund: RefundRow,
): Promise<RefundRow> {
  const at = refund.created_at;
  await recordTransitions(trx, refund.id, [{ from: null, to: 'FAILED', cause: 'refused', at }]);
  await recordRefundEvent(context, trx, refund);
  return refund;
}

/** Changes a refund that this transaction has created. */
async function updateCreatedRefund(
  trx: Db,
  refund: RefundRow,
  changes: Parameters<typeof updateRefund>[2],
): Promise<RefundRow> {
  const row = await updateRefund(trx, refund, changes);
  if (row === undefined) throw new Error(`Refund ${refund.id} vanished while it was made`);
  return row;
}
