import { createHash } from 'node:crypto';
import type { PayinOrder } from '#contract/schemas/payin.ts';

/**
 * The gateway's order before the card was sent, saved with the attempt. If the order's `pay_url` has changed since,
 * it is a challenge; if its message has changed, the card was declined.
 */
export interface SavedOrder {
  id: string;
  payUrl: string;
  /** A digest of the message; empty without one. */
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

/** Returns a digest of the order's message; empty without one. */
export function messageDigest({ provider_error_message: message = '' }: PayinOrder): string {
  return message === '' ? '' : createHash('sha256').update(message).digest('base64url');
}
