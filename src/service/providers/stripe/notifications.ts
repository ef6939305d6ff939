import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { NotificationReading } from '../acquirer.ts';
import type { StripeTerminal } from './client.ts';

const ourIntent = z.object({
  object: z.literal('payment_intent'),
  metadata: z.object({ attempt_id: z.uuid() }),
});

/** Stripe's signed webhooks. Those about anything but a payment intent of ours say nothing here. */
export function readNotification(
  terminal: StripeTerminal,
  headers: Headers,
  body: Uint8Array,
): NotificationReading {
  const event = verified(terminal, headers, body);
  if (event === undefined) return { ok: false, problem: 'forged' };
  const intent = ourIntent.safeParse(event.data.object);
  if (!intent.success) return { ok: true, notifications: [] };
  const { attempt_id: attemptId } = intent.data.metadata;
  return { ok: true, notifications: [{ kind: 'card', attemptId, reported: undefined }] };
}

function verified(
  { Stripe: { webhooks }, credentials }: StripeTerminal,
  headers: Headers,
  body: Uint8Array,
): Stripe.Event | undefined {
  try {
    const signature = headers.get('stripe-signature') ?? '';
    return webhooks.constructEvent(Buffer.from(body), signature, credentials.webhook_secret);
  } catch {
    return undefined;
  }
}
