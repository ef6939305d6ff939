import { unixSeconds } from '#contract/schemas/order.ts';
import type { Clock } from '#contract/schemas/developer.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { findWebhook, listEvents } from '../../webhooks/log.ts';
import { sendEventAgain } from '../../webhooks/send-again.ts';
import { isTestKey } from '../../merchants/keys.ts';
import { answer, refused, type Handlers } from '../handler.ts';
import type { MerchantClocks } from '../developer/merchant-clocks.ts';
import type { RequestLog } from '../developer/request-log.ts';
import { triggerDispute } from '../developer/trigger-dispute.ts';
import { triggerCode } from '../developer/trigger-code.ts';

type DeveloperHandlers = Pick<
  Handlers,
  | 'listWebhooks'
  | 'getWebhook'
  | 'resendWebhook'
  | 'listRequests'
  | 'getClock'
  | 'advanceClock'
  | 'triggerCode'
  | 'triggerDispute'
>;

/** The parts that exist only in a sandbox; undefined elsewhere. */
interface SandboxOnly {
  requestLog: RequestLog | undefined;
  clocks: MerchantClocks | undefined;
}

/**
 * Returns handlers beyond the specified interface: what a merchant's developers need when something did not work.
 */
export function developerHandlers(
  context: ServiceContext,
  { requestLog, clocks }: SandboxOnly,
): DeveloperHandlers {
  return {
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

    async getClock({ caller }) {
      const own = forTestKey(caller, clocks);
      if (own === undefined) return refused('no_such_path', NO_CLOCK);
      return answer(clockOf(own, caller.merchantId));
    },

    async advanceClock({ caller, body }) {
      const own = forTestKey(caller, clocks);
      if (own === undefined) return refused('no_such_path', NO_CLOCK);
      const { date, ahead_seconds: aheadSeconds } = clockOf(own, caller.merchantId);
      if (body.to - (date - aheadSeconds) > FARTHEST_SECONDS) return refused('invalid', TOO_FAR);
      await own.advance(caller.merchantId, new Date(body.to * 1_000));
      return answer(clockOf(own, caller.merchantId));
    },

    async triggerCode({ caller, body, credentials }) {
      if (forTestKey(caller, clocks) === undefined) return refused('no_such_path', ONLY_TEST_KEYS);
      return triggerCode(context, caller, body, credentials);
    },

    async triggerDispute({ caller, body }) {
      if (forTestKey(caller, clocks) === undefined) return refused('no_such_path', ONLY_TEST_KEYS);
      return triggerDispute(context, caller, body);
    },
  };
}

/** Returns a part of the sandbox for test keys only. For a live key a sandbox looks like a live deployment. */
function forTestKey<Part>({ secret }: { secret: string }, part: Part | undefined) {
  return part !== undefined && isTestKey(secret) ? part : undefined;
}

/** Ten years and a few days. */
const FARTHEST_SECONDS = 3_660 * 24 * 3_600;

function clockOf(clocks: MerchantClocks, merchantId: string): Clock {
  const { at, aheadMs } = clocks.read(merchantId);
  return { date: unixSeconds(at), ahead_seconds: Math.floor(aheadMs / 1_000) };
}

const NO_LOG = { detail: 'Requests are stored only in a sandbox, for test keys.' };
const ONLY_TEST_KEYS = {
  detail: 'Codes and disputes can be triggered only in a sandbox, with test keys.',
};
const NO_CLOCK = {
  detail: 'Test clocks exist only in a sandbox, for test keys.',
};
const TOO_FAR = { detail: 'A test clock can be at most 3660 days ahead of real time.' };
