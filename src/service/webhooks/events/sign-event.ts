import { signStandardWebhook } from '#contract/signature/webhook.ts';
import { signWebhook } from '#contract/signature/signature.ts';
import type { SigningSecrets } from './secrets.ts';

/** By which receivers distinguish a repeated delivery from a new event; the same on each attempt. */
export function webhookId(eventId: string): string {
  return `evt_${eventId}`;
}

/** The headers of one delivery: the specification's, and those of Standard Webhooks beside it. */
export function deliveryHeaders(
  eventId: string,
  body: Buffer,
  secrets: SigningSecrets,
  now: Date,
): Record<string, string> {
  const id = webhookId(eventId);
  const timestamp = Math.floor(now.getTime() / 1_000).toString();
  return {
    'content-type': 'application/json',
    'user-agent': 'Tollgate',
    'x-signature': signWebhook(secrets.single, body),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signStandardWebhook(secrets.all, { id, timestamp, body }),
  };
}
