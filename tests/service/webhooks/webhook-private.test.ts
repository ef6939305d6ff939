import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createdPayin, payinBody } from '../../support/orders/orders.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests({
  env: { WEBHOOK_ALLOW_PRIVATE: 'false', MASTER_KEY: randomBytes(32).toString('base64') },
  webhooks: { resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]) },
});

describe('if webhooks may not go to private addresses', () => {
  it.each([
    'http://127.0.0.1:9/',
    'http://0x7f.1/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/',
    'http://localhost/',
  ])('a callback_url of %s is refused naming its pointer', async (url) => {
    const result = await running.client.createPayin(payinBody(running, { callback_url: url }));
    expect(result).toMatchObject({
      ok: false,
      status: 400,
      problem: {
        resolution_code: 'VALIDATION_FAILED',
        errors: [{ pointer: '/callback_url', code: 'private_address' }],
      },
    });
  });

  it('a private callback_url is reported with the other violations', async () => {
    const body = payinBody(running, { callback_url: 'http://10.1/', amount: -1 });
    const result = await running.client.createPayin(body);
    const pointers = result.ok ? [] : result.problem?.errors?.map(({ pointer }) => pointer);
    expect(pointers?.toSorted()).toEqual(['/amount', '/callback_url']);
  });

  it('a public callback_url is accepted', async () => {
    await createdPayin(running, { callback_url: 'https://shop.example/webhooks' });
  });

  it("a merchant's private address is refused", async () => {
    const merchant = running.sandbox.merchant_id;
    const answer = await running.operator('webhooks configure', {
      merchant,
      payin_url: 'http://192.168.0.1/',
    });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('private address');
  });

  it('a name that resolves to a private address is not connected to', async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const { id } = await createdPayin(running, {
      amount: 999_999,
      callback_url: `http://inside.example:${port}/`,
    });
    const shown = async () =>
      JSON.stringify((await running.operator('webhooks list', { order: id })).body);
    await expect.poll(shown).toContain('private_address');
    expect(receiver.received).toHaveLength(0);
    await receiver.close();
  });
});
