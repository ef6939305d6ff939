/** Behaviour that payins of all sources share: limits, webhooks, the document of the interface, clocks. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import { TRANSFER_SOURCES } from '#domain/order/payment-source.ts';
import type { NewGateMethod } from '#service/platform/database/schema.ts';
import type { TransferSource } from '#service/acquirers/port.ts';
import { faultsOf } from '../../../packages/tollgate/conformance/check-answer.ts';
import { addMethod } from '../../support/database/seeds/methods.ts';
import { ordersIn, startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { createdPayin, payinBody, payinWhen } from '../../support/orders/orders.ts';
import { bank, begin, beginBody, createdTransfer } from '../../support/orders/transfers.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { frozenClock, movedClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const HOUR_SECONDS = 3_600;
const HOUR_MS = HOUR_SECONDS * 1_000;
const DECLINES_PER_HOUR = 3;

const clock = movedClock();
let running: RunningService;
let receiver: Receiver;
/** A method for each source. */
let methods: Record<TransferSource, string>;

beforeAll(async () => {
  receiver = await startReceiver();
  running = await startService({
    now: clock.now,
    env: {
      CARD_DECLINES_PER_HOUR: String(DECLINES_PER_HOUR),
      ADDRESS_DECLINES_PER_HOUR: String(DECLINES_PER_HOUR),
    },
  });
  methods = {
    P2P: await methodBy('P2P'),
    CRYPTO: await methodBy('CRYPTO'),
    PHONE: await methodBy('PHONE'),
    PIX: await methodBy('PIX'),
    BLIK: await methodBy('BLIK'),
  };
});
afterAll(async () => {
  await running.close();
  await receiver.close();
});

function methodBy(payment_source: TransferSource, changes: Partial<NewGateMethod> = {}) {
  const name = `by ${payment_source} ${randomUUID().slice(0, 8)}`;
  return addMethod(running, { method: { name, payment_source, ...changes } });
}

type Changes = NonNullable<Parameters<typeof createdPayin>[1]>;

async function created(source: TransferSource, changes: Changes = {}) {
  const merchant_gate_method_id = methods[source];
  return createdPayin(running, { merchant_gate_method_id, amount: 100, ...changes });
}

async function waiting(source: TransferSource, changes: Changes = {}): Promise<PayinOrder> {
  const { id } = await created(source, changes);
  const begun = await begin(running, id, beginBody(source));
  if (!begun.ok) throw new Error(`It was not begun: ${JSON.stringify(begun.problem)}`);
  return payinWhen(running, id, 'PROCESS_PENDING');
}

const SENT: ReadonlySet<TransferSource> = new Set(['P2P', 'CRYPTO', 'PIX']);

async function pay(source: TransferSource, id: string): Promise<PayinOrder> {
  await bank(running, id, SENT.has(source) ? 'exact' : 'approve');
  // Long enough for the network's confirmations.
  clock.advance(3_000);
  return payinWhen(running, id, 'SUCCESS');
}

async function paid(source: TransferSource, changes: Changes = {}): Promise<PayinOrder> {
  const { id } = await waiting(source, changes);
  return pay(source, id);
}

describe.each(TRANSFER_SOURCES)('a payin by %s', (source) => {
  it('is refused for a payer declined as often as an hour allows', async () => {
    clock.advance(2 * HOUR_SECONDS * 1_000);
    const beginFrom = async (amount: number) => {
      const { id } = await created(source, { amount });
      const address = `2001:db8:${TRANSFER_SOURCES.indexOf(source) + 1}::1`;
      clock.advance(1_000);
      await begin(running, id, bodyOf(source), { 'X-Payer-Address': address });
      return id;
    };
    for (let decline = 0; decline < DECLINES_PER_HOUR; decline += 1) {
      const id = await beginFrom(101.02);
      await payinWhen(running, id, ({ provider_error_message: said }) => said !== undefined);
    }
    const id = await beginFrom(50);
    const order = await payinWhen(running, id, 'FAILED');
    expect(order).toMatchObject({ resolution_code: 'BLACKLISTED_INPUT_DATA' });
    clock.advance(2 * HOUR_SECONDS * 1_000);
  });

  it('is in the webhook as the order is read, with how it was paid', async () => {
    const order = await paid(source, { callback_url: receiver.url });
    const told = () => receiver.received.flatMap(ordersIn).find((each) => isOf(each, order.id));
    await expect.poll(told, { timeout: PATIENCE_MS }).toMatchObject({
      id: order.id,
      status: 'SUCCESS',
      payment_source: source,
    });
    const { payment_method_data: data } = order;
    expect(told()).toMatchObject(data === undefined ? {} : { payment_method_data: data });
    expect(Object.keys(data ?? {}).toSorted()).toEqual(DATA_OF[source]);
  });

  it('matches the OpenAPI document when created, awaited and paid', async () => {
    const faults: string[] = [];
    const read: string[] = [];
    const client = running.clientFor({
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        const { pathname, search } = new URL(url instanceof Request ? url.url : url);
        const text = await answer.clone().text();
        const described = {
          method: init?.method ?? 'GET',
          path: pathname + search,
          body: init?.body instanceof Uint8Array ? init.body : new Uint8Array(),
          status: answer.status,
          contentType: answer.headers.get('content-type') ?? undefined,
          text,
        };
        faults.push(...faultsOf(described));
        read.push(text);
        return answer;
      },
    });
    const reads = async (id: string, status: string) => {
      expect(await client.getPayin(id)).toMatchObject({
        ok: true,
        value: { payment_source: source, status },
      });
    };
    const body = { ...payinBody(running), merchant_gate_method_id: methods[source], amount: 100 };
    const made = await client.createPayin({ ...body, reference_id: randomUUID() });
    const id = made.ok ? made.value.id : '';
    await reads(id, 'CREATED');
    await begin(running, id, beginBody(source));
    await payinWhen(running, id, 'PROCESS_PENDING');
    await reads(id, 'PROCESS_PENDING');
    await pay(source, id);
    await reads(id, 'SUCCESS');
    expect(read).toHaveLength(4);
    expect(faults).toEqual([]);
  });
});

describe('time', () => {
  const time = frozenClock();
  let own: RunningService;

  beforeAll(async () => {
    own = await startService({ now: time.now });
  });
  afterAll(() => own.close());

  it('that passes while payins are under way ends pending ones, and closes unpaid ones', async () => {
    const begun = async (source: TransferSource, amount: number) => {
      const order = await createdTransfer(own, source, { amount });
      await begin(own, order.id, beginBody(source));
      return order;
    };
    const all = await Promise.all(
      TRANSFER_SOURCES.map(async (source) => ({
        soon: await begun(source, 102.07),
        refused: await begun(source, 103.07),
        left: await begun(source, 50),
      })),
    );
    time.advance(60_000);
    for (const { soon, refused, left } of all) {
      await payinWhen(own, soon.id, 'SUCCESS');
      await payinWhen(own, refused.id, 'CREATED');
      expect(await payinWhen(own, left.id, () => true)).toMatchObject({
        status: 'PROCESS_PENDING',
      });
    }
    time.advance(3 * HOUR_MS);
    for (const { refused, left } of all) {
      for (const { id } of [refused, left]) await payinWhen(own, id, 'CLOSED');
    }
  });
});

/** Returns a body that identifies the same payer. Payers of the other sources are known only by address. */
function bodyOf(source: TransferSource) {
  if (source === 'PHONE') return { source, phone: '+351910000001' } as const;
  if (source === 'PIX') return { source, cpf: '11144477735' } as const;
  return beginBody(source);
}

const DATA_OF: Readonly<Record<TransferSource, readonly string[]>> = {
  P2P: ['iban'],
  CRYPTO: [],
  PHONE: [],
  PIX: ['cpf', 'pix_key'],
  BLIK: [],
};

function isOf(order: unknown, id: string): boolean {
  return z.object({ id: z.string() }).loose().parse(order).id === id;
}
