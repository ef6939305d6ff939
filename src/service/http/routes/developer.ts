import type { ServiceContext } from '../../platform/context.ts';
import { findWebhook, listEvents } from '../../webhooks/log.ts';
import { sendEventAgain } from '../../webhooks/send-again.ts';
import { listMethods } from '../../merchants/list-methods.ts';
import { isTestKey } from '../../merchants/keys.ts';
import { answer, refused, STALE_SETTINGS, type HandlerResult, type Handlers } from '../handler.ts';
import type { RequestLog } from '../developer/request-log.ts';
import { triggerDispute } from '../developer/trigger-dispute.ts';
import { triggerCode } from '../developer/trigger-code.ts';

type DeveloperHandlers = Pick<
  Handlers,
  | 'listMethods'
  | 'listWebhooks'
  | 'getWebhook'
  | 'resendWebhook'
  | 'listRequests'
  | 'triggerCode'
  | 'triggerDispute'
  | keyof TimeTriggers
>;

/** Brings at once what otherwise takes time. Only a sandbox has these. */
export type TimeTriggers = Pick<
  Handlers,
  'triggerExpiry' | 'triggerRelease' | 'triggerRedelivery' | 'triggerDisputeDeadline'
>;

/** The parts that exist only in a sandbox; undefined elsewhere. */
interface SandboxOnly {
  requestLog: RequestLog | undefined;
  triggers: TimeTriggers | undefined;
}

/**
 * Returns handlers beyond the specified interface: what a merchant's developers need when something did not work.
 */
export function developerHandlers(
  context: ServiceContext,
  { requestLog, triggers }: SandboxOnly,
): DeveloperHandlers {
  async function bring(
    { caller }: { caller: { secret: string } },
    trigger: (known: TimeTriggers) => Promise<HandlerResult>,
  ): Promise<HandlerResult> {
    const known = forTestKey(caller, triggers);
    return known === undefined ? refused('no_such_path', ONLY_TEST_KEYS) : trigger(known);
  }

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

    async listRequests({ caller, query }) {
      const log = forTestKey(caller, requestLog);
      if (log === undefined) return refused('no_such_path', NO_LOG);
      return answer(log.read(caller.keyId, query));
    },

    triggerCode: (input) =>
      bring(input, () => triggerCode(context, input.caller, input.body, input.credentials)),
    triggerDispute: (input) =>
      bring(input, () => triggerDispute(context, input.caller, input.body)),
    triggerExpiry: (input) => bring(input, (known) => known.triggerExpiry(input)),
    triggerRelease: (input) => bring(input, (known) => known.triggerRelease(input)),
    triggerRedelivery: (input) => bring(input, (known) => known.triggerRedelivery(input)),
    triggerDisputeDeadline: (input) => bring(input, (known) => known.triggerDisputeDeadline(input)),
  };
}

/** Returns a part of the sandbox for test keys only. For a live key a sandbox looks like a live deployment. */
function forTestKey<Part>({ secret }: { secret: string }, part: Part | undefined) {
  return part !== undefined && isTestKey(secret) ? part : undefined;
}

const NO_LOG = { detail: 'Requests are stored only in a sandbox, for test keys.' };
const ONLY_TEST_KEYS = {
  detail: 'This can be triggered only in a sandbox, with test keys.',
};
