import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adyenAdapter } from '#service/acquirers/adyen/adapter.ts';
import { ordersApiAdapter } from '#service/acquirers/orders-api/adapter.ts';
import { stripeAdapter } from '#service/acquirers/stripe/adapter.ts';
import { runTrials } from '#service/acquirers/trials/trials.ts';
import { adyenRig } from './conformance/adyen-rig.ts';
import { ordersApiRig } from './conformance/orders-api-rig.ts';
import { TOOLS, type AcquirerRig } from './conformance/rig.ts';
import { stripeRig } from './conformance/stripe-rig.ts';
import { movedClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const PAYMENT = "A payment by the acquirer's test card";

const ADAPTERS = { adyen: adyenAdapter, stripe: stripeAdapter, 'orders-api': ordersApiAdapter };

let upstream: RunningService;
let rigs: Record<keyof typeof ADAPTERS, AcquirerRig>;

beforeAll(async () => {
  const clock = movedClock();
  upstream = await startService({ now: clock.now });
  rigs = {
    adyen: await adyenRig(),
    stripe: await stripeRig(),
    'orders-api': await ordersApiRig(upstream, clock),
  };
});
afterAll(async () => {
  for (const rig of Object.values(rigs)) await rig.close();
  await upstream.close();
});

async function resultsOf(
  name: keyof typeof ADAPTERS,
  changes: { settings?: object; credentials?: object } = {},
) {
  const { settings, credentials } = rigs[name].terminal;
  return runTrials({
    adapter: ADAPTERS[name],
    currency: 'EUR',
    tools: TOOLS,
    settings: { ...Object(settings), ...changes.settings },
    credentials: { ...Object(credentials), ...changes.credentials },
  });
}

describe.each(['adyen', 'stripe', 'orders-api'] as const)('%s', (name) => {
  it('passes every trial possible with its acquirer', async () => {
    const results = await resultsOf(name);
    expect(results.filter(({ result }) => result === 'failed')).toEqual([]);
    expect(results.find(({ trial }) => trial.startsWith(PAYMENT))).toMatchObject({
      result: 'passed',
    });
  });
});

it('begins a payment of each further source that the terminal takes, and no other', async () => {
  const begun = async (name: keyof typeof ADAPTERS) =>
    (await resultsOf(name))
      .filter(({ trial }) => trial.endsWith(' is started, found and cancelled'))
      .map(({ trial, result }) => `${trial.split(' ')[3] ?? ''} ${result}`);
  expect(await begun('adyen')).toEqual(['PHONE passed']);
  expect(await begun('stripe')).toEqual([]);
  expect((await begun('orders-api')).toSorted()).toEqual([
    'BLIK passed',
    'CRYPTO left out',
    'P2P left out',
    'PHONE passed',
    'PIX left out',
  ]);
});

it('names the failed trial, without any data that was sent', async () => {
  const results = await resultsOf('adyen', { credentials: { api_key: 'another' } });
  expect(results[0]).toMatchObject({
    trial: 'The credentials are accepted',
    result: 'failed',
    said: 'The answer was credentials_refused, not good.',
  });
  expect(JSON.stringify(results)).not.toMatch(/41111111|another/);
});

it('pays by a test card only if the acquirer says that no money moves', async () => {
  const { requests } = rigs.adyen.network?.proxy ?? { requests: [] };
  const before = requests.length;
  const live = { environment: 'LIVE', live_prefix: 'acme' };
  const results = await resultsOf('adyen', { settings: live });
  expect(results.find(({ trial }) => trial.startsWith(PAYMENT))).toMatchObject({
    result: 'left out',
  });
  expect(requests.slice(before).join('\n')).not.toMatch(/v72\/payments$/m);
});

it('reports that an acquirer cannot be reached', async () => {
  const results = await resultsOf('adyen', { settings: { api_url: 'http://127.0.0.1:1' } });
  expect(results.filter(({ result }) => result === 'failed').length).toBeGreaterThan(1);
});

it('leaves out other credentials of a terminal that has none', async () => {
  const tried = await upstream.operator('terminals try', { terminal: 'sandbox' });
  expect(tried.status).toBe(200);
  expect(JSON.stringify(tried.body)).toContain('The terminal has no credentials.');
});
