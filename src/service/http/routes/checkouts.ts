import type { Checkout } from '#contract/schemas/checkout.ts';
import { parseAmount } from '#domain/money.ts';
import { success, type Result } from '#domain/result.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { beginTransfer } from '../../payins/begin.ts';
import { findCheckout } from '../../payins/checkout.ts';
import { toPayinOrder } from '../../payins/present.ts';
import {
  completeChallenge,
  type CompleteChallengeResult,
  giveUpChallenge,
  giveUpTransfer,
  type GiveUpResult,
} from '../../payins/challenge.ts';
import { markSent } from '../../payins/store/attempts.ts';
import { answer, refused, STALE_SETTINGS, type HandlerResult, type Handlers } from '../handler.ts';
import type { Refusal } from '../problems.ts';
import { signedPayment } from './signed-payment.ts';

type CheckoutHandlers = Pick<
  Handlers,
  | 'getCheckout'
  | 'giveUpChallenge'
  | 'giveUpTransfer'
  | 'reportSent'
  | 'completeChallenge'
  | 'beginTransfer'
>;

export function checkoutHandlers(context: ServiceContext): CheckoutHandlers {
  return {
    async getCheckout({ params }) {
      const read = await readCheckout(context, params.id);
      return read.ok ? answer(read.value) : read;
    },

    async giveUpChallenge({ params }) {
      return GIVE_UP_ANSWERS[await giveUpChallenge(context, params.id)];
    },

    async giveUpTransfer({ params }) {
      return GIVE_UP_TRANSFER_ANSWERS[await giveUpTransfer(context, params.id)];
    },

    async reportSent({ params, body: { amount } }) {
      const isSaved = await markSent(context.db, params.id, parseAmount(amount) ?? 0n);
      return isSaved ? answer() : refused('not_awaiting_card_data', { detail: NOT_SENT });
    },

    async completeChallenge({ params, body }) {
      return COMPLETE_ANSWERS[await completeChallenge(context, params.id, body.members)];
    },

    async beginTransfer({ caller, params, body: data, credentials, headers }) {
      const signed = signedPayment(credentials, headers);
      const begun = { ...signed, orderId: params.id, data };
      return BEGIN_ANSWERS[await beginTransfer(context, caller, begun)];
    },
  };
}

/** Reads what `getCheckout` answers, which the page in the same process reads without a request. */
export async function readCheckout(
  context: ServiceContext,
  id: string,
): Promise<Result<Checkout, Refusal>> {
  const found = await findCheckout(context, id);
  if (found === undefined) return refused('not_found');
  return success({ ...found.checkout, order: toPayinOrder(found.payin, context) });
}

/**
 * The order shows what became of the payment. Giving up a challenge that was answered, or is unknown, changes
 * nothing.
 */
const GIVE_UP_ANSWERS = {
  accepted: answer(),
  not_found: refused('not_found'),
  nothing_to_give_up: refused('not_awaiting_challenge'),
  no_attempts_left: refused('not_awaiting_challenge', { detail: 'No attempts are left.' }),
} satisfies Record<GiveUpResult, HandlerResult>;

const NOT_SENT = 'The order does not wait for a transfer.';

const GIVE_UP_TRANSFER_ANSWERS = {
  accepted: answer(),
  not_found: refused('not_found'),
  nothing_to_give_up: refused('not_awaiting_card_data', {
    detail: "The order does not wait for its payer's confirmation.",
  }),
  no_attempts_left: refused('not_awaiting_card_data', { detail: 'No attempts are left.' }),
} satisfies Record<GiveUpResult, HandlerResult>;

/** The order shows what became of the payment: what came back may be from anyone, so the acquirer is asked. */
const COMPLETE_ANSWERS = {
  accepted: answer(),
  not_found: refused('not_found'),
  no_challenge: refused('not_awaiting_challenge'),
} satisfies Record<CompleteChallengeResult, HandlerResult>;

function missing(pointer: string, detail: string): HandlerResult {
  return refused('invalid', { errors: [{ pointer, code: 'required', detail }] });
}

const BEGIN_ANSWERS = {
  accepted: answer(),
  not_found: refused('not_found'),
  other_source: refused('PAYMENT_METHOD_NOT_SUPPORTED', {
    detail: 'The order has another payment source.',
  }),
  not_awaiting_payment: refused('not_awaiting_card_data', {
    detail: 'The order does not await a payment.',
  }),
  method_inactive: refused('METHOD_INACTIVE'),
  brand_not_taken: refused('PAYMENT_METHOD_NOT_SUPPORTED'),
  another_card: refused('another_card'),
  too_many_cards: refused('too_many_cards'),
  stale_settings: STALE_SETTINGS,
  cpf_missing: missing('/cpf', "The payer's CPF is required."),
  phone_missing: missing('/phone', "The payer's telephone number is required."),
  bank_unknown: missing('/bank_id', 'The bank is not in the list of the method.'),
} satisfies Record<Awaited<ReturnType<typeof beginTransfer>>, HandlerResult>;
