import { randomUUID } from 'node:crypto';

import type { PayinOrder } from '#contract/schemas/payin.ts';

import { rememberOrder } from './purchases.ts';
import { GOODS } from './goods.ts';
import { shopMerchant } from './merchant.ts';

export type Purchase =
  | { ok: true; payUrl: string }
  | { ok: false; reason: 'no-such-good' | 'refused' | 'not-payable' };

/**
 * Buying, as a merchant does it: create a payin order under a fresh reference, write down its id,
 * and send the shopper to its pay_url. The way back leads to the shop's own page for that reference.
 */
export const buy = async (goodId: string, shopUrl: string): Promise<Purchase> => {
  const good = GOODS.find(({ id }) => id === goodId);
  if (good === undefined) return { ok: false, reason: 'no-such-good' };
  const { orders, methods } = await shopMerchant();
  const reference = randomUUID();
  const created = await orders.createPayin({
    reference_id: reference,
    currency: good.currency,
    amount: good.amount,
    merchant_gate_method_id: methods[good.method] ?? '',
    customer: { reference_id: 'demo-shopper', email: 'shopper@example.com' },
    return_urls: returnUrls(`${shopUrl}/return/${reference}`),
  });
  if (!created.ok) return { ok: false, reason: 'refused' };
  await rememberOrder(reference, created.value.id);
  return payable(created.value);
};

/** One page for all three: which of them the shopper comes by proves nothing, so it is not asked. */
const returnUrls = (page: string) => ({ success: page, pending: page, fail: page });

const payable = ({ pay_url: payUrl }: PayinOrder): Purchase =>
  payUrl === undefined ? { ok: false, reason: 'not-payable' } : { ok: true, payUrl };
