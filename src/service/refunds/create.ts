import type { CreateRefundRequest } from '#contract/schemas/refund.ts';
import { formatMinor } from '#domain/money.ts';
import {
  decideNewRefund,
  type RefundDecision,
  type RefundRefusal,
} from '#domain/order/refund-decision.ts';
import type { RefundCause } from '#domain/order/transition.ts';
import { failure, success, type Result } from '#domain/result.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import { lockFunds, reserveColumns } from '../ledger/refund.ts';
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
import { lockRefundable } from '../orders/refundable.ts';
import { writeUnlessChanged, type Round } from '../orders/write-unless-changed.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { RefundRow } from '../platform/database/tables/refunds.ts';
import { FINGERPRINTED, type Keyring } from '../platform/keyring.ts';
import { eventColumns } from '../webhooks/record.ts';
import { eventOrders } from './present.ts';
import { refundAtAcquirer, type RecordedRefund } from './refund.ts';
import {
  refundCreations,
  selectRefundable,
  type FoundPayin,
  type RefundableState,
  type RefundToCreate,
} from './statements.ts';
import { selectRefund, selectRefundByReference } from './store.ts';

/** Who requests a refund: a merchant by its key, or an operator on the merchant's behalf. */
export interface Refunder {
  merchantId: string;
  /** The version of the settings that the key was checked with; undefined for an operator. */
  version?: bigint;
}

/** Why a request created no refund. */
type RefundProblem = Duplicate | MakingProblem;

type RefundCreation = Result<Created<RefundRow>, RefundProblem>;

/**
 * Creates a refund of a payin, or finds the one that its reference created before. The statement that creates it
 * reserves its cost. The acquirer refunds afterwards, and its answer is awaited for a moment. A business refusal also
 * creates a refund, FAILED, so that it can be read back.
 *
 * Reads, decides and writes like a settlement: it is not created by what has changed meanwhile. Locks the payin, its
 * retentions, then the gate's account, only while it writes.
 *
 * @param runMaking runs what creates the refund; an operator's in a transaction that also writes a row of the audit
 */
export async function createRefund(
  context: ServiceContext,
  refunder: Refunder,
  request: CreateRefundRequest,
  runMaking: MakingRunner = (make) => make(context),
): Promise<RefundCreation> {
  const seen = await read(context, refunder, request);
  const paidBy = seen?.payin?.paidBy;
  const isSupported = paidBy !== undefined && (await canRefund(context, paidBy.terminal));
  const making = { context, refunder, request, isSupported };
  const made = await runMaking((within) => makeRefund(making, within, seen));
  if (!made.ok) {
    if (made.problem.code !== 'reference_taken') return failure(made.problem);
    return (await findDuplicate(context, refunder, request)) ?? failure(STALE);
  }
  const { refund, recorded } = made.value;
  if (recorded === undefined) {
    context.metrics.refundEnded({ status: refund.status, code: refund.resolution_code });
    context.wakeWebhooks();
    return success({ order: refund, replayed: false });
  }
  const known = await refundAtAcquirer(context, recorded);
  // `known` is undefined if the refund was settled elsewhere meanwhile, or could not be settled.
  const order = known ?? (await selectRefund(context.db, refund.id)) ?? refund;
  return success({ order, replayed: false });
}

type Within = Pick<ServiceContext, 'db' | 'batches'>;

/** Runs the making of a refund. */
export type MakingRunner = (make: (within: Within) => Promise<Made>) => Promise<Made>;

type MakingProblem =
  | StaleSettings
  | { code: 'no_such_payin' }
  | { code: 'not_refundable'; detail: string };

type Made = Result<MadeRefund, MakingProblem | { code: 'reference_taken' }>;

interface MadeRefund {
  refund: RefundRow;
  /** What the acquirer has to refund now; undefined if the refund failed. */
  recorded: RecordedRefund | undefined;
}

function read(
  { batches }: Pick<Within, 'batches'>,
  { merchantId }: Refunder,
  { payin_id: payinId, reference_id: referenceId }: CreateRefundRequest,
): Promise<RefundableState | undefined> {
  return selectRefundable(batches, { merchantId, payinId, referenceId });
}

interface Making {
  context: ServiceContext;
  refunder: Refunder;
  request: CreateRefundRequest;
  /** Whether the terminal that took the payment can refund it. */
  isSupported: boolean;
}

/** Creates the refund: reserved and IN_PROGRESS, or FAILED. Nobody sees it CREATED. */
async function makeRefund(
  making: Making,
  within: Within,
  seen: RefundableState | undefined,
): Promise<Made> {
  const { refunder, request, context } = making;
  const { metrics } = context;
  const made = await writeUnlessChanged<RefundableState, Made>(
    { ...within, metrics },
    {
      kind: 'refund',
      state: seen,
      async read({ db, batches, isLocked }) {
        if (isLocked && seen?.payin !== undefined) {
          await lockRefundable(db, seen.payin.id);
          await lockFunds(db, { ...seen.payin, payinId: seen.payin.id });
        }
        return read({ batches }, refunder, request);
      },
      write: (round, state) => decideAndWrite(making, round, state),
    },
  );
  return (made.ok ? made.value : undefined) ?? failure(STALE);
}

/** Writes nothing and returns `changed` if what was read has changed. */
async function decideAndWrite(
  making: Making,
  { batches }: Round,
  state: RefundableState,
): Promise<Result<Made, 'changed'>> {
  const { refunder, request, isSupported } = making;
  if (!isCurrent(refunder, state)) return success(failure(STALE));
  if (state.isReferenceTaken) return success(failure({ code: 'reference_taken' }));
  const { payin } = state;
  if (payin === undefined) return success(failure({ code: 'no_such_payin' }));
  const { paidBy } = payin;
  if (paidBy === undefined) return success(notRefundable(NOT_PAID));
  const decision = decideNewRefund({ ...payin, isSupported }, request.amount);
  if (decision.kind === 'too_much')
    return success(notRefundable(explainTooMuch(payin, decision.leftMinor)));
  const refund = draftRefund(making, payin, decision);
  const attempt = {
    id: making.context.newId(),
    orderId: payin.id,
    payment: paidBy.payment,
    amountMinor: refund.paid_back_minor,
  };
  const { webhookPayload, addresses } = state;
  const recorded: RecordedRefund = {
    attempt,
    terminal: paidBy.terminal,
    open: {
      refund,
      attemptId: attempt.id,
      attemptedAt: refund.created_at,
      outcome: null,
      isMadeAfterEnd: false,
      isReturned: false,
      webhookPayload,
      addresses,
    },
  };
  const input = toCreate(making, { state, payin, decision, recorded });
  const isWritten = (await batches.run(refundCreations, input, payin.gateId)) !== undefined;
  if (!isWritten) return failure('changed');
  const isStarted = decision.kind === 'reserved';
  return success(success({ refund, recorded: isStarted ? recorded : undefined }));
}

function isCurrent({ version }: Refunder, read: { configVersion: bigint }): boolean {
  return version === undefined || version === read.configVersion;
}

function notRefundable(detail: string) {
  return failure({ code: 'not_refundable', detail } as const);
}

const NOT_PAID = 'The payin was not paid: only a payin in status SUCCESS can be refunded.';

/** Returns how much is left of a payin, and where the rest is. */
function explainTooMuch(
  { currency, earlier, disputedMinor }: FoundPayin,
  leftMinor: bigint,
): string {
  const money = (minor: bigint) => `${formatMinor(minor)} ${currency}`;
  const left = leftMinor > 0n ? `Only ${money(leftMinor)}` : `Nothing (${money(0n)})`;
  const rest = [
    earlier.amountMinor > 0n && `${money(earlier.amountMinor)} is refunded or being refunded`,
    disputedMinor > 0n && `${money(disputedMinor)} is disputed`,
  ].filter((part) => part !== false);
  const why = rest.length === 0 ? '' : `: ${rest.join(', and ')}`;
  return `${left} of the payin is left to refund${why}.`;
}

type CreatingDecision = Exclude<RefundDecision, { kind: 'too_much' }>;

function draftRefund(
  { context: { newId, now, keyring }, refunder, request }: Making,
  payin: FoundPayin,
  decision: CreatingDecision,
): RefundRow {
  const { amounts } = decision;
  const refusal = decision.kind === 'refused' ? REFUSALS[decision.reason] : undefined;
  const sources = decision.kind === 'reserved' ? decision.sources : undefined;
  const at = now();
  return {
    id: newId(),
    merchant_id: refunder.merchantId,
    payin_id: payin.id,
    reference_id: request.reference_id,
    gate_id: payin.gateId,
    status: refusal === undefined ? 'IN_PROGRESS' : 'FAILED',
    resolution: refusal?.resolution ?? null,
    resolution_code: refusal?.code ?? null,
    resolution_message: refusal?.message ?? null,
    provider_error_message: null,
    currency: payin.currency,
    amount_minor: amounts.amountMinor,
    payment_method_currency: payin.paymentMethodCurrency,
    paid_back_minor: amounts.paidBackMinor,
    payin_fee_minor: payin.fees.feeReturned ? payin.feeTotalMinor : null,
    fee_returned_minor: amounts.feeReturnedMinor,
    fixed_fee_minor: amounts.fixedFeeMinor,
    cost_minor: amounts.costMinor,
    from_available_minor: sources?.availableMinor ?? 0n,
    from_hold_minor: sources?.holdMinor ?? 0n,
    from_rolling_minor: sources?.rollingMinor ?? 0n,
    made_after_end: false,
    taken_at: null,
    // A comment may mention the customer, whose data were erased.
    comment: payin.isErased ? null : (request.comment ?? null),
    request: recordedRequest(keyring, request),
    created_at: at,
    updated_at: at,
  };
}

const REFUSALS = {
  not_supported: systemError(
    'PROVIDER_NOT_SUPPORTED',
    'The acquirer of the payment does not support refunds here.',
  ),
  rounds_to_zero: systemError(
    'AMOUNT_UNDER_LIMIT',
    "The amount rounds to zero in the payment method's currency.",
  ),
  gate_frozen: systemError('BALANCE_UPDATE_FAILED', "The gate's balance is frozen."),
  insufficient: systemError(
    'BALANCE_INSUFFICIENT',
    "The available balance and the payin's own hold and rolling amounts do not cover the refund.",
  ),
} as const satisfies Record<RefundRefusal, BusinessRefusal>;

interface Drafted {
  state: RefundableState;
  payin: FoundPayin;
  decision: CreatingDecision;
  recorded: RecordedRefund;
}

function toCreate(
  { context }: Making,
  { state, payin, decision, recorded }: Drafted,
): RefundToCreate {
  const { attempt, terminal, open } = recorded;
  const { refund } = open;
  const at = refund.created_at;
  const isStarted = decision.kind === 'reserved';
  return {
    ...refund,
    request: JSON.stringify(refund.request),
    configVersion: state.configVersion,
    version: payin.version,
    at,
    attemptId: isStarted ? attempt.id : null,
    payinAttemptId: attempt.payment.id,
    terminalId: terminal.id,
    firstInquiryAt: firstInquiryAt(at),
    ...(isStarted ? STARTED : REFUSED),
    ...reserveColumns(payin, isStarted ? decision.sources : undefined, payin),
    ...eventColumns(
      context,
      state,
      { direction: 'refund', groupId: refund.id, orderIds: [payin.id], at },
      isStarted ? undefined : eventOrders(refund),
    ),
  };
}

const STARTED = {
  froms: [null, 'CREATED'],
  tos: ['CREATED', 'IN_PROGRESS'],
  causes: ['accepted', 'amount_reserved'],
} as const satisfies RefundMoves;
const REFUSED = {
  froms: [null],
  tos: ['FAILED'],
  causes: ['refused'],
} as const satisfies RefundMoves;

type RefundMoves = Pick<RefundToCreate, 'froms' | 'tos'> & { causes: readonly RefundCause[] };

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
