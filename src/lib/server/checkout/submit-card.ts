import type { OrdersClient } from '#contract/client/client.ts';
import type { Problem } from '#contract/problem.ts';
import type { PayerHeaders } from '#contract/schemas/payer-context.ts';

import { validateCardForm, type FieldErrors } from '../../card-form/validate.ts';
import { phaseOf } from '../../checkout/phase.ts';
import { cardDataFrom, type PostedCard } from './card-data.ts';

/**
 * What became of a submitted form. `sent`: the order's status says more, also when somebody else's
 * attempt came first, or when nobody knows whether it arrived. `not-sent`: the order still waits.
 */
export type Submission =
  | { outcome: 'sent' }
  | { outcome: 'invalid'; errors: FieldErrors }
  | { outcome: 'not-sent' };

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
  const { values, browserInfo } = form;
  const validation = validateCardForm(values, nowMs);
  if (!validation.ok) return { outcome: 'invalid', errors: validation.errors };
  const card = cardDataFrom(orderId, validation.card, browserInfo);
  const answer = await orders.submitCardData(card, payer);
  if (answer.ok || answer.status === 409) return { outcome: 'sent' };
  const errors = fieldErrors(answer.problem);
  if (Object.keys(errors).length > 0) return { outcome: 'invalid', errors };
  return { outcome: (await stillAwaitsCard(orders, orderId)) ? 'not-sent' : 'sent' };
};

/** After a failure of unknown effect the order itself is asked, as for everything else. */
const stillAwaitsCard = async (orders: OrdersClient, orderId: string): Promise<boolean> => {
  const order = await orders.getPayin(orderId);
  return order.ok && phaseOf(order.value.status) === 'form';
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

const fieldErrors = (problem: Problem | undefined): FieldErrors =>
  (problem?.errors ?? []).reduce<FieldErrors>(
    (errors, { pointer }) => ({ ...errors, ...REFUSED_MEMBERS[pointer ?? ''] }),
    problem?.resolution_code === NOT_ACCEPTED ? { number: 'numberNotAccepted' } : {},
  );
