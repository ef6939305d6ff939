import type { ServiceContext } from '../../platform/context.ts';
import { findDispute, listDisputes } from '../../disputes/find.ts';
import { answer, refused, type Handlers } from '../handler.ts';

type DisputeHandlers = Pick<Handlers, 'listDisputes' | 'getDispute'>;

export function disputeHandlers(context: ServiceContext): DisputeHandlers {
  return {
    async listDisputes({ caller, query }) {
      return answer(await listDisputes(context, caller, query));
    },

    async getDispute({ caller, params }) {
      const dispute = await findDispute(context, caller, params.id);
      return dispute === undefined ? refused('dispute_not_found') : answer(dispute);
    },
  };
}
