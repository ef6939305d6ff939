import type { AttemptOutcome, PayoutOutcome, RefundOutcome } from '#domain/order/attempt.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import type { Resolution, ResolutionCode } from '#domain/order/resolution.ts';
import type { SettlementDecision, SettlementTerms } from '#domain/order/settlement-matrix.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { sql, type RawBuilder } from 'kysely';
import { POSTED, POSTING_COLUMNS } from '../ledger/store.ts';
import {
  batchedStatement,
  column,
  type BatchedStatement,
  type ColumnTypes,
  type Given,
  type InputOf,
} from '../platform/database/batch.ts';
import type { WebhookDirection } from '../platform/database/tables/webhooks.ts';
import { EVENT_COLUMNS, isReceiverUnchanged, recordedEvents } from '../webhooks/record.ts';
import { countMoved } from './count-changes.ts';
import {
  nextInquiry,
  SAME_INQUIRY,
  type InquiryState,
  type OpenAnswer,
} from './inquiry-schedule.ts';
import type { AttemptTable } from './inquiry.ts';
import { MOVE_COLUMNS, RECORDED_MOVES } from './transition.ts';

type Outcome = AttemptOutcome | PayoutOutcome | RefundOutcome;

/** What every settlement is made of. */
export const SETTLEMENT_COLUMNS = {
  attemptId: column<string>('uuid'),
  orderId: column<string>('uuid'),
  at: column<Date>('timestamptz'),
  /** The order and its attempt as they were read. */
  from: column<OrderStatus>('text'),
  changedFromAt: column<Date>('timestamptz'),
  outcomeBefore: column<Outcome | null>('text'),
  /** The order after the settlement. */
  to: column<OrderStatus>('text'),
  updatedAt: column<Date>('timestamptz'),
  resolution: column<Resolution | null>('text'),
  resolutionCode: column<ResolutionCode | null>('text'),
  resolutionMessage: column<string | null>('text'),
  providerErrorMessage: column<string | null>('text'),
  ...MOVE_COLUMNS,
  /** How the attempt ends; null if it does not end now. */
  outcome: column<Outcome | null>('text'),
  /** The acquirer's reference; null keeps the one that is saved. */
  reference: column<string | null>('text'),
  isLateReport: column<boolean>('boolean'),
  /** Its place on the inquiry schedule; null if that does not change. */
  inquiryStep: column<number | null>('integer'),
  nextInquiryAt: column<Date | null>('timestamptz'),
  leasedUntil: column<Date | null>('timestamptz'),
  ...POSTING_COLUMNS,
  ...EVENT_COLUMNS,
};

export type SettlementColumns = InputOf<typeof SETTLEMENT_COLUMNS>;

/** The columns of an order that a settlement compares or changes. */
interface SettledOrder {
  id: string;
  status: OrderStatus;
  updated_at: Date;
  resolution: Resolution | null;
  resolution_code: ResolutionCode | null;
  resolution_message: string | null;
  provider_error_message: string | null;
}

/** An attempt as it was read, what was reported about it, and what was decided to do. */
interface Settled {
  state: InquiryState & { attemptId: string; outcome: Outcome | null };
  /** `save` is a reference to save although the attempt stays open. */
  reported: { outcome: string; reference?: string; save?: string };
  decision: Pick<SettlementDecision<SettlementTerms>, 'records' | 'moves'>;
  /** How the attempt ends; undefined unless it ends now. */
  end: Outcome | undefined;
  at: Date;
}

/**
 * Returns what settlements of every kind have, as the input of their statement.
 *
 * @param answer what the schedule has to know about an answer that leaves the attempt open
 */
export function settledColumns(
  { state, reported, decision: { records, moves }, end, at }: Settled,
  before: SettledOrder,
  after: SettledOrder,
  answer: Omit<OpenAnswer, 'now'> = { challenge: false },
) {
  return {
    attemptId: state.attemptId,
    orderId: after.id,
    at,
    from: before.status,
    changedFromAt: before.updated_at,
    outcomeBefore: state.outcome,
    to: after.status,
    updatedAt: after.updated_at,
    resolution: after.resolution,
    resolutionCode: after.resolution_code,
    resolutionMessage: after.resolution_message,
    providerErrorMessage: after.provider_error_message,
    froms: moves.map(({ from }) => from),
    tos: moves.map(({ to }) => to),
    causes: moves.map(({ cause }) => cause),
    outcome: end ?? null,
    reference: referenceToSave(records, reported),
    isLateReport: records === 'late_report',
    ...(records === 'next_inquiry' ? nextInquiry(state, { now: at, ...answer }) : SAME_INQUIRY),
  };
}

function referenceToSave(
  records: SettlementDecision<SettlementTerms>['records'],
  { reference, save }: Settled['reported'],
): string | null {
  if (records === 'next_inquiry') return save ?? null;
  return records === 'end' || records === 'late_report' ? (reference ?? null) : null;
}

/** Returns a payout or refund after a report about its attempt has moved it. */
export function moveByReport<Order extends SettledOrder>(
  order: Order,
  to: Order['status'],
  { reported, at }: { reported: { outcome: string; message?: string }; at: Date },
  noun: 'payout' | 'refund',
): Order {
  const moved = { ...order, status: to, updated_at: at };
  if (to === 'SUCCESS') return { ...moved, resolution: 'OK' };
  if (to !== 'FAILED') return moved;
  return {
    ...moved,
    resolution: 'PROVIDER_ERROR',
    resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
    resolution_message: `The acquirer refused the ${noun}.`,
    provider_error_message: reported.message ?? `The ${noun} did not reach the acquirer.`,
  };
}

/** Returns the outcome that ends the attempt of a payout or refund; undefined if it stays open. */
export function toEnd<End extends PayoutOutcome | RefundOutcome>(
  outcome: End | 'pending' | 'unknown',
): End | undefined {
  return outcome === 'pending' || outcome === 'unknown' ? undefined : outcome;
}

/** What differs between the settlements of payins, payouts and refunds. */
interface SettlementKind<Columns> {
  orders: 'payins' | 'payouts' | 'refunds';
  attempts: AttemptTable['table'];
  direction: WebhookDirection;
  /** The counters of orders that count its transitions, if any does. */
  counts?: OrderDirection;
  /** The attempt's column with the time of a report that came after its end and contradicts it. */
  lateReportAt: string;
  /** The declaration of the input's columns. */
  columns: Columns & typeof SETTLEMENT_COLUMNS;
  /** Further columns of the order to set, each after a comma, and further conditions, each after `and`. */
  setOrder?: (given: Given<InputOf<Columns>>) => RawBuilder<unknown>;
  isUnchanged?: (given: Given<InputOf<Columns>>) => RawBuilder<unknown>;
  /** Further columns of the attempt to set. Reads `moved` and `attempt`. */
  setAttempt?: RawBuilder<unknown>;
  /** Further parts of the `with`, each followed by a comma. They read `moved`. */
  parts?: RawBuilder<unknown>;
}

type SettlementStatement<Columns> = BatchedStatement<
  InputOf<Columns> & SettlementColumns,
  { id: string }
>;

/**
 * Creates the statement that settles attempts of one kind: it records what is known about each attempt, moves its
 * order, records and counts the transitions, posts to the gate's account and records the webhook event. An input says
 * which of these it has. Writes nothing for an input, and returns no row, if its order or attempt has changed since it
 * was read, or if there is an event and the merchant chose another payload or address.
 *
 * The update of the orders has the conditions, and the rest of the statement works on the rows that it returns. Rows of
 * other tables are looked up by key in subqueries that return a value to compare. If such a condition were in the
 * lookup, the planner would choose a small partial index that has the same condition, and keep to it when that index
 * has grown. The order's time is compared as well, because the counters subtract the order from the hour in which it
 * last changed. The attempt is compared again where it is updated: if only the attempt changes, its order is the same
 * afterwards.
 *
 * Locks the orders, the attempts, and the gates' accounts last.
 */
export function settlementStatement<Columns>({
  orders,
  attempts,
  direction,
  counts,
  lateReportAt,
  columns,
  setOrder = () => sql``,
  isUnchanged = () => sql``,
  setAttempt = sql``,
  parts = sql``,
}: SettlementKind<Columns>): SettlementStatement<Columns> {
  const order = (name: string) => sql.ref(`${orders}.${name}`);
  const attempt = sql.table(attempts);
  const lateAt = sql.ref(lateReportAt);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler does not see it of a type parameter
  const types = columns as ColumnTypes<InputOf<Columns> & SettlementColumns>;
  return batchedStatement<InputOf<Columns> & SettlementColumns, { id: string }>(
    { name: `settle_${direction}`, types, sortedBy: ({ orderId }) => orderId },
    (db, given) => {
      const { of } = given;
      return sql<{ id: string; position: number }>`
    with ${given.table}, moved as (
      update ${sql.table(orders)} set status = ${of('to')}, updated_at = ${of('updatedAt')},
        resolution = ${of('resolution')}, resolution_code = ${of('resolutionCode')},
        resolution_message = ${of('resolutionMessage')},
        provider_error_message = ${of('providerErrorMessage')} ${setOrder(given)}
      from given
      where ${order('id')} = ${of('orderId')} and ${order('status')} = ${of('from')}
        and ${order('updated_at')} = ${of('changedFromAt')}
        and (select outcome is not distinct from ${of('outcomeBefore')}
          from ${attempt} as attempt where attempt.id = ${of('attemptId')})
        and ${isReceiverUnchanged(direction, order('merchant_id'), given)}
        ${isUnchanged(given)}
      returning ${sql.join(ORDER_COLUMNS.map(order))}, given.position, ${given.all}
    ), reported as (
      update ${attempt} as attempt
      set outcome = coalesce(moved.outcome, attempt.outcome),
        settled_at = case when moved.outcome is null then attempt.settled_at else moved.at end,
        provider_reference = coalesce(moved.reference, attempt.provider_reference),
        ${lateAt} = case when moved."isLateReport" then moved.at else attempt.${lateAt} end,
        inquiry_step = coalesce(moved."inquiryStep", attempt.inquiry_step),
        next_inquiry_at = coalesce(moved."nextInquiryAt", attempt.next_inquiry_at),
        leased_until = coalesce(moved."leasedUntil", attempt.leased_until),
        unanswered = case when moved."inquiryStep" is null then attempt.unanswered else 0 end
        ${setAttempt}
      from moved
      where attempt.id = moved."attemptId" and attempt.outcome is not distinct from moved."outcomeBefore"
        and not (moved."isLateReport" and attempt.${lateAt} is not null)
      returning moved.position, moved.id
    ),
    recorded as ${RECORDED_MOVES},
    ${counts === undefined ? sql`` : sql`counted as ${countChanged(counts)},`}
    ${parts}
    ${POSTED},
    event as (${recordedEvents(sql.lit(direction))})
    select position, id from reported`.compile(db);
    },
  );
}

/** The columns of an order that the rest of the statement reads. */
const ORDER_COLUMNS = [
  'id',
  'merchant_id',
  'gate_id',
  'currency',
  'amount_minor',
  'status',
  'created_at',
  'updated_at',
];

function countChanged(direction: OrderDirection): RawBuilder<unknown> {
  const before = { status: sql`"from"`, updated_at: sql`"changedFromAt"` };
  const changed = sql`moved where moved.status <> moved."from" or moved.updated_at <> moved."changedFromAt"`;
  return countMoved(direction, before, changed);
}
