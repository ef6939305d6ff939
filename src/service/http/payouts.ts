import type { ServiceContext } from '../context.ts';
import { createPayout } from '../orders/create-payout.ts';
import { findPayout } from '../orders/find-payout.ts';
import { findPayoutsByReference } from '../orders/find-payouts-by-reference.ts';
import { listPayouts } from '../orders/list-payouts.ts';
import { toPayoutOrder } from '../orders/payout-order.ts';
import { comparisonsRefused } from './comparisons-refused.ts';
import { creationAnswer } from './creation-answer.ts';
import { answer, refused, type Handlers } from './exchange.ts';
import { pageAnswer } from './page-answer.ts';

type PayoutHandlers = Pick<Handlers, 'createPayout' | 'findPayouts' | 'listPayouts' | 'getPayout'>;

export function payoutHandlers(context: ServiceContext): PayoutHandlers {
  return {
    async createPayout({ caller, body }) {
      if (caller.scope !== 'merchant') return refused('forbidden');
      return creationAnswer(await createPayout(context, caller, body), toPayoutOrder);
    },

    async findPayouts({ caller, query }) {
      if (caller.scope !== 'merchant') return refused('forbidden');
      const result = await findPayoutsByReference(context, caller, query.reference_id);
      return result.kind === 'found' ? answer(result.payouts.map(toPayoutOrder)) : result;
    },

    async listPayouts({ caller, query }) {
      if (caller.scope !== 'merchant') return refused('forbidden');
      const result = await listPayouts(context, caller, query);
      switch (result.kind) {
        case 'page':
          return pageAnswer(result, query.size, toPayoutOrder);
        case 'too_many_comparisons':
          return comparisonsRefused(result);
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
