import type { ServiceContext } from '../../platform/context.ts';
import { findWebhook, listEvents } from '../../webhooks/log.ts';
import { sendEventAgain } from '../../webhooks/send-again.ts';
import { listMethods } from '../../merchants/list-methods.ts';
import {
  answer,
  refused,
  STALE_SETTINGS,
  type Handlers,
  type SandboxHandlers,
} from '../handler.ts';
import type { RequestLog } from '../developer/request-log.ts';
import { triggerDispute } from '../developer/trigger-dispute.ts';
import { triggerCode } from '../developer/trigger-code.ts';

type DeveloperHandlers = Pick<
  Handlers,
  'listMethods' | 'listWebhooks' | 'getWebhook' | 'resendWebhook'
>;

/** Brings at once what otherwise takes time. Only a sandbox has these. */
export type TimeTriggers = Pick<
  SandboxHandlers,
  'triggerExpiry' | 'triggerRelease' | 'triggerRedelivery' | 'triggerDisputeDeadline'
>;

/**
 * Returns handlers beyond the specified interface: what a merchant's developers need when something did not work.
 */
export function developerHandlers(context: ServiceContext): DeveloperHandlers {
  return {
    async listMethods({ caller }) {
      const listed = await listMethods(context, caller);
      return listed.ok ? answer(listed.value) : STALE_SETTINGS;
    },

    async listWebhooks({ caller, query }) {
      return answer(await listEvents(context.db, caller.merchantId, query));
    },

    async getWebhook({ caller, params }) {
      const found = await findWebhook(context.db, caller.merchantId, params.id);
      return found ? answer(found) : refused('no_such_webhook');
    },

    async resendWebhook({ caller, params }) {
      const sent = await sendEventAgain(context, params.id, caller.merchantId);
      return sent ? answer({ webhooks: sent.events }) : refused('no_such_webhook');
    },
  };
}

/** Returns the handlers that only a sandbox has. */
export function sandboxHandlers(
  context: ServiceContext,
  requestLog: RequestLog,
  triggers: TimeTriggers,
): SandboxHandlers {
  return {
    listRequests: ({ caller, query }) =>
      Promise.resolve(answer(requestLog.read(caller.keyId, query))),
    triggerCode: ({ caller, body, credentials }) => triggerCode(context, caller, body, credentials),
    triggerDispute: ({ caller, body }) => triggerDispute(context, caller, body),
    ...triggers,
  };
}
