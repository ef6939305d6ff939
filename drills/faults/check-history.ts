/**
 * Judges a history: whether one order of its operations explains all answers. Each operation takes effect at one moment
 * between its begin and its end; one whose outcome is unknown does so at any later moment, or never; one that was
 * refused never does.
 *
 * Each order is judged by itself: it is made once, its reads show it from then on, and its status moves only as the
 * tables of transitions allow. From the reads of an order follows when it succeeded. That is when the balance changed,
 * so the reads of the balance are judged against the successes of all orders.
 */
import {
  PAYIN_TRANSITIONS,
  PAYOUT_TRANSITIONS,
  REFUND_TRANSITIONS,
} from '#domain/order/transition.ts';
import { isFinal, type OrderStatus } from '../../src/domain/order/status.ts';
import type { Transition } from '../../src/domain/order/transition.ts';
import { checkTotal, type Change, type TotalRead } from './check-total.ts';
import type { Operation, OrderKind, SeenOrder } from './history.ts';

const TRANSITIONS: Readonly<Record<OrderKind, readonly Transition[]>> = {
  payin: PAYIN_TRANSITIONS,
  payout: PAYOUT_TRANSITIONS,
  refund: REFUND_TRANSITIONS,
};
/** The causes of transitions that need the payer. */
const BY_THE_PAYER: readonly string[] = ['card_data_accepted', 'payment_begun'];

/** What happens at one moment of a history. */
interface Event {
  beganMs: number;
  /** Infinity if it happens at any later moment, or never. */
  endedMs: number;
  /** Returns the state afterwards, or undefined if it cannot happen in this state. */
  apply: (state: OrderState) => OrderState | undefined;
  /** What happens, for a finding. */
  text: string;
}

interface HistoryOptions {
  /** The totals before the first operation. */
  opening: Readonly<Record<'balance' | 'payins', number>>;
}

/**
 * @param operations every order is in one of their answers: its price is not known otherwise
 * @returns a sentence for the first answer about each order, and about each total, that no order of the operations
 *   explains
 */
export function checkHistory(
  operations: readonly Operation[],
  { opening }: HistoryOptions,
): string[] {
  const orders = groupByReference(operations);
  const payins = orders.filter(({ kind }) => kind === 'payin');
  return [
    ...findSharedIds(operations),
    ...orders.flatMap(checkOrder),
    ...checkTotal(opening.balance, orders.flatMap(toCredit), readsOf(operations, 'balance')),
    ...checkTotal(opening.payins, payins.flatMap(toCreation), readsOf(operations, 'payins')),
  ];
}

interface OrderHistory {
  kind: OrderKind;
  reference: string;
  own: readonly OrderOperation[];
}

type OrderOperation = Exclude<Operation, { kind: 'total' }>;

function groupByReference(operations: readonly Operation[]): OrderHistory[] {
  const all = operations.filter((each): each is OrderOperation => each.kind !== 'total');
  const groups = [...Map.groupBy(all, ({ reference }) => reference)];
  return groups.map(([reference, own]) => {
    const created = own.find(({ kind }) => kind === 'create');
    return { kind: created?.kind === 'create' ? created.order : 'payin', reference, own };
  });
}

function findSharedIds(operations: readonly Operation[]): string[] {
  const references = new Map<string, string>();
  return operations.flatMap((each) => {
    if (each.kind === 'total' || each.seen === undefined) return [];
    const first = references.get(each.seen.id) ?? each.reference;
    references.set(each.seen.id, first);
    return first === each.reference
      ? []
      : [`${each.seen.id} has two references: ${describe(each)}`];
  });
}

function checkOrder({ kind, reference, own }: OrderHistory): string[] {
  const ids = new Set(own.flatMap(({ seen }) => seen?.id ?? []));
  if (ids.size > 1) return [`${reference} was made twice: ${[...ids].join(', ')}`];
  const amounts = new Set(own.flatMap(amountsIn));
  if (amounts.size > 1) return [`${reference} has several amounts: ${[...amounts].join(', ')}`];
  const events = own.flatMap((operation) => toEvents(kind, operation));
  return explain(events);
}

function amountsIn(operation: OrderOperation): number[] {
  const { seen } = operation;
  return [
    ...(operation.kind === 'create' ? [operation.amountMinor] : []),
    ...(seen === undefined ? [] : [seen.amountMinor]),
  ];
}

/** An order as the checker knows it; null before it is made. */
type OrderState = {
  /** The last status that was seen; null if none was. */
  status: OrderStatus | null;
  /** Whether card data can have come. Payouts and refunds need none. */
  isPaid: boolean;
} | null;

function toEvents(kind: OrderKind, operation: OrderOperation): Event[] {
  const { outcome, beganMs, seen } = operation;
  const isRead = operation.kind === 'read';
  if (outcome === 'failed' || (isRead && outcome === 'unknown')) return [];
  const made = { status: null, isPaid: kind !== 'payin' };
  const apply = (state: OrderState): OrderState | undefined => {
    if (operation.kind === 'pay') return state === null ? undefined : { ...state, isPaid: true };
    if (isRead && seen === undefined) return state === null ? state : undefined;
    if (isRead && state === null) return undefined;
    return seen === undefined ? (state ?? made) : move(kind, state ?? made, seen.status);
  };
  const endedMs = outcome === 'unknown' ? Infinity : operation.endedMs;
  return [{ beganMs, endedMs, apply, text: describe(operation) }];
}

function move(
  kind: OrderKind,
  state: NonNullable<OrderState>,
  status: OrderStatus,
): OrderState | undefined {
  const isReached = state.status === status || reachedFrom(kind, state).has(status);
  return isReached ? { ...state, status } : undefined;
}

/** Returns the statuses that an order can have later, after any number of transitions. */
function reachedFrom(kind: OrderKind, { status, isPaid }: NonNullable<OrderState>) {
  const table = TRANSITIONS[kind].filter(({ cause }) => isPaid || !BY_THE_PAYER.includes(cause));
  const reached = new Set<OrderStatus>();
  const todo: (OrderStatus | null)[] = [status];
  for (const before of todo) {
    for (const { from, to } of table) {
      if (from !== before || reached.has(to)) continue;
      reached.add(to);
      todo.push(to);
    }
  }
  return reached;
}

/**
 * Returns when an order changed the balance: after it was made, after the card data of a payin, and after the last
 * answer that did not show the success.
 */
function toCredit(order: OrderHistory): Change[] {
  const { kind, own } = order;
  const answers = own.filter(hasSeen);
  const paid = answers.filter(({ seen }) => seen.status === 'SUCCESS');
  const open = answers.filter(({ seen }) => seen.status !== 'SUCCESS');
  const hasFailed = open.some(({ seen }) => isFinal(seen.status));
  const [first] = answers;
  if (first === undefined || (paid.length === 0 && hasFailed)) return [];
  const endedMs = firstOf(paid.map((each) => each.endedMs));
  const requestedMs = firstEffect(own, kind === 'payin' ? 'pay' : 'create');
  const beganMs = Math.max(madeAfterMs(own), requestedMs, ...open.map((each) => each.beganMs));
  return [{ beganMs: Math.min(beganMs, endedMs), endedMs, amount: first.seen.creditMinor }];
}

/** Returns when an order was made: after the last read that found none. */
function toCreation({ own }: OrderHistory): Change[] {
  if (firstEffect(own, 'create') === Infinity) return [];
  const endedMs = firstOf(own.filter(hasSeen).map((each) => each.endedMs));
  return [{ beganMs: Math.min(madeAfterMs(own), endedMs), endedMs, amount: 1 }];
}

function madeAfterMs(own: readonly OrderOperation[]): number {
  const absent = own.filter(
    ({ kind, outcome, seen }) => kind === 'read' && outcome === 'ok' && !seen,
  );
  return Math.max(firstEffect(own, 'create'), ...absent.map((each) => each.beganMs));
}

/** Returns when the first operation of a kind began that can have had an effect; Infinity if there is none. */
function firstEffect(own: readonly OrderOperation[], wanted: 'create' | 'pay'): number {
  const effective = own.filter(({ kind, outcome }) => kind === wanted && outcome !== 'failed');
  return firstOf(effective.map((each) => each.beganMs));
}

function firstOf(timesMs: readonly number[]): number {
  return Math.min(Infinity, ...timesMs);
}

function hasSeen(operation: OrderOperation): operation is OrderOperation & { seen: SeenOrder } {
  return operation.seen !== undefined;
}

function readsOf(operations: readonly Operation[], name: 'balance' | 'payins'): TotalRead[] {
  return operations.flatMap((each) => {
    const { beganMs, endedMs, total } = each;
    const isRead = each.kind === 'total' && each.of === name && total !== undefined;
    return isRead ? [{ beganMs, endedMs, total, text: describe(each) }] : [];
  });
}

/** A possible past. */
interface Past {
  state: OrderState;
  /**
   * The numbers of the events under way that have happened. An event without an end need not be remembered: a second
   * one changes nothing.
   */
  happened: ReadonlySet<number>;
}

/** The possible pasts at one moment. More mean that the history has too much at once to be judged. */
const MOST_PASTS = 1_000_000;

/**
 * Looks for an order of the events. Goes through their begins and ends in time and keeps every past that is possible
 * until then; at the end of an event it must have happened in all of them.
 *
 * @returns a sentence about the first event that cannot have happened, if there is one
 */
function explain(events: readonly Event[]): string[] {
  const moments = events.flatMap(({ beganMs, endedMs }, number) => [
    { atMs: beganMs, isEnd: false, number },
    ...(endedMs === Infinity ? [] : [{ atMs: endedMs, isEnd: true, number }]),
  ]);
  // What ends and begins at one time may have happened in either order.
  moments.sort((a, b) => a.atMs - b.atMs || Number(a.isEnd) - Number(b.isEnd));
  const underWay = new Set<number>();
  let pasts: Past[] = [{ state: null, happened: new Set() }];
  for (const { isEnd, number } of moments) {
    if (isEnd) {
      const before = pasts;
      pasts = pastsWith(number, { pasts, events, underWay });
      if (pasts.length === 0) return [`Nothing explains: ${events[number]?.text}${nextTo(before)}`];
      underWay.delete(number);
    } else underWay.add(number);
  }
  return [];
}

const STATES_SHOWN = 3;

function nextTo(pasts: readonly Past[]): string {
  const states = new Set(pasts.map(({ state }) => JSON.stringify(state)));
  return ` (after ${[...states].slice(0, STATES_SHOWN).join(' or ')})`;
}

interface Search {
  pasts: readonly Past[];
  events: readonly Event[];
  underWay: ReadonlySet<number>;
}

/** Returns the pasts in which an event has happened, after others under way or before them. */
function pastsWith(number: number, { pasts, events, underWay }: Search): Past[] {
  const known = new Set<string>();
  const reached: Past[] = [];
  const todo = [...pasts];
  for (const past of todo) {
    const key = JSON.stringify([past.state, ...[...past.happened].toSorted((a, b) => a - b)]);
    if (known.has(key)) continue;
    known.add(key);
    if (past.happened.has(number)) {
      // It has ended, so it need not be remembered.
      reached.push({ ...past, happened: past.happened.difference(new Set([number])) });
      continue;
    }
    for (const other of underWay) {
      const state = past.happened.has(other) ? undefined : events[other]?.apply(past.state);
      if (state === undefined) continue;
      const isEnding = events[other]?.endedMs !== Infinity;
      todo.push({ state, happened: isEnding ? new Set([...past.happened, other]) : past.happened });
    }
    if (todo.length > MOST_PASTS) throw new Error('Too much happens at once to be judged');
  }
  return reached;
}

function describe(operation: Operation): string {
  const { process, beganMs, endedMs, outcome } = operation;
  const seconds = [beganMs, endedMs].map((ms) => (ms / 1_000).toFixed(3)).join('–');
  return `process ${process}, ${seconds} s: ${subject(operation)} was ${answer(operation)}${outcome === 'ok' ? '' : outcome}`;
}

function subject(operation: Operation): string {
  return operation.kind === 'total' ? operation.of : `${operation.kind} ${operation.reference}`;
}

function answer({ outcome, seen, total }: Operation): string {
  if (outcome !== 'ok') return '';
  return total === undefined ? (seen?.status ?? 'none') : String(total);
}
