import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSandboxFile } from '#service/sandbox/keys-file.ts';
import { seedSandbox } from '#service/sandbox/seed.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

let running: RunningService;
let publicUrl = 'http://pay.test';

beforeAll(async () => {
  running = await startService();
});
afterAll(() => running.close());

/** Seeds an existing sandbox again, as a restart does. */
async function restart(url = publicUrl): Promise<void> {
  publicUrl = url;
  await seedSandbox(running.context, { dataDirectory: running.dataDirectory, publicUrl });
}

async function addresses() {
  return running.db
    .selectFrom('merchants')
    .select(['payin_webhook_url as payin', 'payout_webhook_url as payout'])
    .select('refund_webhook_url as refund')
    .where('id', '=', running.sandbox.merchant_id)
    .executeTakeFirstOrThrow();
}

function configure(input: object) {
  return running.operator('webhooks configure', {
    merchant: running.sandbox.merchant_id,
    ...input,
  });
}

it('a new sandbox sends its webhooks to its shop', async () => {
  const shop = `${publicUrl}/shop/webhooks`;
  expect(await addresses()).toEqual({ payin: shop, payout: shop, refund: shop });
});

it('when the shop moves with PUBLIC_URL, its webhooks move too', async () => {
  await restart('http://moved.test');
  const shop = 'http://moved.test/shop/webhooks';
  expect(await addresses()).toEqual({ payin: shop, payout: shop, refund: shop });
  expect((await readSandboxFile(running.dataDirectory))?.base_url).toBe('http://moved.test');
});

it('a restart keeps configured addresses, including none', async () => {
  await configure({ payin_url: 'http://127.0.0.1:9/hooks', payout_url: null });
  await restart();
  await restart('http://moved-again.test');
  expect(await addresses()).toEqual({
    payin: 'http://127.0.0.1:9/hooks',
    payout: null,
    refund: 'http://moved-again.test/shop/webhooks',
  });
});
