import { authenticationOf, type Authentication } from '#domain/card/authentication.ts';
import { z } from 'zod';
import { ContradictionError, type KnownAttempt, type AcquirerAnswer } from '../port.ts';
import { declineOf, schemeAdviceOf } from './decline.ts';

type Expected = Pick<KnownAttempt, 'id' | 'amountMinor' | 'currency'>;

const text = z.string().min(1).optional().catch(undefined);

/**
 * The members read from answers of /payments and /payments/details. Adyen's API description guarantees only
 * `resultCode`. The amount is validated only where it is compared.
 */
const paymentResult = z.object({
  resultCode: z.string(),
  pspReference: text,
  merchantReference: text,
  amount: z.unknown().optional(),
  refusalReason: text,
  refusalReasonCode: z.union([z.string(), z.int()]).transform(String).optional().catch(undefined),
  additionalData: z.unknown().optional(),
  action: z
    .object({ type: z.string(), method: z.string().optional(), url: z.url() })
    .optional()
    .catch(undefined),
});
type PaymentResult = z.output<typeof paymentResult>;

/** The answered request, and the pspReference that was known before it. */
export interface Answered {
  request: 'payments' | 'details';
  known?: string | undefined;
}

/**
 * Returns what a result means for the attempt. An answer of /payments is about the payment just sent. An answer of
 * /payments/details is about the payment whose `redirectResult` the shopper brought back, which may be another one:
 * if it names no payment, the outcome is pending until the webhook.
 *
 * @throws ContradictionError for another attempt, amount or currency; an error for a result with which this page
 *   cannot continue: the next status inquiry cancels such a payment
 */
export function outcomeOf(
  answer: unknown,
  attempt: Expected,
  { request, known }: Answered,
): AcquirerAnswer {
  const parsed = paymentResult.safeParse(answer);
  if (!parsed.success) throw new Error("Adyen's answer is not a payment result");
  const result = parsed.data;
  const { merchantReference } = result;
  if (merchantReference !== undefined && merchantReference !== attempt.id) {
    throw new ContradictionError('Adyen answers of another payment');
  }
  if (request === 'details' && merchantReference === undefined) {
    return { outcome: 'pending', reference: known ?? attempt.id };
  }
  if (result.amount !== undefined) expectSameAmount(attempt, result.amount);
  const reference = result.pspReference ?? known ?? attempt.id;
  return namedOutcome(result, reference, request);
}

function namedOutcome(
  result: PaymentResult,
  reference: string,
  request: Answered['request'],
): AcquirerAnswer {
  switch (result.resultCode) {
    case 'Authorised':
      // Without a pspReference, the payment could not be refunded: wait for the webhook, which has it.
      return result.pspReference === undefined
        ? { outcome: 'pending', reference }
        : { outcome: 'approved', reference, rrn: undefined, ...authenticated(result, request) };
    case 'Refused':
    case 'Cancelled':
    case 'Error':
      return declineOf(reference, {
        code: result.refusalReasonCode,
        name: result.refusalReason ?? WITHOUT_REASON[result.resultCode],
        scheme: schemeAdviceOf(result.additionalData),
        ...authenticated(result, request),
      });
    case 'Pending':
    case 'Received':
      return { outcome: 'pending', reference };
    case 'RedirectShopper':
      return challengeOf(reference, result.action);
    default:
      throw new Error('Adyen wants what this page cannot do');
  }
}

/** The refusal reasons of results that mean one by themselves. */
const WITHOUT_REASON: Readonly<Record<string, string | undefined>> = { Cancelled: 'Cancelled' };

const secureData = z
  .object({ threeDAuthenticated: text, eci: text, scaExemptionRequested: text })
  .optional()
  .catch(undefined);

const EXEMPTIONS: ReadonlySet<string> = new Set([
  'lowValue',
  'secureCorporate',
  'trustedBeneficiary',
  'transactionRiskAnalysis',
]);

/**
 * Returns how the payer was authenticated. An answer of /payments/details means that the shopper was sent to the
 * bank's page.
 */
function authenticated(
  { additionalData }: PaymentResult,
  request: Answered['request'],
): { authentication?: Authentication } {
  const data = secureData.parse(additionalData);
  const isExempted = EXEMPTIONS.has(data?.scaExemptionRequested ?? '');
  const done = request === 'details' ? 'challenged' : 'frictionless';
  const flow = data?.threeDAuthenticated === 'true' ? done : isExempted ? 'exempted' : undefined;
  const authentication = authenticationOf(flow, data?.eci);
  return authentication === undefined ? {} : { authentication };
}

function challengeOf(reference: string, action: PaymentResult['action']): AcquirerAnswer {
  if (action?.type !== 'redirect' || action.method !== 'GET') {
    throw new Error('Adyen wants a challenge that is no redirect');
  }
  return { outcome: 'challenge', reference, url: action.url };
}

const amountOf = z.object({ currency: z.string(), value: z.int() });

export function expectSameAmount({ amountMinor, currency }: Expected, amount: unknown): void {
  const { data } = amountOf.safeParse(amount);
  const isSame = data?.currency === currency && BigInt(data.value) === amountMinor;
  if (!isSame) throw new ContradictionError('Adyen answers of another amount or currency');
}
