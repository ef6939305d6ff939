import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CardAcquirer } from '#service/acquirers/port.ts';
import { newTrial, TOOLS } from './conformance/rig.ts';
import { newTransfer, TRANSFER_INPUTS } from './conformance/transfer-rig.ts';
import { SANDBOX_CARDS } from './conformance/sandbox-rig.ts';
import { startStandIn } from '../../support/acquirers/stand-in.ts';
import type { Listening } from '../../support/network/listen.ts';
import { startFaultProxy, type FaultProxy } from './conformance/fault-proxy.ts';
import { freePort } from '../../support/process/free-port.ts';
import { PROJECT } from '../../support/documents.ts';
import { examplepayAdapter } from './example/adapter.ts';
import { blikAcquirer } from './example/blik.ts';

const MOST_LINES = 90;

let standIn: Listening;
let proxy: FaultProxy;
let cards: CardAcquirer | undefined;
const transfers = new Map<string, string>();

const CARDS: Partial<Record<string, { status: string; reason?: string }>> = {
  '4000000000000002': { status: 'declined', reason: 'no funds' },
  '4000000000000077': { status: 'pending' },
};

beforeAll(async () => {
  const payments = new Map<string, { status: string; reason?: string }>();
  standIn = await startStandIn(({ method, path, headers, body }) => {
    if (headers.authorization !== 'Bearer secret') return { status: 401, body: {} };
    const id = path.split('/').at(-1) ?? '';
    if (path.startsWith('/transfers/')) {
      return { status: 200, body: { id, status: transferStatus(method, id) } };
    }
    if (method === 'DELETE' && !payments.has(id)) payments.set(id, { status: 'unknown' });
    const { number = '' } = method === 'PUT' ? (JSON.parse(body) as { number?: string }) : {};
    if (!payments.has(id)) payments.set(id, CARDS[number] ?? { status: 'paid' });
    return { status: 200, body: { id, ...payments.get(id) } };
  });
  proxy = await startFaultProxy(standIn.baseUrl);
  ({ cards } = await open(proxy.baseUrl));
});
afterAll(async () => {
  await proxy.close();
  await standIn.close();
});

function transferStatus(method: string, id: string): string {
  const status = transfers.get(id);
  if (method === 'DELETE' && status === 'waiting') transfers.set(id, 'closed');
  else if (status === undefined) transfers.set(id, method === 'PUT' ? 'waiting' : 'unknown');
  return transfers.get(id) ?? '';
}

function open(baseUrl: string) {
  return examplepayAdapter.connect(
    { settings: { base_url: baseUrl }, credentials: { token: 'secret' } },
    TOOLS,
  );
}

function trialOf(number: string) {
  const acquirer = {
    cards,
    payouts: undefined,
    transfers: undefined,
    refunds: undefined,
    readNotification: undefined,
    check: () => Promise.resolve('good' as const),
  };
  return newTrial({ acquirer, cards: { ...SANDBOX_CARDS, approved: number } });
}

describe('the example of an adapter', () => {
  it(`is complete in ${MOST_LINES} lines`, () => {
    const path = join(PROJECT, 'tests/service/acquirers/example/adapter.ts');
    expect(readFileSync(path, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  });

  it.each([
    ['4242424242424242', { outcome: 'approved' }],
    ['4000000000000002', { outcome: 'soft_decline', message: 'no funds' }],
    ['4000000000000077', { outcome: 'pending' }],
  ])("reports a card's outcome: %s", async (number, outcome) => {
    const trial = trialOf(number);
    expect(await trial.authorize()).toMatchObject(outcome);
    expect(await trial.findOutcome()).toMatchObject(outcome);
  });

  it('prevents a payment that it has reported as never seen', async () => {
    const trial = trialOf('4242424242424242');
    expect(await trial.findOutcome()).toEqual({ outcome: 'never_seen' });
    await expect(trial.authorize()).rejects.toThrow();
  });

  it('throws when an answer is lost, and finds the outcome', async () => {
    const trial = trialOf('4242424242424242');
    await proxy.break({ does: 'cut', accepted: true }, /^PUT/);
    await expect(trial.authorize()).rejects.toThrow();
    await proxy.heal();
    expect(await trial.findOutcome()).toMatchObject({ outcome: 'approved' });
  });

  it('takes nothing if the acquirer was not reached', async () => {
    ({ cards } = await open(`http://127.0.0.1:${await freePort()}`));
    expect(await trialOf('4242424242424242').authorize()).toMatchObject({ outcome: 'not_taken' });
    ({ cards } = await open(proxy.baseUrl));
  });
});

describe('the example of another source', () => {
  const begun = () => {
    const acquirer = {
      ...{ cards, payouts: undefined, refunds: undefined, readNotification: undefined },
      transfers: blikAcquirer(proxy.baseUrl, 'secret'),
      check: () => Promise.resolve('good' as const),
    };
    const sources = {
      BLIK: { currency: 'EUR', input: TRANSFER_INPUTS.BLIK, instructions: 'confirm' },
    } as const;
    return newTransfer({ acquirer, transfers: { sources } }, 'BLIK');
  };

  it('waits for the payer, and finds the outcome', async () => {
    const trial = begun();
    expect(await trial.begin()).toMatchObject({
      outcome: 'waiting',
      instructions: { kind: 'confirm', where: 'bank_app' },
    });
    transfers.set(trial.attempt.id, 'paid');
    expect(await trial.findOutcome()).toMatchObject({ outcome: 'approved' });
    expect(await trial.giveUp()).toMatchObject({ outcome: 'approved' });
  });

  it('abandons a payment for good', async () => {
    const trial = begun();
    await trial.begin();
    expect(await trial.giveUp()).toEqual({ outcome: 'abandoned' });
    await expect(trial.begin()).rejects.toThrow('given up');
  });

  it('begins no payment that it has reported as never seen', async () => {
    const trial = begun();
    expect(await trial.findOutcome()).toEqual({ outcome: 'never_seen' });
    await expect(trial.begin()).rejects.toThrow('given up');
  });

  it('throws when an answer is lost, and finds the outcome', async () => {
    const trial = begun();
    await proxy.break({ does: 'cut', accepted: true }, /^PUT/);
    await expect(trial.begin()).rejects.toThrow();
    await proxy.heal();
    expect(await trial.findOutcome()).toMatchObject({ outcome: 'waiting' });
  });
});
