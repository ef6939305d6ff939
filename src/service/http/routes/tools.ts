import type { ServiceContext } from '../../platform/context.ts';
import { listEvents } from '../../webhooks/events/list-events.ts';
import { sendEventAgain } from '../../webhooks/events/send-again.ts';
import { answer, refused, type Handlers } from '../handler.ts';
import type { RequestLog } from '../request-log.ts';

type ToolHandlers = Pick<Handlers, 'listWebhooks' | 'resendWebhook' | 'listRequests'>;

/** Beside the specified interface: what a merchant's developers ask when something did not work. */
export function toolHandlers(
  context: ServiceContext,
  requestLog: RequestLog | undefined,
): ToolHandlers {
  return {
    async listWebhooks({ caller, query }) {
      return answer({ content: await listEvents(context.db, caller.merchantId, query) });
    },

    async resendWebhook({ caller, params }) {
      const sent = await sendEventAgain(context, params.id, caller.merchantId);
      return sent ? answer({ webhooks: sent.events }) : refused('not_found', NO_WEBHOOK);
    },

    async listRequests({ caller, query }) {
      if (requestLog === undefined) return refused('no_such_path', ONLY_SANDBOX);
      return answer({ content: requestLog.read(caller.keyId, query.size) });
    },
  };
}

const NO_WEBHOOK = { detail: 'The merchant has no such webhook.' };
const ONLY_SANDBOX = { detail: 'Requests are remembered in the sandbox only.' };
