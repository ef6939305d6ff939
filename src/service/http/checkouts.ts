import type { ServiceContext } from '../context.ts';
import { findCheckout } from '../orders/find-checkout.ts';
import { answer, refused, type Handlers } from './exchange.ts';

export function checkoutHandlers(context: ServiceContext): Pick<Handlers, 'getCheckout'> {
  return {
    async getCheckout({ params }) {
      const checkout = await findCheckout(context, params.id);
      return checkout === undefined ? refused('not_found') : answer(checkout);
    },
  };
}
