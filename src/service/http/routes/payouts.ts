import type { ServiceContext } from '../../platform/context.ts';
import { createPayout } from '../../payouts/create.ts';
import { findPayout, findPayoutsByReference } from '../../payouts/find.ts';
import { listPayouts } from '../../lists/list-orders.ts';
import { toPayoutOrder } from '../../payouts/present.ts';
import { answer, refused, STALE_SETTINGS, type Handlers } from '../handler.ts';
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
      return payouts.ok ? answer(payouts.value.map(toPayoutOrder)) : STALE_SETTINGS;
    },

    async listPayouts({ caller, query }) {
      const page = await listPayouts(context, caller, query);
      if (page.ok) return pageAnswer(page.value, query.size, toPayoutOrder);
      return page.problem.code === 'stale_settings'
        ? STALE_SETTINGS
        : comparisonsRefused(page.problem);
    },

    async getPayout({ caller, params }) {
      const found = await findPayout(context, caller, params.id);
      if (!found.ok) return STALE_SETTINGS;
      const payout = found.value;
      return payout === undefined ? refused('not_found') : answer(toPayoutOrder(payout));
    },
  };
}
