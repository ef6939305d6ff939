import type { PayinOrder } from '#contract/schemas/payin.ts';

/**
 * What is remembered of an attempt: the gateway's order, and the address of its page before there was a
 * challenge; an order whose pay_url is another one has sent its shopper away.
 */
export interface RememberedOrder {
  id: string;
  payUrl: string;
}

export function writeReference({ id, pay_url: payUrl = '' }: PayinOrder): string {
  return `${id} ${payUrl}`;
}

export function readReference(reference: string): RememberedOrder {
  const [id = '', payUrl = ''] = reference.split(' ', 2);
  return { id, payUrl };
}
