import type { ServiceContext } from '../../platform/context.ts';
import { findCheckout } from '../../payins/checkout.ts';
import { toPayinOrder } from '../../payins/present.ts';
import {
  completeChallenge,
  type CompleteChallengeResult,
  giveUpChallenge,
  type GiveUpResult,
} from '../../payins/challenge.ts';
import { answer, refused, type HandlerResult, type Handlers } from '../handler.ts';

type CheckoutHandlers = Pick<Handlers, 'getCheckout' | 'giveUpChallenge' | 'completeChallenge'>;

export function checkoutHandlers(context: ServiceContext, pageUrl: string): CheckoutHandlers {
  return {
    async getCheckout({ params }) {
      const found = await findCheckout(context, params.id);
      if (found === undefined) return refused('not_found');
      return answer({ ...found.checkout, order: toPayinOrder(found.payin, pageUrl) });
    },

    async giveUpChallenge({ params }) {
      return GIVE_UP_ANSWERS[await giveUpChallenge(context, params.id)];
    },

    async completeChallenge({ params, body }) {
      return COMPLETE_ANSWERS[await completeChallenge(context, params.id, body.members)];
    },
  };
}

/** Whatever came of it, the order says: to give up what was answered, or is unknown, changes nothing. */
const GIVE_UP_ANSWERS = {
  asked: answer(),
  not_found: refused('not_found'),
  no_challenge: refused('not_awaiting_challenge'),
  no_attempts_left: refused('not_awaiting_challenge', { detail: 'No attempts are left.' }),
} satisfies Record<GiveUpResult, HandlerResult>;

/** Likewise: what came back may be anybody's, and the acquirer is asked. */
const COMPLETE_ANSWERS = {
  asked: answer(),
  not_found: refused('not_found'),
  no_challenge: refused('not_awaiting_challenge'),
} satisfies Record<CompleteChallengeResult, HandlerResult>;
