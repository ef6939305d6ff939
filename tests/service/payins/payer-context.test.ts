import { expect, it, vi } from 'vitest';
import type { PayerContext } from '#service/acquirers/port.ts';
import { sandboxAcquirer } from '../../support/acquirers/acquirer-doubles.ts';
import { cardDataBody, createdPayin } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

/** Submits a card with a test's headers. @returns the answer, and the payer data sent to the acquirer */
async function submit(headers: Record<string, string>) {
  const { cards } = await sandboxAcquirer(running);
  const authorize = vi.spyOn(cards, 'authorize');
  const { id } = await createdPayin(running);
  const answer = await running.client.send({
    method: 'POST',
    path: '/api/v1/orders/payin/card-data',
    headers,
    body: new TextEncoder().encode(JSON.stringify(cardDataBody(id))),
  });
  if (!answer.ok) throw new Error('There was no answer');
  const payer: PayerContext | undefined = authorize.mock.lastCall?.[0].payer;
  authorize.mockRestore();
  const text = new TextDecoder().decode(answer.body);
  const problem: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: answer.status, problem, payer };
}

it("passes the payer's browser data to the acquirer", async () => {
  const { status, payer } = await submit({
    'X-Payer-Address': '2001:db8::7',
    'X-Payer-User-Agent': 'u'.repeat(512),
    'X-Payer-Accept': 'text/html',
    'X-Payer-Accept-Language': 'kk',
    'X-Payer-Script': 'false',
  });
  expect(status).toBe(200);
  expect(payer).toEqual({
    address: '2001:db8::7',
    userAgent: 'u'.repeat(512),
    accept: 'text/html',
    acceptLanguage: 'kk',
    script: false,
  });
});

it('accepts a card without any payer data', async () => {
  const { status, payer } = await submit({});
  expect(status).toBe(200);
  expect(payer).toMatchObject({ address: undefined, userAgent: undefined, script: true });
});

it.each([
  ['X-Payer-Address', 'the office', 'IPv4 or IPv6'],
  ['X-Payer-Address', '10.0.0.1, 10.0.0.2', 'IPv4 or IPv6'],
  ['X-Payer-User-Agent', 'u'.repeat(513), 'at most 512 characters'],
  ['X-Payer-Accept', 'a'.repeat(513), 'at most 512 characters'],
  ['X-Payer-Accept-Language', 'l'.repeat(513), 'at most 512 characters'],
  ['X-Payer-Script', 'yes', 'true, false'],
])('refuses a bad %s naming it, and asks no acquirer', async (name, value, why) => {
  const { status, problem, payer } = await submit({ [name]: value });
  expect(status).toBe(400);
  expect(problem).toMatchObject({ errors: [{ parameter: name }] });
  expect(JSON.stringify(problem)).toContain(why);
  expect(JSON.stringify(problem)).not.toContain(value);
  expect(payer).toBeUndefined();
});

it('logs no payer data', async () => {
  await submit({ 'X-Payer-User-Agent': 'Unheard-Of/7', 'X-Payer-Address': '203.0.113.77' });
  expect(running.logs()).not.toMatch(/Unheard-Of|203\.0\.113\.77/);
});
