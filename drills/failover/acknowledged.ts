import { isFinal, type OrderStatus } from '../../src/domain/order/status.ts';

/** The members of payins and payouts that a shop compares. */
export interface KnownOrder {
  id: string;
  reference_id?: string | undefined;
  amount: number;
  status: OrderStatus;
}

/** What shops were told, for comparison with the orders found afterwards. */
export class Acknowledged {
  readonly #amounts = new Map<string, number>();
  readonly #ids = new Map<string, string>();
  /** Final statuses that shops have seen. They must not change. */
  readonly #finals = new Map<string, OrderStatus>();

  get orders(): number {
    return this.#amounts.size;
  }

  /** Records that an order was created. */
  recordCreated(
    { reference_id, amount }: { reference_id: string; amount: number },
    made: KnownOrder,
  ): void {
    this.#ids.set(reference_id, made.id);
    this.#amounts.set(made.id, amount);
    this.recordSeen(made);
  }

  /** Records an order that a shop has read. */
  recordSeen({ id, status }: KnownOrder): void {
    if (isFinal(status)) this.#finals.set(id, status);
  }

  /** @returns a line for each difference from the orders found */
  compare(there: readonly KnownOrder[]): string[] {
    const byId = new Map(there.map((order) => [order.id, order]));
    const lost = [...this.#amounts].filter(([id, amount]) => byId.get(id)?.amount !== amount);
    const changed = [...this.#finals].filter(([id, status]) => byId.get(id)?.status !== status);
    const twice = there.filter(({ id, reference_id = '' }) => {
      const acknowledged = this.#ids.get(reference_id);
      return acknowledged !== undefined && acknowledged !== id;
    });
    return [
      ...lost.map(([id]) => `${id} was made, and is not there as it was`),
      ...changed.map(([id, was]) => `${id} was ${was}, and is ${byId.get(id)?.status ?? 'gone'}`),
      ...twice.map(({ id, reference_id }) => `${id} is a second order of ${reference_id ?? ''}`),
    ];
  }
}
