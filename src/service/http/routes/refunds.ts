import { listLatest } from '../../orders/list-latest.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { createRefund } from '../../refunds/create.ts';
import { toRefund } from '../../refunds/present.ts';
import { selectOwnRefund } from '../../refunds/store.ts';
import {
  answer,
  refused,
  REPLAYED,
  STALE_SETTINGS,
  type HandlerResult,
  type Handlers,
} from '../handler.ts';
import { duplicateRefused } from './order-answers.ts';

type RefundHandlers = Pick<Handlers, 'createRefund' | 'listRefunds' | 'getRefund'>;

export function refundHandlers(context: ServiceContext): RefundHandlers {
  return {
    async createRefund({ caller, body }) {
      return refundAnswer(await createRefund(context, caller, body));
    },

    async listRefunds({ caller, query }) {
      const { merchantId } = caller;
      return answer(await listLatest(context.db, 'refunds', { merchantId, query }, toRefund));
    },

    async getRefund({ caller, params }) {
      const refund = await selectOwnRefund(context.db, caller.merchantId, params.id);
      return refund === undefined ? refused('refund_not_found') : answer(toRefund(refund));
    },
  };
}

/** Returns the new refund, the refund that the same request created before, or the refusal. */
function refundAnswer(creation: Awaited<ReturnType<typeof createRefund>>): HandlerResult {
  if (creation.ok) {
    const { order, replayed } = creation.value;
    return answer(toRefund(order), replayed ? REPLAYED : {});
  }
  const { problem } = creation;
  switch (problem.code) {
    case 'duplicate':
      return duplicateRefused('a refund', problem);
    case 'stale_settings':
      return STALE_SETTINGS;
    case 'no_such_payin':
      return refused('not_found');
    case 'not_refundable':
      return refused('not_refundable', { detail: problem.detail });
  }
}
