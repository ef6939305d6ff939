import type { Balance } from '../../src/contract/schemas/balance.ts';
import type { CardDataBody } from '../../src/contract/schemas/card-data.ts';
import type { OrdersClient, Result } from '../../src/contract/client/client.ts';
import type { CreatePayinBody, PayinOrder } from '../../src/contract/schemas/payin.ts';
import type { CreatePayoutBody, PayoutOrder } from '../../src/contract/schemas/payout.ts';
import type { CreateRefundBody, Refund } from '../../src/contract/schemas/refund.ts';
import type { History, OrderKind, SeenOrder, Shown } from './history.ts';
import type { Random } from './random.ts';

type Order = PayinOrder | PayoutOrder | Refund;

/** The currency of the balance in the history. Orders in another one do not change it. */
const CURRENCY = 'EUR';
const LISTED = 50;

/** A client that sends each request to one of the service's processes, and records it with its answer. */
export class RecordedClient {
  readonly #clients: readonly OrdersClient[];
  readonly #random: Random;
  readonly #history: History;

  constructor(clients: readonly OrdersClient[], random: Random, history: History) {
    this.#clients = clients;
    this.#random = random;
    this.#history = history;
  }

  createPayin(body: CreatePayinBody): Promise<Result<PayinOrder>> {
    return this.#create('payin', body, (client) => client.createPayin(body));
  }

  createPayout(body: CreatePayoutBody): Promise<Result<PayoutOrder>> {
    return this.#create('payout', body, (client) => client.createPayout(body));
  }

  createRefund(body: CreateRefundBody & { amount: number }): Promise<Result<Refund>> {
    return this.#create('refund', body, (client) => client.createRefund(body));
  }

  submitCardData(reference: string, body: CardDataBody): Promise<Result<undefined>> {
    const shown = { request: { kind: 'pay', reference } } as const;
    return this.#send(
      shown,
      (client) => client.submitCardData(body),
      () => [shown],
    );
  }

  /** Reads an order by its id. */
  read(kind: OrderKind, reference: string, id: string): Promise<Result<Order>> {
    const shown = { request: { kind: 'read', reference } } as const;
    return this.#send<Order>(
      shown,
      (client) => READS[kind](client, id),
      (order) => [{ ...shown, seen: seenOrder(kind, order) }],
    );
  }

  findPayin(reference: string): Promise<Result<PayinOrder[]>> {
    const shown = { request: { kind: 'read', reference } } as const;
    return this.#send(
      shown,
      (client) => client.findPayins(reference),
      (orders) => (orders.length === 0 ? [shown] : orders.map((order) => readOf('payin', order))),
    );
  }

  /** Lists the newest payins. It is a read of each of them, and of their number. */
  listPayins(): Promise<Result<unknown>> {
    const shown = { request: { kind: 'total', of: 'payins' } } as const;
    return this.#send(
      shown,
      (client) => client.listPayins({ page: 1, size: LISTED }),
      ({ content, total_elements }) => [
        { ...shown, total: total_elements },
        ...content.map((order) => readOf('payin', order)),
      ],
    );
  }

  getBalance(): Promise<Result<Balance[]>> {
    const shown = { request: { kind: 'total', of: 'balance' } } as const;
    return this.#send(
      shown,
      (client) => client.getBalances(),
      (balances) => [{ ...shown, total: totalMinor(balances) }],
    );
  }

  #create<T extends Order>(
    order: OrderKind,
    { reference_id: reference, amount }: { reference_id: string; amount: number },
    call: (client: OrdersClient) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const request = { kind: 'create', order, reference, amountMinor: toMinor(amount) } as const;
    return this.#send({ request }, call, (made) => [{ request, seen: seenOrder(order, made) }]);
  }

  #send<T>(
    { request }: Shown,
    call: (client: OrdersClient) => Promise<Result<T>>,
    read: (value: T) => Shown[],
  ): Promise<Result<T>> {
    const process = this.#random.between(0, this.#clients.length - 1);
    const client = this.#clients[process];
    if (client === undefined) throw new Error('The service has no process');
    return this.#history.record(process, request, { call: () => call(client), read });
  }
}

const READS = {
  payin: (client, id) => client.getPayin(id),
  payout: (client, id) => client.getPayout(id),
  refund: (client, id) => client.getRefund(id),
} satisfies Record<OrderKind, (client: OrdersClient, id: string) => Promise<Result<Order>>>;

function readOf(kind: OrderKind, order: Order): Shown {
  const { reference_id: reference = '' } = order;
  return { request: { kind: 'read', reference }, seen: seenOrder(kind, order) };
}

function seenOrder(kind: OrderKind, order: Order): SeenOrder {
  const { id, status, amount, currency } = order;
  const total = 'total' in order ? (order.total ?? amount) : amount;
  const credit = currency === CURRENCY ? toMinor(total) : 0;
  return {
    id,
    status,
    amountMinor: toMinor(amount),
    creditMinor: kind === 'payin' ? credit : -credit,
  };
}

function totalMinor(balances: readonly Balance[]): number {
  const gates = balances.find(({ currency }) => currency === CURRENCY)?.gate_balances ?? [];
  return gates.reduce((sum, { total_balance: total }) => sum + toMinor(total), 0);
}

function toMinor(amount: number): number {
  return Math.round(amount * 100);
}
