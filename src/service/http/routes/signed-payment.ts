import type { PayerHeaders } from '#contract/schemas/card-data.ts';
import type { SignedPayment } from '../../payins/record-attempt.ts';
import type { Credentials } from '../authenticate.ts';

/**
 * Returns a signed payment with its payer. A caller that does not mention scripts is a merchant's own form, which
 * has them.
 */
export function signedPayment(
  { timestamp, signature }: Credentials,
  headers: PayerHeaders,
): SignedPayment {
  return {
    timestamp,
    signature,
    payer: {
      address: headers['X-Payer-Address'],
      userAgent: headers['X-Payer-User-Agent'],
      accept: headers['X-Payer-Accept'],
      acceptLanguage: headers['X-Payer-Accept-Language'],
      script: headers['X-Payer-Script'] !== 'false',
    },
  };
}
