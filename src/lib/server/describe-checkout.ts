import type { PayinOrder } from '#contract/payin.ts';

import { formatAmount } from '../messages/amount.ts';
import type { Language } from '../messages/languages.ts';
import type { Checkout, Merchant } from '../order/checkout.ts';
import { pageConfig } from './settings.ts';

/** What the pages show of an order, and nothing more of it. */
export const describeCheckout = (order: PayinOrder, language: Language): Checkout => ({
  id: order.id,
  amount: formatAmount(order.amount, order.currency, language.code),
  reference: order.reference_id === '' ? undefined : order.reference_id,
  merchant: describeMerchant(language),
});

const describeMerchant = ({ messages }: Language): Merchant => {
  const { branding } = pageConfig();
  return { ...branding, name: branding.name ?? messages.actions.theShop };
};
