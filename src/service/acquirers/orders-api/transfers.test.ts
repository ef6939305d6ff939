import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startStandIn, type StandInAnswer } from '../../../../tests/support/acquirers/stand-in.ts';
import type { Listening } from '../../../../tests/support/network/listen.ts';
import {
  newTransfer,
  TRANSFER_INPUTS,
} from '../../../../tests/service/acquirers/conformance/transfer-rig.ts';
import { ContradictionError, type Acquirer, type NewTransfer } from '../port.ts';
import { ordersApiAdapter } from './adapter.ts';

const METHOD = randomUUID();
const SECRETS = { api_key_id: 'key', webhook_secret: 'whsec_YQ==' };
const TOLERANCE_SECONDS = 300;

let acquirer: Listening;
let answer: (request: { method: string; reference: string }) => StandInAnswer;
let requests: string[] = [];
let clock = new Date('2026-11-26T12:00:00Z');

beforeAll(async () => {
  acquirer = await startStandIn(({ method, path, body }) => {
    requests.push(`${method} ${path}`);
    const { reference_id: made } = (body === '' ? {} : JSON.parse(body)) as {
      reference_id?: string;
    };
    const asked = new URL(path, 'http://acquirer.test').searchParams.get('reference_id');
    return answer({ method, reference: made ?? asked ?? '' });
  });
});
beforeEach(() => {
  requests = [];
  clock = new Date('2026-11-26T12:00:00Z');
});
afterAll(() => acquirer.close());

const ORDER = {
  id: randomUUID(),
  status: 'CREATED',
  payment_source: 'PIX',
  currency: 'USD',
  amount: 12.5,
  pay_url: 'https://pay.test/pay/1',
};

function answers(changes: object, status = 200): void {
  answer = ({ method, reference }) => {
    const order = { ...ORDER, ...(reference !== '' && { reference_id: reference }), ...changes };
    return { status, body: method === 'GET' && reference !== '' ? [order] : order };
  };
}

async function open(secret = 'tg_test_x'): Promise<Acquirer> {
  return ordersApiAdapter.connect(
    {
      settings: {
        base_url: acquirer.baseUrl,
        transfer_methods: { PIX: { USD: METHOD } },
        signature_tolerance_seconds: TOLERANCE_SECONDS,
      },
      credentials: { ...SECRETS, api_secret: secret },
    },
    { now: () => clock, notificationUrl: 'https://pay.test/notifications' },
  );
}

async function trialOf(overrides: Partial<NewTransfer> = {}, secret?: string) {
  const sources = {
    PIX: { currency: 'USD', input: TRANSFER_INPUTS.PIX, instructions: 'redirect' },
  } as const;
  return newTransfer({ acquirer: await open(secret), transfers: { sources } }, 'PIX', overrides);
}

describe("the acquirer's order", () => {
  it('that is CLOSED later makes the payment abandoned', async () => {
    answers({});
    const trial = await trialOf();
    await trial.begin();
    expect(trial.known().reference).toBe(ORDER.id);
    answers({ status: 'CLOSED' });
    expect(await trial.findOutcome()).toEqual({ outcome: 'abandoned' });
    expect(await trial.giveUp()).toEqual({ outcome: 'abandoned' });
  });

  it('provides only the payer data that fits the interface', async () => {
    answers({
      status: 'SUCCESS',
      payment_method_data: {
        pix_key: 'ada@bank.test',
        cpf: '52998224725',
        iban: '<b>DE00</b>',
        bank_id: 'x'.repeat(10_000),
      },
    });
    const payer = { pixKey: 'ada@bank.test', cpf: '52998224725' };
    expect(await (await trialOf()).begin()).toMatchObject({ outcome: 'approved', payer });
  });

  it.each([
    [{ reference_id: 'another' }],
    [{ amount: 12.49 }],
    [{ currency: 'EUR' }],
    [{ payment_source: 'CARD' }],
  ])('is a contradiction if it does not match the request: %j', async (changes) => {
    answers(changes);
    await expect((await trialOf()).begin()).rejects.toThrow(ContradictionError);
  });
});

describe("the acquirer's pay_url", () => {
  it.each([
    ['javascript:alert(1)'],
    ['data:text/html,<h1>Pay</h1>'],
    ['//pay.test/1'],
    ['https:///pay.test'],
    [''],
    ['https://pay.test/a b'],
    [`https://pay.test/${'x'.repeat(10_000)}`],
    [`https://pay.test/${'\u202E'.repeat(700)}`],
  ])('is refused if it is not a web address or is too long: %.40s', async (payUrl) => {
    answers({ pay_url: payUrl });
    await expect((await trialOf()).begin()).rejects.toThrow('no address');
  });

  it.each([
    ['https://pay.test/\u202Etxt.exe', 'https://pay.test/%E2%80%AEtxt.exe'],
    ['https://pay.test/<script>"x"', 'https://pay.test/%3Cscript%3E%22x%22'],
    ['HTTPS://PAY.test/1', 'https://pay.test/1'],
  ])('is normalized by a URL parser: %s', async (payUrl, url) => {
    answers({ pay_url: payUrl });
    const instructions = { kind: 'redirect', url };
    expect(await (await trialOf()).begin()).toMatchObject({ outcome: 'waiting', instructions });
  });

  it('may use plain http on a test terminal only', async () => {
    answers({ pay_url: 'http://pay.test/1' });
    expect(await (await trialOf()).begin()).toMatchObject({ outcome: 'waiting' });
    await expect((await trialOf({}, 'tg_live_x')).begin()).rejects.toThrow('over http');
  });
});

describe('a payment through the acquirer', () => {
  it('is not taken, without a request, if the terminal names no method for it', async () => {
    const answered = await (await trialOf({ currency: 'EUR' })).begin();
    expect(answered).toEqual({ outcome: 'not_taken', cause: 'request_refused' });
    expect(requests).toEqual([]);
  });

  it('is found by its reference after a lost answer', async () => {
    answers({}, 500);
    const trial = await trialOf();
    await expect(trial.begin()).rejects.toThrow();
    answers({});
    expect(await trial.findOutcome()).toMatchObject({ outcome: 'waiting', reference: ORDER.id });
    expect(trial.known().reference).toBe(ORDER.id);
  });

  it('is never_seen only once its request is too old for the acquirer to accept', async () => {
    answers({}, 500);
    const trial = await trialOf();
    await expect(trial.begin()).rejects.toThrow();
    answer = () => ({ status: 200, body: [] });
    const waitMs = 2 * TOLERANCE_SECONDS * 1_000;
    clock = new Date(clock.getTime() + waitMs - 1);
    await expect(trial.findOutcome()).rejects.toThrow('may still take');
    clock = new Date(clock.getTime() + 1);
    expect(await trial.findOutcome()).toEqual({ outcome: 'never_seen' });
    answers({ status: 'SUCCESS' });
    expect(await trial.findOutcome()).toEqual({ outcome: 'never_seen' });
  });

  it('sends the acquirer the telephone number that the payer typed', async () => {
    const bodies: string[] = [];
    const listening = await startStandIn(({ body }) => {
      bodies.push(body);
      return { status: 500, body: {} };
    });
    const acquirer = await ordersApiAdapter.connect(
      {
        settings: { base_url: listening.baseUrl, transfer_methods: { PHONE: { EUR: METHOD } } },
        credentials: { ...SECRETS, api_secret: 'tg_test_x' },
      },
      { now: () => clock, notificationUrl: 'https://pay.test/notifications' },
    );
    const sources = {
      PHONE: { currency: 'EUR', input: TRANSFER_INPUTS.PHONE, instructions: 'redirect' },
    } as const;
    const trial = newTransfer({ acquirer, transfers: { sources } }, 'PHONE');
    await expect(trial.begin()).rejects.toThrow();
    await listening.close();
    expect(JSON.parse(bodies[0] ?? '{}')).toMatchObject({
      customer: { email: 'ada@shop.test', phone: '+351912345678' },
      merchant_gate_method_id: METHOD,
    });
  });
});
