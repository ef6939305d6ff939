import { ownValue } from '#domain/own-value.ts';
import {
  authenticationOf,
  type Authentication,
  type AuthenticationFlow,
} from '#domain/card/authentication.ts';
import { z } from 'zod';
import { ContradictionError, type KnownAttempt, type AcquirerAnswer } from '../port.ts';
import { declineOf, declineFields } from './decline.ts';

type Expected = Pick<KnownAttempt, 'id' | 'amountMinor' | 'currency'>;

/** The members read from an intent. The package's types do not validate what comes over the network. */
const paymentIntent = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  amount_received: z.int().optional().catch(undefined),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()),
  last_payment_error: z.object(declineFields).nullish().catch(undefined),
  /** The charge of the latest attempt; only its id if it was not expanded. */
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
 * Returns what a payment intent means for its attempt. A `stranded` intent continues only if we act: it was never
 * confirmed, or it requires something that the payment page cannot do.
 */
export function outcomeOf(
  intent: PaymentIntent,
): AcquirerAnswer | { outcome: 'canceled' } | { outcome: 'stranded' } {
  const reference = intent.id;
  switch (intent.status) {
    case 'succeeded':
      return {
        outcome: 'approved',
        reference: withCharge(reference, intent.latest_charge?.id),
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

/**
 * Returns the reference to save: the intent's id and the charge's. Stripe's balance history names payments only by
 * charge.
 */
export function withCharge(intentId: string, chargeId: string | undefined): string {
  return chargeId !== undefined && CHARGE_ID.test(chargeId) ? `${intentId} ${chargeId}` : intentId;
}

/** Returns the intent's id in a saved reference. For an approved payment, the charge's id follows it. */
export function intentIdIn(reference: string): string {
  return reference.split(' ', 1)[0] ?? reference;
}

/** Parameters that also request the charge, for calls that read the outcome. */
export const WITH_CHARGE = { expand: ['latest_charge'] };

const FLOWS: Readonly<Record<string, AuthenticationFlow | undefined>> = {
  challenge: 'challenged',
  frictionless: 'frictionless',
};

function authenticated({ latest_charge: charge }: PaymentIntent): {
  authentication?: Authentication;
} {
  const threeDSecure = charge?.payment_method_details?.card.three_d_secure;
  const exempted = threeDSecure?.exemption_indicator_applied === true ? 'exempted' : undefined;
  const authentication = authenticationOf(
    ownValue(FLOWS, threeDSecure?.authentication_flow ?? '') ?? exempted,
    threeDSecure?.electronic_commerce_indicator,
  );
  return authentication === undefined ? {} : { authentication };
}

/** @throws ContradictionError for another attempt, amount or currency; an error for anything but a payment intent */
export function readIntent(
  answer: unknown,
  { id, amountMinor, currency }: Expected,
): PaymentIntent {
  const parsed = paymentIntent.safeParse(answer);
  if (!parsed.success) throw new Error("Stripe's answer is not a payment intent");
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
