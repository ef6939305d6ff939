import { instructions } from '#contract/schemas/transfer.ts';
import {
  REFUSALS_IN_WORDS,
  reasonOf,
  RESOLUTION_REASONS,
  type Reason,
} from '#domain/order/reasons.ts';
import { REFUSED_BY } from '#domain/order/attempt-limits.ts';
import { ORDER_STATUSES } from '#domain/order/status.ts';
import { z } from 'zod';
import { loggedEvent } from '../webhook-queries.ts';
import { formatMinor } from '#domain/money.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { showEvents } from '../../webhooks/log.ts';
import { explainOrder, lastDecline, orderFacts, type OrderFacts } from './explain.ts';
import type { MerchantScope } from '../roles.ts';
import { selectShownRefunds, shownRefund, showRefund, type ListedRefund } from '../refund-views.ts';
import { outcomeAnswer, shownOutcome, type OutcomeRow } from './outcome.ts';
import {
  type EntryRow,
  type ReceiptRow,
  type TimelineAttempt,
  type TimelineOrder,
  type TimelineSettings,
  type TransitionRow,
  selectActions,
  selectEntries,
  selectNotices,
  selectOrderAttention,
  selectOutcome,
  selectReceipts,
  selectRetentions,
  selectTimelineAttempts,
  selectTimelineOrder,
  selectTimelineRoutes,
  selectTimelineSettings,
  selectTransitions,
} from './timeline-queries.ts';

type Deps = Pick<ServiceContext, 'db' | 'terminals'>;

const text = z.string();
const textOrNull = text.nullable();
const instant = z.iso.datetime();
const instantOrNull = instant.nullable();
const money = z.object({ currency: text, amount: text });
const status = z.enum(ORDER_STATUSES);

const transition = z.object({
  from_status: status.nullable(),
  to_status: status,
  cause: text,
  at: instant,
});

/** Why a payment did not succeed, and what the customer and merchant can do. */
export const reasonAnswer = z.object({
  label: text,
  explanation: text,
  tell_customer: text.describe('Can be quoted to the customer.'),
  merchant_can: text.describe('What the merchant can do.'),
});

export function shownReason({ label, explanation, customer, merchant }: Reason) {
  return { label, explanation, tell_customer: customer, merchant_can: merchant };
}

export const refusedBy = z
  .enum(REFUSED_BY)
  .nullable()
  .describe('The limit that refused what was submitted last, before an acquirer got it.');

/** The schema of an order's timeline. */
export const orderTimeline = z.object({
  id: z.uuid(),
  direction: z.enum(['payin', 'payout']),
  group_id: text,
  merchant_id: z.uuid(),
  gate_id: z.uuid(),
  method_id: z.uuid(),
  merchant: textOrNull,
  gate: textOrNull,
  method: textOrNull,
  reference_id: text,
  status,
  resolution: textOrNull,
  resolution_code: textOrNull,
  resolution_message: textOrNull,
  provider_error_message: textOrNull,
  payment_source: text,
  ...money.shape,
  fee: text,
  total: text,
  account: textOrNull.describe('A masked card number, or the destination of a payout.'),
  card_brand: textOrNull.optional(),
  rrn: textOrNull.optional(),
  refused_by: refusedBy,
  payer_address: textOrNull.describe('The IP address that the refused submission came from.'),
  payment_method_currency: text.optional(),
  payment_method_amount: text.optional(),
  expires_at: instantOrNull.optional(),
  ...outcomeAnswer.shape,
  customer: z.record(text, z.unknown()).nullable(),
  created_at: instant,
  updated_at: instant,
  why: text.describe('Why the order has its status, in a sentence.'),
  reason: reasonAnswer.nullable().describe('Null unless the order failed or was closed.'),
  transitions: z.array(transition),
  attempts: z.array(
    z.object({
      id: z.uuid(),
      terminal: textOrNull.describe('Null for callers with the role merchant.'),
      route_priority: z.int().nullable(),
      outcome: textOrNull.describe('Null while the outcome is unknown.'),
      superseded: z.boolean(),
      decline_reason: textOrNull,
      decline_advice: textOrNull,
      scheme_code: textOrNull.describe("The card scheme's advice, like `Mastercard 03`."),
      authentication: textOrNull.describe(
        '3-D Secure result: frictionless, challenged or exempted.',
      ),
      eci: textOrNull.describe('The electronic commerce indicator.'),
      provider_reference: textOrNull,
      unanswered: z.int().describe('Number of consecutive status inquiries without an answer.'),
      next_inquiry_at: instantOrNull,
      challenged_at: instantOrNull,
      instructions: instructions
        .nullable()
        .describe('Payment instructions, if the order is not paid by card.'),
      created_at: instant,
      settled_at: instantOrNull,
      effective_after_end_at: instantOrNull.describe(
        'When the acquirer reported success for an attempt that had already ended differently.',
      ),
      latency_ms: z.int().nullable(),
    }),
  ),
  receipts: z
    .array(z.object({ reference: text, amount: text, queued: text, received_at: instant }))
    .describe(
      'Received amounts, in payment_method_currency; queued is the part that was not credited to the order.',
    ),
  missing: textOrNull.describe('The amount still missing, while the order waits for money.'),
  refundable: textOrNull.describe(
    'The amount that can still be refunded; null if the order is not paid.',
  ),
  refunds: z
    .array(
      shownRefund.omit({ order: true, merchant_id: true, merchant: true }).extend({
        transitions: z.array(transition),
      }),
    )
    .describe('The latest 200, oldest first.'),
  movements: z.array(
    z.object({
      kind: text,
      at: instant,
      entries: z.array(money.extend({ account: text })),
    }),
  ),
  retentions: z.array(money.extend({ bucket: text, due_at: instant, released_at: instantOrNull })),
  events: z.array(loggedEvent),
  comments: z.object({ comment: textOrNull, internal: textOrNull }),
  attention: z.array(
    z.object({
      id: z.uuid(),
      kind: text,
      detail: textOrNull,
      created_at: instant,
      resolved_at: instantOrNull,
    }),
  ),
  notices: z
    .array(z.object({ event: text, detail: textOrNull, at: instant }))
    .describe('Other events that the acquirer sent about the order.'),
  actions: z.array(z.object({ at: instant, actor: text, command: text, reason: textOrNull })),
});

/**
 * Returns everything about an order and explains its state. A merchant does not see operators' actions or the terminals
 * of attempts. The parts are read separately, not in one snapshot: a change in between shows on the next read.
 *
 * @returns undefined if there is no such order in the scope
 */
export async function showOrder(deps: Deps, id: string, scope?: MerchantScope) {
  const order = await selectTimelineOrder(deps.db, id, scope);
  if (order === undefined) return undefined;
  const { db } = deps;
  const [
    settings,
    routes,
    found,
    entries,
    retentions,
    receipts,
    actions,
    attention,
    notices,
    events,
    refunds,
    outcome,
  ] = await Promise.all([
    selectTimelineSettings(db, order),
    selectTimelineRoutes(db, order),
    selectTimelineAttempts(db, order),
    selectEntries(db, id),
    selectRetentions(db, id),
    selectReceipts(db, id),
    scope === undefined ? selectActions(db, id) : [],
    scope === undefined ? selectOrderAttention(db, id) : [],
    scope === undefined ? selectNotices(db, id) : [],
    showEvents(db, id),
    selectShownRefunds(db, { payinId: id }, { after: undefined, limit: MOST_REFUNDS }),
    selectOutcome(db, id),
  ]);
  const moves = await selectTransitions(db, [id, ...refunds.map((refund) => refund.id)]);
  const transitions = transitionsOf(id, moves);
  const { terminals } = deps;
  const attempts = scope === undefined ? found : found.map(withoutTerminal);
  const open = terminals.circuits().filter(({ state }) => state === 'open');
  const explain = scope === undefined ? explainOrder : explainToMerchant;
  const why = explain(
    orderFacts({
      order,
      outcome,
      settings,
      routes,
      attempts,
      transitions,
      actions,
      isInstalled: (adapter) => terminals.adapters.has(adapter),
      isOpen: (terminalId) => open.some((circuit) => circuit.terminalId === terminalId),
    }),
  );
  return {
    ...described(order),
    ...namesIn(settings),
    ...shownOutcome(outcome),
    why,
    reason: reasonIn(order, { attempts, transitions, receipts }),
    transitions,
    attempts: attempts.map(shownAttempt),
    receipts: receipts.map(shownReceipt),
    missing: missingOf(order, receipts),
    refundable: refundableOf(order, outcome),
    refunds: refunds.toReversed().map((refund) => shownHere(refund, moves, scope)),
    movements: movementsIn(entries),
    retentions: retentions.map(({ amount_minor: amount, ...rest }) => ({
      ...rest,
      amount: formatMinor(amount),
    })),
    events,
    comments: commentsOf(order, scope),
    attention,
    notices,
    actions,
  };
}

const MOST_REFUNDS = 200;

/** Returns the amount that can still be refunded, null for an order that is not paid. */
function refundableOf(
  order: TimelineOrder,
  { refunded_minor: refunded, disputed_minor: disputed }: OutcomeRow,
): string | null {
  if (order.direction !== 'payin' || order.status !== 'SUCCESS') return null;
  const left = order.amount_minor - (refunded ?? 0n) - (disputed ?? 0n);
  // A dispute may cover an amount that was refunded before, so the rest may be negative.
  return formatMinor(left > 0n ? left : 0n);
}

function shownHere(
  refund: ListedRefund,
  moves: readonly TransitionRow[],
  scope: MerchantScope | undefined,
) {
  const { order: _order, merchant_id: _id, merchant: _merchant, ...shown } = showRefund(refund);
  return {
    ...shown,
    ...(scope !== undefined && { terminal: null, provider_reference: null }),
    transitions: transitionsOf(refund.id, moves),
  };
}

function transitionsOf(id: string, moves: readonly TransitionRow[]) {
  return moves
    .filter(({ order_id: of }) => of === id)
    .map(({ order_id: _of, ...transition }) => transition);
}

function reasonIn(
  order: TimelineOrder,
  {
    attempts,
    transitions,
    receipts,
  }: {
    attempts: readonly TimelineAttempt[];
    transitions: readonly { cause: string }[];
    receipts: readonly unknown[];
  },
) {
  const reason = reasonOf({
    direction: order.direction,
    code: order.resolution_code,
    decline: lastDecline(attempts)?.decline_reason ?? null,
    refusedBy: order.refused_by,
    cause: transitions.at(-1)?.cause,
    hasReceived: receipts.length > 0,
  });
  return reason === undefined ? null : shownReason(reason);
}

/** Returns the names of merchant, gate and method, null if the method no longer exists. */
function namesIn(settings: TimelineSettings | undefined) {
  const { merchant = null, gate = null, method = null } = settings ?? {};
  return { merchant, gate, method };
}

/**
 * Returns the order's own members. It lists them one by one, so that no other part of the request is shown; of a card
 * it shows the masked number only.
 */
function described(order: TimelineOrder) {
  const { id, direction, group_id, merchant_id, reference_id, gate_id, method_id } = order;
  const { status, resolution, resolution_code, resolution_message } = order;
  const { provider_error_message, payment_source, currency, customer } = order;
  const { created_at, updated_at } = order;
  return {
    id,
    direction,
    group_id,
    merchant_id,
    reference_id,
    gate_id,
    method_id,
    status,
    resolution,
    resolution_code,
    resolution_message,
    provider_error_message,
    payment_source,
    currency,
    amount: formatMinor(order.amount_minor),
    fee: formatMinor(order.fee_total_minor),
    total: formatMinor(order.total_minor),
    account: order.direction === 'payin' ? order.card_number_masked : order.destination_shown,
    ...(order.direction === 'payin' && {
      card_brand: order.card_brand,
      rrn: order.rrn,
      payment_method_currency: order.payment_method_currency,
      payment_method_amount: formatMinor(order.payment_method_amount_minor),
      expires_at: order.expires_at,
    }),
    refused_by: order.refused_by,
    payer_address: order.direction === 'payin' ? order.payer_address : null,
    customer,
    created_at,
    updated_at,
  };
}

function shownAttempt(attempt: TimelineAttempt) {
  const { created_at: from, settled_at: to } = attempt;
  return { ...attempt, latency_ms: to === null ? null : to.getTime() - from.getTime() };
}

function shownReceipt({ amount_minor, queued_minor, ...rest }: ReceiptRow) {
  return { ...rest, amount: formatMinor(amount_minor), queued: formatMinor(queued_minor) };
}

/** Returns the amount still missing, null if the order does not wait for money. */
function missingOf(order: TimelineOrder, receipts: readonly ReceiptRow[]): string | null {
  if (order.direction !== 'payin' || order.payment_source === 'CARD') return null;
  if (order.status !== 'PROCESS_PENDING') return null;
  const receivedMinor = receipts.reduce((sum, receipt) => sum + receipt.amount_minor, 0n);
  const missingMinor = order.payment_method_amount_minor - receivedMinor;
  return missingMinor > 0n ? formatMinor(missingMinor) : null;
}

function movementsIn(entries: readonly EntryRow[]) {
  const byMovement = Map.groupBy(entries, ({ id }) => id);
  return [...byMovement.values()].flatMap((lines) => {
    const [first] = lines;
    if (first === undefined) return [];
    const shown = lines.map(({ account, currency, amount_minor: amount }) => ({
      account,
      currency,
      amount: formatMinor(amount),
    }));
    return [{ kind: first.kind, at: first.at, entries: shown }];
  });
}

/** Returns the order's comments. The internal one is for operators and never shown to a merchant. */
function commentsOf(order: TimelineOrder, scope: MerchantScope | undefined) {
  return {
    comment: order.comment,
    internal: order.direction === 'payin' && scope === undefined ? order.comment_internal : null,
  };
}

/** Hides the terminal, because merchants must not learn which acquirers the operator uses. */
function withoutTerminal(attempt: TimelineAttempt): TimelineAttempt {
  return { ...attempt, terminal: null, route_priority: null };
}

/**
 * Explains an order to a merchant. Orders with a code get the code's general explanation, because the specific one may
 * reveal operators' actions and the method's routes.
 */
function explainToMerchant(facts: OrderFacts): string {
  const { code, refusedBy } = facts;
  if (code === null) return explainOrder(facts);
  return code === 'BLACKLISTED_INPUT_DATA' && refusedBy !== null
    ? REFUSALS_IN_WORDS[refusedBy].explanation
    : RESOLUTION_REASONS[code].explanation;
}
