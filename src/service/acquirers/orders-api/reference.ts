import { createHash } from 'node:crypto';
import type { PayinOrder } from '#contract/schemas/payin.ts';

/**
 * The acquirer's order before the card was sent, saved with the attempt. If the order's `pay_url` has changed since,
 * it is a challenge; if its message has changed, the card was declined.
 */
export interface SavedOrder {
  id: string;
  payUrl: string;
  /** A digest of the message; empty without one. */
  message: string;
  /** From when on the acquirer refuses the request with the card as too old, by our clock. */
  refusedFrom: Date | undefined;
}

export function writeReference(order: PayinOrder, refusedFrom?: Date): string {
  const { id, pay_url: payUrl = '' } = order;
  const until = refusedFrom?.toISOString() ?? '';
  return `${id} ${payUrl} ${messageDigest(order)} ${until}`.trimEnd();
}

export function readReference(reference: string): SavedOrder {
  const [id = '', payUrl = '', message = '', until = ''] = reference.split(' ', 4);
  return { id, payUrl, message, refusedFrom: until === '' ? undefined : new Date(until) };
}

/** Returns a digest of the order's message; empty without one. */
export function messageDigest({ provider_error_message: message = '' }: PayinOrder): string {
  return message === '' ? '' : createHash('sha256').update(message).digest('base64url');
}
