import type { ServiceContext } from '../../platform/context.ts';
import { createPayout } from '../../payouts/create.ts';
import { findPayout, findPayoutsByReference } from '../../payouts/find.ts';
import { listPayouts } from '../../lists/list-orders.ts';
import { toPayoutOrder } from '../../payouts/present.ts';
import { answer, refused, type Handlers } from '../handler.ts';
import { comparisonsRefused, creationAnswer, pageAnswer } from './order-answers.ts';

type PayoutHandlers = Pick<Handlers, 'createPayout' | 'findPayouts' | 'listPayouts' | 'getPayout'>;

export function payoutHandlers(context: ServiceContext): PayoutHandlers {
  return {
    async createPayout({ caller, body, credentials }) {
      const creation = await createPayout(context, caller, body, credentials);
      return creationAnswer(creation, toPayoutOrder);
    },

    async findPayouts({ caller, query }) {
      const payouts = await findPayoutsByReference(context, caller, query.reference_id);
      return answer(payouts.map(toPayoutOrder));
    },

    async listPayouts({ caller, query }) {
      const result = await listPayouts(context, caller, query);
      return result.ok
        ? pageAnswer(result.value, query.size, toPayoutOrder)
        : comparisonsRefused(result.problem);
    },

    async getPayout({ caller, params }) {
      const payout = await findPayout(context, caller, params.id);
      return payout === undefined ? refused('not_found') : answer(toPayoutOrder(payout));
    },
  };
}
