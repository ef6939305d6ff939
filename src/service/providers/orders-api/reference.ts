import { createHash } from 'node:crypto';
import type { PayinOrder } from '#contract/schemas/payin.ts';

/**
 * What is saved with an attempt: the gateway's order as it was before the card was sent. One whose
 * pay_url is another one since has sent its shopper away; one whose message is, has declined the card.
 */
export interface SavedOrder {
  id: string;
  payUrl: string;
  /** Of the message, where there was one. */
  message: string;
}

export function writeReference(order: PayinOrder): string {
  const { id, pay_url: payUrl = '' } = order;
  return `${id} ${payUrl} ${messageDigest(order)}`.trimEnd();
}

export function readReference(reference: string): SavedOrder {
  const [id = '', payUrl = '', message = ''] = reference.split(' ', 3);
  return { id, payUrl, message };
}

/** An empty message is none. */
export function messageDigest({ provider_error_message: message = '' }: PayinOrder): string {
  return message === '' ? '' : createHash('sha256').update(message).digest('base64url');
}
