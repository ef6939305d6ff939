import { z } from 'zod';
import { ContradictionError, type KnownAttempt } from '../acquirer.ts';
import type { ProviderAnswer } from '../provider.ts';
import { declineOf } from './decline.ts';

type Expected = Pick<KnownAttempt, 'id' | 'amountMinor' | 'currency'>;

/** What is read of an answer of /payments and of /payments/details. */
const paymentResult = z.object({
  resultCode: z.string(),
  pspReference: z.string().default(''),
  merchantReference: z.string(),
  amount: z.object({ currency: z.string(), value: z.int() }).optional(),
  refusalReason: z.string().optional(),
  refusalReasonCode: z.string().optional(),
  action: z
    .object({ type: z.string(), method: z.string().optional(), url: z.url() })
    .optional()
    .catch(undefined),
});

/**
 * What a result means for the attempt.
 *
 * @throws ContradictionError for one of another attempt, amount or currency; an error for one that leads
 *   nowhere from this page: such a payment is cancelled when it is asked about
 */
export function outcomeOf(answer: unknown, attempt: Expected): ProviderAnswer {
  const parsed = paymentResult.safeParse(answer);
  if (!parsed.success) throw new Error('Adyen answered what is no payment result');
  const result = parsed.data;
  const { pspReference: reference, amount } = result;
  if (result.merchantReference !== attempt.id) {
    throw new ContradictionError('Adyen answers of another payment');
  }
  switch (result.resultCode) {
    case 'Authorised':
      expectSameAmount(attempt, amount);
      return { outcome: 'approved', reference, rrn: undefined };
    case 'Refused':
    case 'Cancelled':
      return declineOf(reference, { code: result.refusalReasonCode, name: result.refusalReason });
    case 'Error':
      return { ...declineOf(reference, { name: result.refusalReason }), mayTryAnother: true };
    case 'Pending':
    case 'Received':
      return { outcome: 'pending', reference };
    case 'RedirectShopper':
      return challengeOf(reference, result.action);
    default:
      throw new Error('Adyen wants what this page cannot do');
  }
}

function challengeOf(
  reference: string,
  action: z.output<typeof paymentResult>['action'],
): ProviderAnswer {
  if (action?.type !== 'redirect' || action.method !== 'GET') {
    throw new Error('Adyen wants a challenge that is no redirect');
  }
  return { outcome: 'challenge', reference, url: action.url };
}

export function expectSameAmount(
  { amountMinor, currency }: Expected,
  amount: { currency: string; value: number } | undefined,
): void {
  const isSame = amount?.currency === currency && BigInt(amount.value) === amountMinor;
  if (!isSame) throw new ContradictionError('Adyen answers of another amount or currency');
}
