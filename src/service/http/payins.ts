import type { ServiceContext } from '../context.ts';
import { createPayin } from '../orders/create-payin.ts';
import { findPayin } from '../orders/find-payin.ts';
import { findPayinsByReference } from '../orders/find-payins-by-reference.ts';
import { listPayins } from '../orders/list-payins.ts';
import { toPayinOrder } from '../orders/payin-order.ts';
import { submitCardData } from '../orders/submit-card-data.ts';
import { creationAnswer } from './creation-answer.ts';
import { answer, refused, type Answer, type Handlers } from './exchange.ts';
import { pageAnswer } from './page-answer.ts';

type PayinHandlers = Pick<
  Handlers,
  'createPayin' | 'submitCardData' | 'findPayins' | 'listPayins' | 'getPayin'
>;

export function payinHandlers(context: ServiceContext, pageUrl: string): PayinHandlers {
  return {
    async createPayin({ caller, body }) {
      if (caller.scope !== 'merchant') return refused('forbidden');
      return creationAnswer(await createPayin(context, caller, body), (payin) =>
        toPayinOrder(payin, pageUrl),
      );
    },

    async submitCardData({ caller, body: data, credentials }) {
      const { timestamp, signature } = credentials;
      const result = await submitCardData(context, caller, { data, timestamp, signature });
      return CARD_DATA_ANSWERS[result];
    },

    async findPayins({ caller, query }) {
      if (caller.scope !== 'merchant') return refused('forbidden');
      const result = await findPayinsByReference(context, caller, query.reference_id);
      if (result.kind === 'settings_changed') return result;
      return answer(result.payins.map((payin) => toPayinOrder(payin, pageUrl)));
    },

    async listPayins({ caller, query }) {
      if (caller.scope !== 'merchant') return refused('forbidden');
      const result = await listPayins(context, caller, query);
      if (result.kind === 'settings_changed') return result;
      return pageAnswer(result, query.size, (payin) => toPayinOrder(payin, pageUrl));
    },

    async getPayin({ caller, params }) {
      const result = await findPayin(context, caller, params.id);
      switch (result.kind) {
        case 'found':
          return answer(toPayinOrder(result.payin, pageUrl));
        case 'not_found':
          return refused('not_found');
        case 'settings_changed':
          return result;
      }
    },
  };
}

const CARD_DATA_ANSWERS = {
  accepted: answer(),
  not_found: refused('not_found'),
  not_a_card_order: refused('PAYMENT_METHOD_NOT_SUPPORTED'),
  not_awaiting_card_data: refused('not_awaiting_card_data'),
  method_inactive: refused('METHOD_INACTIVE'),
  settings_changed: { kind: 'settings_changed' },
} satisfies Record<Awaited<ReturnType<typeof submitCardData>>, Answer>;
