import type { ServiceContext } from '../context.ts';
import { createPayout } from '../orders/create-payout.ts';
import { findPayout } from '../orders/find-payout.ts';
import { toPayoutOrder } from '../orders/payout-order.ts';
import { answer, refused, REPLAYED, type Handlers } from './exchange.ts';

export function payoutHandlers(
  context: ServiceContext,
): Pick<Handlers, 'createPayout' | 'getPayout'> {
  return {
    async createPayout({ caller, body }) {
      if (caller.scope !== 'merchant') return refused('forbidden');
      const result = await createPayout(context, caller, body);
      switch (result.kind) {
        case 'created':
          return answer(toPayoutOrder(result.payout));
        case 'replayed':
          return answer(toPayoutOrder(result.payout), REPLAYED);
        case 'conflict':
          return refused('duplicate', {
            detail: 'An order with this reference exists, made by a different request.',
            existing_order_id: result.existingOrderId,
            differing_fields: result.differingFields,
          });
        case 'refused':
          return refused(result.refusal);
        case 'settings_changed':
          return result;
      }
    },

    async getPayout({ caller, params }) {
      if (caller.scope !== 'merchant') return refused('forbidden');
      const result = await findPayout(context, caller, params.id);
      switch (result.kind) {
        case 'found':
          return answer(toPayoutOrder(result.payout));
        case 'not_found':
          return refused('not_found');
        case 'settings_changed':
          return result;
      }
    },
  };
}
