import type { Failure, Result } from '../../src/contract/client/result.ts';
import { isFinal, type OrderStatus } from '../../src/domain/order/status.ts';

export type OrderKind = 'payin' | 'payout' | 'refund';

/** An order as an answer showed it. */
export interface SeenOrder {
  id: string;
  status: OrderStatus;
  amountMinor: number;
  /** The change of the merchant's balance when the order succeeds. */
  creditMinor: number;
}

/** What a client asked for. */
export type Request =
  | { kind: 'create'; order: OrderKind; reference: string; amountMinor: number }
  /** Card data for a payin. */
  | { kind: 'pay'; reference: string }
  | { kind: 'read'; reference: string }
  /** The merchant's balance in one currency, or the number of its payins. */
  | { kind: 'total'; of: 'balance' | 'payins' };

/**
 * The outcome of a request. `ok`: it was answered. `failed`: it was refused and had no effect. `unknown`: there was no
 * answer, or 5xx, so it may have had its effect, or may have it later.
 */
export type Outcome = 'ok' | 'failed' | 'unknown';

/** One request of a client, and its answer. */
export type Operation = Request & {
  /** The number of the service's process that was asked. */
  process: number;
  /** By one clock for all clients. */
  beganMs: number;
  /** When the answer had come, or the client stopped waiting for one. */
  endedMs: number;
  outcome: Outcome;
  /** The order in the answer; left out if the answer was that there is none, or showed no order. */
  seen?: SeenOrder;
  /** The total in the answer: minor units of the balance, or a number of payins. */
  total?: number;
};

/** What an answer to a request showed. */
export type Shown = Pick<Operation, 'seen' | 'total'> & { request: Request };

/** The operations of all clients, in the order of their answers. */
export class History {
  readonly operations: Operation[] = [];

  /**
   * Makes a call and records it.
   *
   * @param request what the call asks for; recorded as it is if there is no answer
   * @param read what a successful answer showed: of a list, one operation for each order
   */
  async record<T>(
    process: number,
    request: Request,
    { call, read }: { call: () => Promise<Result<T>>; read: (value: T) => Shown[] },
  ): Promise<Result<T>> {
    const beganMs = performance.now();
    const result = await call();
    const times = { process, beganMs, endedMs: performance.now() };
    if (result.ok) {
      for (const { request: shown, ...answer } of read(result.value)) {
        this.operations.push({ ...shown, ...times, outcome: 'ok', ...answer });
      }
    } else this.operations.push({ ...request, ...times, outcome: outcomeOf(result) });
    return result;
  }

  /** Lists the orders that no answer showed in a final status. */
  openOrders(): KnownOrder[] {
    const open = new Map<string, KnownOrder>();
    const ended = new Set<string>();
    for (const each of this.operations) {
      if (each.kind === 'total' || each.seen === undefined) continue;
      const { reference, seen } = each;
      if (isFinal(seen.status)) ended.add(reference);
      if (each.kind === 'create') open.set(reference, { kind: each.order, reference, id: seen.id });
    }
    return [...open.values()].filter(({ reference }) => !ended.has(reference));
  }
}

/** An order that a client knows. */
export interface KnownOrder {
  kind: OrderKind;
  reference: string;
  id: string;
}

function outcomeOf({ effect }: Failure): Outcome {
  return effect === 'none' ? 'failed' : 'unknown';
}
