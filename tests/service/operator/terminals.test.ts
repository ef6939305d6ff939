import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apply, upstream } from './deployment-file.ts';
import { createdPayin } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

beforeAll(async () => {
  // Nothing that listens there, if anything, is an acquirer.
  await apply(running, {
    terminals: [{ ...upstream, settings: { base_url: 'http://127.0.0.1:1' } }],
  });
});

describe('a terminal', () => {
  it('is listed, and shown without its secrets', async () => {
    expect(await running.operator('terminals list')).toMatchObject({
      body: {
        items: [
          { name: 'sandbox', adapter: 'sandbox', up: true, circuit: 'closed' },
          { name: 'upstream', adapter: 'orders-api', merchant: null, up: true },
        ],
      },
    });
    const { body } = await running.operator('terminals show', { terminal: 'upstream' });
    const { id, notification_url: address } = z
      .object({ id: z.uuid(), notification_url: z.string() })
      .parse(body);
    expect(address).toBe(`http://pay.test/api/v1/notifications/${id}`);
    expect(body).toMatchObject({ settings: { base_url: 'http://127.0.0.1:1' } });
    expect(JSON.stringify(body)).toMatch(/"api_secret":"fingerprint [0-9a-f]{12}"/);
    expect(JSON.stringify(body)).not.toContain(upstream.credentials.api_secret);
  });

  it('is checked by asking its acquirer', async () => {
    expect(await running.operator('terminals check', { terminal: 'sandbox' })).toEqual({
      status: 200,
      body: { done: true },
    });
    expect(await running.operator('terminals check', { terminal: 'upstream' })).toMatchObject({
      status: 409,
      body: {
        detail: 'The acquirer of upstream cannot be reached, or did not confirm the credentials.',
      },
    });
  });

  it('that is down gets no payments until it is up again', async () => {
    await running.operator('terminals down', { terminal: 'sandbox' });
    const unrouted = { status: 'FAILED', resolution_code: 'ORDER_CANNOT_BE_ROUTED' };
    expect(await createdPayin(running)).toMatchObject(unrouted);
    await running.operator('terminals up', { terminal: 'sandbox' });
    expect(await createdPayin(running)).toMatchObject({ status: 'CREATED' });
  });

  it.each(['nobody', randomUUID()])(
    'is found by its name or id, but not by %s',
    async (terminal) => {
      for (const verb of ['show', 'check', 'up', 'down']) {
        expect((await running.operator(`terminals ${verb}`, { terminal })).status).toBe(404);
      }
    },
  );
});
