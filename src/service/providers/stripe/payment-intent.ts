import { ownValue } from '#domain/own-value.ts';
import {
  authenticationOf,
  type Authentication,
  type AuthenticationFlow,
} from '#domain/card/authentication.ts';
import { z } from 'zod';
import { ContradictionError, type KnownAttempt, type ProviderAnswer } from '../port.ts';
import { declineOf, saidOfDecline } from './decline.ts';

type Expected = Pick<KnownAttempt, 'id' | 'amountMinor' | 'currency'>;

/** What is read of an intent: a package's types promise nothing of what came over the network. */
const paymentIntent = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  amount_received: z.int().optional().catch(undefined),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()),
  last_payment_error: z.object(saidOfDecline).nullish().catch(undefined),
  /** The charge of the attempt that counts; its id alone where it was not expanded. */
  latest_charge: z
    .union([
      z.string().transform((id) => ({ id, payment_method_details: undefined })),
      z.object({
        id: z.string().optional().catch(undefined),
        payment_method_details: z
          .object({
            card: z.object({
              three_d_secure: z
                .object({
                  authentication_flow: z.string().nullish(),
                  electronic_commerce_indicator: z.string().nullish(),
                  exemption_indicator_applied: z.boolean().nullish(),
                })
                .nullish(),
            }),
          })
          .optional()
          .catch(undefined),
      }),
    ])
    .nullish()
    .catch(undefined),
  next_action: z
    .object({ redirect_to_url: z.object({ url: z.url() }).nullish() })
    .nullish()
    .catch(undefined),
});
type PaymentIntent = z.output<typeof paymentIntent>;

/**
 * What a payment intent means for the attempt that it was made for. `stranded` is one that goes on only
 * by us: never confirmed, or waiting for something that the payment page cannot do.
 *
 * @throws ContradictionError for an intent of another attempt, amount or currency
 */
export function outcomeOf(
  answer: unknown,
  attempt: Expected,
): ProviderAnswer | { outcome: 'canceled' } | { outcome: 'stranded' } {
  const intent = readIntent(answer, attempt);
  const reference = intent.id;
  switch (intent.status) {
    case 'succeeded':
      return {
        outcome: 'approved',
        reference: withCharge(intent),
        rrn: undefined,
        ...authenticated(intent),
      };
    case 'processing':
      return { outcome: 'pending', reference };
    case 'canceled':
      return { outcome: 'canceled' };
    case 'requires_action': {
      const url = intent.next_action?.redirect_to_url?.url;
      return url ? { outcome: 'challenge', reference, url } : { outcome: 'stranded' };
    }
    case 'requires_payment_method':
      return intent.last_payment_error
        ? { ...declineOf(reference, intent.last_payment_error), ...authenticated(intent) }
        : { outcome: 'stranded' };
    default:
      return { outcome: 'stranded' };
  }
}

const CHARGE_ID = /^(?:ch|py)_\w+$/;

/** Stripe's balance history names a payment by its charge, and nothing else does. */
function withCharge({ id, latest_charge: charge }: PaymentIntent): string {
  const chargeId = charge?.id;
  return chargeId !== undefined && CHARGE_ID.test(chargeId) ? `${id} ${chargeId}` : id;
}

/** Of a saved reference: behind it, one of an approved payment has the id of the charge. */
export function intentIdIn(reference: string): string {
  return reference.split(' ', 1)[0] ?? reference;
}

/** What is asked for beside an intent, where its outcome matters. */
export const WITH_CHARGE = { expand: ['latest_charge'] };

const FLOWS: Readonly<Record<string, AuthenticationFlow | undefined>> = {
  challenge: 'challenged',
  frictionless: 'frictionless',
};

function authenticated({ latest_charge: charge }: PaymentIntent): {
  authentication?: Authentication;
} {
  const said = charge?.payment_method_details?.card.three_d_secure;
  const exempted = said?.exemption_indicator_applied === true ? 'exempted' : undefined;
  const authentication = authenticationOf(
    ownValue(FLOWS, said?.authentication_flow ?? '') ?? exempted,
    said?.electronic_commerce_indicator,
  );
  return authentication === undefined ? {} : { authentication };
}

/** @throws ContradictionError as above; an error for what is no payment intent */
export function readIntent(
  answer: unknown,
  { id, amountMinor, currency }: Expected,
): PaymentIntent {
  const parsed = paymentIntent.safeParse(answer);
  if (!parsed.success) throw new Error('Stripe answered what is no payment intent');
  const intent = parsed.data;
  const isSame =
    intent.metadata['attempt_id'] === id &&
    intent.amount === Number(amountMinor) &&
    intent.currency === currency.toLowerCase() &&
    (intent.status !== 'succeeded' || intent.amount_received === intent.amount);
  if (!isSame)
    throw new ContradictionError('Stripe answers of another attempt, amount or currency');
  return intent;
}
