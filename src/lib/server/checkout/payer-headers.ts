import { PAYER_HEADER_LENGTH, type PayerHeaders } from '#contract/schemas/payer-context.ts';

import { addressOf } from '../security/client-address.ts';

/**
 * What the shopper's browser said of itself with its form, for 3-D Secure. `hasScript`: whether a
 * script sent it; the browser data beside a form that none sent are nominal.
 */
export const payerHeaders = (request: Request, hasScript: boolean): PayerHeaders => ({
  'X-Payer-Address': addressOf(request),
  'X-Payer-User-Agent': said(request, 'user-agent'),
  'X-Payer-Accept': said(request, 'accept'),
  'X-Payer-Accept-Language': said(request, 'accept-language'),
  'X-Payer-Script': hasScript ? 'true' : 'false',
});

const said = ({ headers }: Request, name: string): string | undefined =>
  headers.get(name)?.slice(0, PAYER_HEADER_LENGTH);
