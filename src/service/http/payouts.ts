import type { ServiceContext } from '../context.ts';
import { createPayout } from '../orders/create-payout.ts';
import { findPayout } from '../orders/find-payout.ts';
import { findPayoutsByReference } from '../orders/find-payouts-by-reference.ts';
import { listPayouts } from '../orders/list-payouts.ts';
import { toPayoutOrder } from '../orders/payout-order.ts';
import { answer, refused, REPLAYED, type Handlers } from './exchange.ts';
import { pageAnswer } from './page-answer.ts';

type PayoutHandlers = Pick<Handlers, 'createPayout' | 'findPayouts' | 'listPayouts' | 'getPayout'>;

export function payoutHandlers(context: ServiceContext): PayoutHandlers {
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

    async findPayouts({ caller, query }) {
      if (caller.scope !== 'merchant') return refused('forbidden');
      const result = await findPayoutsByReference(context, caller, query.reference_id);
      return result.kind === 'found' ? answer(result.payouts.map(toPayoutOrder)) : result;
    },

    async listPayouts({ caller, query }) {
      if (caller.scope !== 'merchant') return refused('forbidden');
      const result = await listPayouts(context, caller, query);
      return result.kind === 'page' ? pageAnswer(result, query.size, toPayoutOrder) : result;
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
