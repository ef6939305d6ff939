import type { PayerHeaders } from '#contract/schemas/card-data.ts';
import type { SignedPayment } from '../../payins/authorize.ts';
import type { Credentials } from '../authenticate.ts';

/** A caller who says nothing of scripts is a form of a merchant's own, which has one. */
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
