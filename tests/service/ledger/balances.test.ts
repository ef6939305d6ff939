import { describe, expect, it } from 'vitest';
import {
  balances,
  gateBalance,
  cardDataBody,
  createdPayin,
  payinWhen,
} from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

async function pay(overrides: Parameters<typeof createdPayin>[1]): Promise<void> {
  const { id } = await createdPayin(running, overrides);
  await running.client.submitCardData(cardDataBody(id));
  const order = await payinWhen(running, id, 'SUCCESS');
  expect(order.status).toBe('SUCCESS');
}

describe('balances', () => {
  it("list every currency of the merchant's gates, with the sandbox's opening amounts", async () => {
    const all = await balances(running.client);
    expect(all.map(({ currency }) => currency)).toEqual(['USD', 'EUR', 'UAH', 'KZT', 'USDT_TRON']);
    expect(all.every(({ wallet_balance }) => wallet_balance === 0)).toBe(true);
    const amounts = { hold_balance: 0, rolling_balance: 0 };
    expect(await gateBalance(running.client, 'EUR')).toEqual({
      ...amounts,
      available_balance: 10_000,
      total_balance: 10_000,
    });
    expect(await gateBalance(running.client, 'USDT_TRON')).toEqual({
      ...amounts,
      available_balance: 500,
      total_balance: 500,
    });
  });

  it('are empty for a merchant without gates, although other merchants have some', async () => {
    const { api_key_id: apiKeyId, api_secret: apiSecret } = running.sandbox.other_merchant;
    expect(await balances(running.clientFor({ apiKeyId, apiSecret }))).toEqual([]);
  });

  it("are refused to the page's key", async () => {
    const { keyId: apiKeyId, secret: apiSecret } = running.service.pageKey;
    const page = running.clientFor({ apiKeyId, apiSecret });
    await expect(balances(page)).rejects.toThrow('The key does not allow this');
  });
});

describe('a payin that succeeds', () => {
  it('is credited less its fee, split into hold and rolling reserve, with nothing available yet', async () => {
    await pay({ method: 'card_eur', amount: 12.5 });
    expect(await gateBalance(running.client, 'EUR')).toEqual({
      available_balance: 10_000,
      hold_balance: 11.25,
      rolling_balance: 0.59,
      total_balance: 10_011.84,
    });
  });

  it('is available at once if nothing is held', async () => {
    await pay({ method: 'card_usd', currency: 'USD', amount: 7.77 });
    expect(await gateBalance(running.client, 'USD')).toMatchObject({
      available_balance: 7.77,
      total_balance: 7.77,
    });
  });

  it('is credited in its own currency if the acquirer charges another', async () => {
    await pay({ method: 'card_kzt', currency: 'KZT', amount: 5_000 });
    expect(await gateBalance(running.client, 'KZT')).toMatchObject({ available_balance: 5_000 });
    expect(await gateBalance(running.client, 'USD')).toMatchObject({ available_balance: 7.77 });
  });
});

it('a declined payin credits nothing', async () => {
  const before = await gateBalance(running.client, 'EUR');
  const { id } = await createdPayin(running, { method: 'card_eur' });
  await running.client.submitCardData(cardDataBody(id, { card_number: '4000000000009979' }));
  expect(await gateBalance(running.client, 'EUR')).toEqual(before);
});
