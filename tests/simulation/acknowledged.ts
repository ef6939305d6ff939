import { isFinal, type OrderStatus } from '#domain/order/status.ts';
import type { MethodName } from './place.ts';

/** What merchants sent to have an order made. */
export interface SentOrder {
  kind: 'payin' | 'payout';
  method: MethodName;
  amountMinor: bigint;
}

/** An order whose creation was acknowledged. Payouts of one request count as one, by the id of the first. */
export interface KnownOrder extends SentOrder {
  id: string;
}

/** What merchants knew when they began to read. */
interface Knowledge {
  orders: ReadonlyMap<string, KnownOrder>;
  ends: ReadonlyMap<string, OrderStatus>;
}

/** An order, or a refund, as the service answers it. */
interface AnsweredOrder {
  id: string;
  reference_id: string;
  status: OrderStatus;
}

/**
 * What merchants were told. What is read later has to agree: what was acknowledged before the reading began is there,
 * and what had ended has the same end.
 */
export class Acknowledged {
  /** Orders by the merchant's reference. */
  readonly orders = new Map<string, KnownOrder>();
  /** Ids of refunds by the merchant's reference. */
  readonly refunds = new Map<string, string>();
  readonly findings: string[] = [];
  readonly #ends = new Map<string, OrderStatus>();

  /** Returns what is known now, for the answer to a request that begins now. */
  now(): Knowledge {
    return { orders: new Map(this.orders), ends: new Map(this.#ends) };
  }

  /** Takes the answer to the creation of an order. */
  created(reference: string, sent: SentOrder, order: AnsweredOrder, before: Knowledge): void {
    this.#keep(this.orders, reference, { ...sent, id: order.id });
    this.answered(order, before);
  }

  /** Takes the answer to the creation of a refund. @returns whether it is new */
  refunded(order: AnsweredOrder, before: Knowledge): boolean {
    const isNew = !this.refunds.has(order.reference_id);
    if (!isNew && this.refunds.get(order.reference_id) !== order.id)
      this.findings.push(`${order.reference_id} was made twice`);
    this.refunds.set(order.reference_id, order.id);
    this.answered(order, before);
    return isNew;
  }

  #keep(known: Map<string, KnownOrder>, reference: string, order: KnownOrder): void {
    const earlier = known.get(reference);
    if (earlier !== undefined && earlier.id !== order.id)
      this.findings.push(`${reference} was made twice`);
    known.set(reference, order);
  }

  /** Takes an answer that shows an order. */
  answered({ id, reference_id: reference, status }: AnsweredOrder, before: Knowledge): void {
    const end = before.ends.get(id);
    if (end !== undefined && end !== status)
      this.findings.push(`${reference} was ${end}, and is answered as ${status}`);
    const other = this.#ends.get(id);
    if (!isFinal(status)) return;
    if (other !== undefined && other !== status)
      this.findings.push(`${reference} is answered as ${other} and as ${status}`);
    this.#ends.set(id, status);
  }

  /** Takes an answer that should show some orders and no others. */
  answeredAll(what: string, expected: readonly string[], shown: readonly AnsweredOrder[]): void {
    const ids = new Set(shown.map(({ id }) => id));
    if (ids.size !== shown.length) this.findings.push(`${what} shows an order twice`);
    for (const id of expected) {
      if (!ids.has(id)) this.findings.push(`${what} does not show ${id}, which was acknowledged`);
    }
  }
}
