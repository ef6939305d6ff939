// @module-tag pglite-only
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OrdersClient } from '#contract/client/client.ts';
import { valueIn } from '#contract/client/result.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { sandboxIn, sandboxClient } from '../../support/process/sandbox.ts';
import {
  cardDataBody,
  CARD_DATA_PATH,
  createPayin,
  payinWhen,
  payWith,
  readPayin,
} from '../../../packages/tollgate/conformance/orders.ts';
import { send } from '../../../packages/tollgate/conformance/send.ts';
import { targetAt, type Target } from '../../../packages/tollgate/conformance/target.ts';
import { adyenRig } from './conformance/adyen-rig.ts';
import { networkOf, type AcquirerRig } from './conformance/rig.ts';
import type { SentNotification } from '../../support/acquirers/stand-in.ts';
import { stripeRig } from './conformance/stripe-rig.ts';
import { newServiceData, type ServiceData } from '../../support/database/seeds/service-data.ts';
import { operate } from '../../support/process/operate.ts';
import { startedServer, type ServerProcess } from '../../support/process/program.ts';
import { until } from '../../support/until.ts';

const MERCHANT = 'Paper & Pen';
const NAMES = ['adyen', 'stripe'] as const;
type Name = (typeof NAMES)[number];

/** The phase of a payment in which the process is killed. */
type Phase = 'before the card arrives' | 'after it is taken' | 'while the challenge is open';
let data: ServiceData;
let server: ServerProcess;
let target: Target;
let merchant: OrdersClient;
let rigs: Record<Name, AcquirerRig>;
let methods: Record<Name, string>;
const orders = new Map<string, string>();
const terminalIds = new Map<string, string>();

function orderOf(name: Name, phase: Phase) {
  return orders.get(`${name} ${phase}`) ?? '';
}

beforeAll(async () => {
  data = await newServiceData();
  rigs = { adyen: await adyenRig(), stripe: await stripeRig() };
  await start();
  methods = await apply();
  for (const name of NAMES) await payInEveryPhase(name, methods[name]);
  await server.stop('SIGKILL');
  for (const name of NAMES) await networkOf(rigs[name]).proxy.heal();
  await start();
});
afterAll(async () => {
  await server.stop('SIGKILL');
  for (const rig of Object.values(rigs)) await rig.close();
  await data.remove();
});

async function start(): Promise<void> {
  server = await startedServer({
    DATA_DIR: data.directory,
    ...(data.databaseUrl && { DATABASE_URL: data.databaseUrl }),
  });
  const sandbox = await sandboxIn(data.directory);
  target = targetAt(server.baseUrl, sandbox);
  merchant = sandboxClient(server.baseUrl, sandbox);
}

async function command(name: string, input: object) {
  const { operatorUrl } = server;
  const { status, body } = await operate(
    { operatorUrl, dataDirectory: data.directory },
    name,
    input,
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

const applied = z.object({
  terminals: z.record(z.string(), z.uuid()),
  merchants: z.object({
    [MERCHANT]: z.object({
      gates: z.object({
        acquirers: z.object({ methods: z.object({ adyen: z.uuid(), stripe: z.uuid() }) }),
      }),
    }),
  }),
});

async function apply(): Promise<Record<Name, string>> {
  const described = NAMES.map((name) => ({
    name,
    direction: 'payin',
    payment_source: 'CARD',
    currency: 'EUR',
    amount_min: '1.00',
    amount_max: '1000.00',
    waiting_seconds: 1_800,
    routes: [{ terminal: name, priority: 1 }],
  }));
  const gates = [{ name: 'acquirers', accounts: ['EUR'], methods: described }];
  const deployment = {
    terminals: NAMES.map((name) => ({ name, adapter: name, ...rigs[name].terminal })),
    merchants: [{ name: MERCHANT, gates }],
  };
  const made = applied.parse(await command('apply', { deployment }));
  for (const [name, id] of Object.entries(made.terminals)) terminalIds.set(name, id);
  return made.merchants[MERCHANT].gates.acquirers.methods;
}

/** Leaves an order in each phase. The acquirer's answer never arrives for those that it took. */
async function payInEveryPhase(name: Name, methodId: string): Promise<void> {
  const { cards } = rigs[name];
  const { proxy, charging } = networkOf(rigs[name]);
  const create = async (phase: Phase) => {
    const { id } = await createPayin(target, { merchant_gate_method_id: methodId });
    orders.set(`${name} ${phase}`, id);
    return id;
  };
  const challenged = await payWith(
    target,
    await create('while the challenge is open'),
    cards.challenge,
  );
  expect(challenged).toMatchObject({ status: 'PROCESS_PENDING' });
  for (const [phase, accepted] of [
    ['after it is taken', true],
    ['before the card arrives', false],
  ] as const) {
    await proxy.break({ does: 'silence', accepted }, charging);
    const charged = () => proxy.requests.filter((line) => charging.test(line)).length;
    const before = charged();
    const body = cardDataBody(await create(phase), { card_number: cards.approved });
    void send(target, { path: CARD_DATA_PATH, body }).catch(() => undefined);
    await until(
      charged,
      (calls) => calls > before,
      () => `no further call of ${name} to charge a card`,
    );
    if (accepted) await taken(name, phase);
  }
}

const story = z.object({
  attempts: z.array(z.object({ id: z.uuid() })),
});

async function attemptOf(name: Name, phase: Phase): Promise<string> {
  return attemptOfOrder(orderOf(name, phase));
}

async function attemptOfOrder(order: string): Promise<string> {
  const { attempts } = story.parse(await command('orders show', { order }));
  return attempts.at(-1)?.id ?? '';
}

/** Waits until the acquirer has the money. */
async function taken(name: Name, phase: Phase): Promise<void> {
  const attemptId = await attemptOf(name, phase);
  await until(
    () => rigs[name].taken(attemptId),
    (amountMinor) => amountMinor > 0n,
    () => `${name} has taken nothing of attempt ${attemptId}`,
  );
}

function notify(name: Name, { headers, body }: SentNotification): Promise<Response> {
  const url = `${server.baseUrl}/api/v1/notifications/${terminalIds.get(name) ?? ''}`;
  return fetch(url, { method: 'POST', headers, body });
}

/** Delivers an attempt's notifications to the service until the order is as expected. */
async function endsAs(name: Name, phase: Phase, ...statuses: string[]) {
  const id = orderOf(name, phase);
  const attemptId = await attemptOf(name, phase);
  const notifyAndRead = async () => {
    for (const sent of await rigs[name].notifications(attemptId)) await notify(name, sent);
    return readPayin(target, id);
  };
  const { status } = await until(
    notifyAndRead,
    (order) => statuses.includes(order.status),
    (order) => `payin ${id} is ${order.status}`,
  );
  return { status, taken: await rigs[name].taken(attemptId) };
}

describe('a process that is killed', () => {
  it.each(NAMES)(
    'during a challenge at %s accepts its answer after the next start',
    async (name) => {
      const phase = 'while the challenge is open';
      const issued = z
        .object({ api_key_id: z.uuid(), api_secret: z.string() })
        .parse(await command('keys issue-page', {}));
      const page = new OrdersClient({
        baseUrl: server.baseUrl,
        apiKeyId: issued.api_key_id,
        apiSecret: issued.api_secret,
      });
      const id = orderOf(name, phase);
      const { pay_url: challengeUrl } = await readPayin(target, id);
      const members = await rigs[name].answerChallenge(challengeUrl ?? '', 'approve');
      const body = { members };
      await page.call(ENDPOINTS.completeChallenge, { params: { id }, body });
      expect(await endsAs(name, phase, 'SUCCESS')).toEqual({ status: 'SUCCESS', taken: 1_250n });
    },
  );

  it('before the card reaches Stripe finds that it never will', async () => {
    const ended = await endsAs('stripe', 'before the card arrives', 'CREATED');
    expect(ended).toEqual({ status: 'CREATED', taken: 0n });
  });

  it('after Stripe has taken the money finds the payment', async () => {
    const ended = await endsAs('stripe', 'after it is taken', 'SUCCESS');
    expect(ended).toEqual({ status: 'SUCCESS', taken: 1_250n });
  });

  it('after Adyen has taken the money requests a cancellation, and ends as Adyen reports', async () => {
    const ended = await endsAs('adyen', 'after it is taken', 'CREATED', 'SUCCESS');
    expect(ended).toEqual(
      ended.status === 'SUCCESS'
        ? { status: 'SUCCESS', taken: 1_250n }
        : { status: 'CREATED', taken: 0n },
    );
  });

  it('before the card reaches Adyen never reports it as paid', async () => {
    const order = await payinWhen(
      target,
      orderOf('adyen', 'before the card arrives'),
      'PROCESS_PENDING',
    );
    expect(order.status).toBe('PROCESS_PENDING');
    expect(await rigs.adyen.taken(await attemptOf('adyen', 'before the card arrives'))).toBe(0n);
  });

  it('while it receives disputes takes each event once', async () => {
    const told: { name: Name; sent: SentNotification }[] = [];
    const payins = new Map<Name, string>();
    for (const name of NAMES) {
      const { id } = await createPayin(target, { merchant_gate_method_id: methods[name] });
      const paid = await payWith(target, id, rigs[name].cards.approved);
      expect(paid).toMatchObject({ status: 'SUCCESS' });
      payins.set(name, id);
      const events = rigs[name].disputes?.(await attemptOfOrder(id)) ?? [];
      told.push(...events.map((sent) => ({ name, sent })));
    }
    // Kills it after it has answered none and some of them, with the others in any state.
    for (const answered of [0, 2]) {
      let answers = 0;
      const telling = told.map(async ({ name, sent }) => {
        await notify(name, sent).catch(() => undefined);
        answers += 1;
      });
      await until(
        () => answers,
        (count) => count >= answered,
        (count) => `${count} answers`,
      );
      await server.stop('SIGKILL');
      await Promise.all(telling);
      await start();
    }
    for (const { name, sent } of told) expect((await notify(name, sent)).status).toBe(200);
    for (const [name, payin_id] of payins) {
      const [dispute, ...others] = valueIn(await merchant.listDisputes({ payin_id })).content;
      expect(others).toEqual([]);
      const { status, history } = valueIn(await merchant.getDispute(dispute?.id ?? ''));
      const events = told.filter((event) => event.name === name).length;
      expect({ name, status, events: history?.length }).toEqual({ name, status: 'LOST', events });
    }
    expect(await command('ledger check', {})).toMatchObject({ ok: true, findings: [] });
  });
});
