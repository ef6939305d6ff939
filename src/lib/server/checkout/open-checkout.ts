import type { Surroundings } from '#contract/schemas/checkout.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';

import type { Checkout, FormTerms, Receipt } from '../../checkout/checkout.ts';
import { accentOf, describeCheckout, describeReceipt, describeTerms } from './describe/checkout.ts';
import { readCheckout } from './read-checkout.ts';
import { pageConfig } from '../settings.ts';

export interface OpenCheckout {
  order: PayinOrder;
  checkout: Checkout;
  terms: FormTerms;
  receipt: Receipt;
  /** How the last card was declined, in a word; undefined where nobody says. */
  failure: Surroundings['last_failure'];
  endedBy: Surroundings['ended_by'];
  /** Whether the order is of this service, which tells of its attempts; another deployment does not. */
  isOwn: boolean;
}

/**
 * Reads an order and what surrounds it, for a page that shows them; the merchant's
 * colour is left with the request, for the page's head. Ends the request where there is no order.
 */
export const openCheckout = async (
  { params, locals }: { params: { id: string }; locals: App.Locals },
  nowMs: number,
): Promise<OpenCheckout> => {
  const { order, surroundings } = await readCheckout(params.id);
  const { language } = locals;
  const sources = { order, surroundings, branding: pageConfig().branding, language };
  locals.accent = accentOf(sources);
  return {
    order,
    checkout: describeCheckout(sources),
    terms: describeTerms(surroundings, nowMs),
    receipt: describeReceipt(sources),
    failure: surroundings?.last_failure,
    endedBy: surroundings?.ended_by,
    isOwn: surroundings !== undefined,
  };
};
