/** Behaviour that payins of all sources share: fees, limits, lists, reports, clocks. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import { TRANSFER_SOURCES } from '#domain/order/payment-source.ts';
import { eraseEndedOrdersOf } from '#service/orders/erasure.ts';
import type { NewGateMethod } from '#service/platform/database/schema.ts';
import type { TransferSource } from '#service/acquirers/port.ts';
import { faultsOf } from '../../../packages/tollgate/conformance/check-answer.ts';
import { addMethod } from '../../support/database/seeds/methods.ts';
import { ordersIn, startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { createdPayin, payinBody, payinWhen } from '../../support/orders/orders.ts';
import {
  bank,
  begin,
  beginBody,
  checkoutOf,
  createdTransfer,
} from '../../support/orders/transfers.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { frozenClock, movedClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { dumpRows, tracesIn, tracesOf } from '../../support/traces.ts';

const DAY_MS = 86_400_000;
const HOUR_SECONDS = 3_600;
const HOUR_MS = HOUR_SECONDS * 1_000;
const DECLINES_PER_HOUR = 3;

const clock = movedClock();
let running: RunningService;
let receiver: Receiver;
/** A method for each source, similar to card_eur: fees of 2.9 % and 0.30, 5 % rolling, two days of hold. */
let methods: Record<TransferSource, string>;

beforeAll(async () => {
  receiver = await startReceiver();
  running = await startService({
    now: clock.now,
    env: {
      ROLLING_RELEASE_DAYS: '30',
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

async function accountOf(methodId: string) {
  return running.db
    .selectFrom('gate_accounts')
    .innerJoin('gate_methods', 'gate_methods.gate_id', 'gate_accounts.gate_id')
    .select(['available_minor', 'hold_minor', 'rolling_minor'])
    .where('gate_methods.id', '=', methodId)
    .executeTakeFirstOrThrow();
}

describe.each(TRANSFER_SOURCES)('a payin by %s', (source) => {
  it('takes fees, keeps hold and rolling reserve, and releases them when due', async () => {
    const method = await methodBy(source);
    await paid(source, { merchant_gate_method_id: method });
    expect(await accountOf(method)).toEqual({
      available_minor: 0n,
      hold_minor: 9_196n,
      rolling_minor: 484n,
    });
    const account = () => accountOf(method);
    const released = (amounts: object) =>
      expect.poll(account, { timeout: PATIENCE_MS }).toMatchObject(amounts);
    clock.advance(2 * DAY_MS);
    await released({ available_minor: 9_196n, hold_minor: 0n, rolling_minor: 484n });
    clock.advance(30 * DAY_MS);
    await released({ available_minor: 9_680n, rolling_minor: 0n });
    expect((await running.operator('ledger check')).body).toMatchObject({ ok: true, findings: [] });
  });

  it("is converted: the payer pays the acquirer's currency, and the merchant is credited in its own", async () => {
    const method = await methodBy(source, {
      currency: 'KZT',
      payment_method_currency: 'EUR',
      conversion_rate: '0.0105',
      fee_max_minor: null,
    });
    const order = await waiting(source, {
      merchant_gate_method_id: method,
      currency: 'KZT',
      amount: 4_000,
    });
    expect(order).toMatchObject({ payment_method_amount: 42, payment_method_currency: 'EUR' });
    expect(await bank(running, order.id, 'refuse')).toMatchObject({ amount: '42.00' });
    clock.advance(1_000);
    await begin(running, order.id, beginBody(source));
    await pay(source, order.id);
    const { hold_minor: hold, rolling_minor: rolling } = await accountOf(method);
    // Less the fee of 2.9 % and 0.30 KZT.
    expect(hold + rolling).toBe(388_370n);
  });

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

  it('is closed if it is never begun, or never paid', async () => {
    const never = await created(source);
    const begun = await waiting(source);
    clock.advance(HOUR_SECONDS * 1_000);
    for (const { id } of [never, begun]) {
      const order = await payinWhen(running, id, 'CLOSED');
      expect(order).toMatchObject({ resolution_message: 'The waiting time was exceeded.' });
    }
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

  it('can have its customer and payer erased once it has ended', async () => {
    const email = `${source}@erased.example`.toLowerCase();
    const at = TRANSFER_SOURCES.indexOf(source);
    const customer = {
      email,
      first_name: `Quillon${NAMES[at] ?? ''}`,
      phone: `+4915551${String(at)}34711`,
    };
    const order = await paid(source, { customer, callback_url: receiver.url });
    const webhook = () =>
      running.db
        .selectFrom('webhook_events')
        .select('state')
        .where('group_id', '=', order.id)
        .executeTakeFirst();
    await expect.poll(webhook, { timeout: PATIENCE_MS }).toEqual({ state: 'delivered' });
    await eraseEndedOrdersOf(running.context, email);
    const erased = await payinWhen(running, order.id, () => true);
    expect(erased.payment_method_data).toBeUndefined();
    const rows = Buffer.from(await dumpRows(running.db));
    expect(tracesIn(rows, tracesOf(Object.values(customer)))).toEqual([]);
    expect((await checkoutOf(running, order.id)).order).toMatchObject({ status: 'SUCCESS' });
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

const NAMES = ['ada', 'bob', 'cay', 'dan', 'eve'];

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
