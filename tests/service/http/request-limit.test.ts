import { describe, expect, it } from 'vitest';
import { payinBody } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests({ env: { REQUESTS_PER_MINUTE: '3' } });

describe('a key that exceeds its rate limit', () => {
  it('gets 429 with the time to wait, and no order is created', async () => {
    for (let sent = 0; sent < 3; sent += 1) {
      expect(await running.client.getBalances()).toMatchObject({ ok: true });
    }
    const refused = await running.client.createPayin(payinBody(running));
    expect(refused).toMatchObject({
      ok: false,
      status: 429,
      problem: { resolution_code: 'ACCESS_DENIED' },
    });
    expect(!refused.ok && refused.retryAfterSeconds).toBeGreaterThan(0);
    expect(await running.db.selectFrom('payins').select('id').execute()).toEqual([]);
  });

  it('does not limit other keys', async () => {
    const { api_key_id: apiKeyId, api_secret: apiSecret } = running.sandbox.other_merchant;
    const other = running.clientFor({ apiKeyId, apiSecret });
    expect(await other.getBalances()).toMatchObject({ ok: true });
  });

  it('cannot be exhausted by a caller who knows only its id', async () => {
    const { api_key_id: apiKeyId, api_secret: apiSecret } = running.sandbox.other_merchant;
    const stranger = running.clientFor({ apiKeyId, apiSecret: 'guessed' });
    for (let sent = 0; sent < 4; sent += 1) {
      expect(await stranger.getBalances()).toMatchObject({ ok: false, status: 401 });
    }
    const owner = running.clientFor({ apiKeyId, apiSecret });
    expect(await owner.getBalances()).toMatchObject({ ok: true });
  });
});
