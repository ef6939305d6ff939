import type { OrdersClient } from '#contract/client/client.ts';
import type { Problem } from '#contract/problem.ts';
import { cardDataRequest } from '#contract/schemas/card-data.ts';
import type { PayerHeaders } from '#contract/schemas/payer-context.ts';
import { validate } from '#contract/violations.ts';

import { validateCardForm, type FieldErrors } from '../../card-form/validate.ts';
import { log } from '../log.ts';
import { cardDataFrom, type PostedCard } from './card-data.ts';

/**
 * What became of a submitted form. `sent`: the order's status says more, also when somebody else's attempt came
 * first. `refused`: no attempt was made. `unknown`: nobody but the order knows whether it arrived. `malformed`: the page's
 * own fields do not hold what the page put there.
 */
export type Submission =
  | { outcome: 'sent' | 'refused' | 'unknown' | 'malformed' }
  | { outcome: 'invalid'; errors: FieldErrors };

interface Attempt {
  orderId: string;
  form: PostedCard;
  payer: PayerHeaders;
  nowMs: number;
}

/** Checks the form as the browser did, and sends the card once. Nothing of it comes back from here. */
export const submitCard = async (
  orders: OrdersClient,
  { orderId, form, payer, nowMs }: Attempt,
): Promise<Submission> => {
  const validation = validateCardForm(form.values, nowMs);
  if (!validation.ok) return { outcome: 'invalid', errors: validation.errors };
  if (form.browserInfo === undefined) return { outcome: 'malformed' };
  const card = cardDataFrom(orderId, validation.card, form.browserInfo);
  const checked = validate(cardDataRequest, card);
  if (!checked.ok) return outcomeOf(checked.violations) ?? { outcome: 'malformed' };
  if (form.missing.length > 0) {
    log.info(
      { orderId, nominal: form.missing.length },
      'nominal values stand for browser data that was not sent',
    );
  }
  const answer = await orders.submitCardData(card, payer);
  if (answer.ok || answer.status === 409) return { outcome: 'sent' };
  if (answer.status === undefined || answer.status >= 500) return { outcome: 'unknown' };
  return outcomeOf(answer.problem?.errors, answer.problem) ?? { outcome: 'refused' };
};

/** What is wrong with fields that the shopper can mend, if anything. */
const outcomeOf = (
  violations: readonly { pointer?: string | undefined }[] = [],
  problem?: Problem,
): Submission | undefined => {
  const errors = fieldErrors(violations, problem);
  return Object.keys(errors).length > 0 ? { outcome: 'invalid', errors } : undefined;
};

/** Which field a refused member of the request came from, and the error that fits it best. */
const REFUSED_MEMBERS: Readonly<Record<string, FieldErrors>> = {
  '/card_number': { number: 'numberInvalid' },
  '/cvv': { code: 'codeThreeDigits' },
  '/exp_month': { expiry: 'expiryInvalid' },
  '/exp_year': { expiry: 'expiryPast' },
  '/first_name': { name: 'nameInvalid' },
  '/last_name': { name: 'nameInvalid' },
  '/customer/email': { email: 'emailInvalid' },
};

/** No route takes the card's brand: what else this code stands for is no card order, and has no form. */
const NOT_ACCEPTED = 'PAYMENT_METHOD_NOT_SUPPORTED';

const fieldErrors = (
  violations: readonly { pointer?: string | undefined }[],
  problem: Problem | undefined,
): FieldErrors =>
  violations.reduce<FieldErrors>(
    (errors, { pointer }) => ({ ...errors, ...REFUSED_MEMBERS[pointer ?? ''] }),
    problem?.resolution_code === NOT_ACCEPTED ? { number: 'numberNotAccepted' } : {},
  );
