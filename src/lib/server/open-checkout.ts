import type { PayinOrder } from '#contract/payin.ts';

import type { Checkout, FormTerms } from '../order/checkout.ts';
import { accentOf, describeCheckout, describeTerms } from './describe-checkout.ts';
import { readOrder } from './read-order.ts';
import { readSurroundings } from './read-surroundings.ts';
import { pageConfig } from './settings.ts';
import { turnAway } from './turn-away.ts';

interface OpenCheckout {
  order: PayinOrder;
  checkout: Checkout;
  terms: FormTerms;
}

/**
 * Reads an order and what surrounds it, both at once, for a page that shows them; the merchant's
 * colour is left with the request, for the page's head. Ends the request where there is no order.
 */
export const openCheckout = async (
  { params, locals }: { params: { id: string }; locals: App.Locals },
  nowMs: number,
): Promise<OpenCheckout> => {
  // A page's load runs beside its layout's, which turns requests away too: nothing is read for them.
  if (locals.refusal) turnAway(locals.refusal);
  const [order, surroundings] = await Promise.all([
    readOrder(params.id),
    readSurroundings(params.id),
  ]);
  const { language } = locals;
  const sources = { order, surroundings, branding: pageConfig().branding, language };
  locals.accent = accentOf(sources);
  return {
    order,
    checkout: describeCheckout(sources),
    terms: describeTerms(surroundings, nowMs),
  };
};
