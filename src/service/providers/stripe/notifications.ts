import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { NotificationReading } from '../acquirer.ts';
import { clientFor, type StripeTerminal } from './client.ts';

const ourIntent = z.object({
  object: z.literal('payment_intent'),
  metadata: z.object({ attempt_id: z.uuid() }),
});

/** Stripe's signed webhooks. Those about anything but a payment intent of ours say nothing here. */
export async function readNotification(
  terminal: StripeTerminal,
  headers: Headers,
  body: Uint8Array,
): Promise<NotificationReading> {
  const stripe = await clientFor(terminal, NEVER);
  const event = verified(stripe, terminal.credentials.webhook_secret, headers, body);
  if (event === undefined) return { ok: false, problem: 'forged' };
  const intent = ourIntent.safeParse(event.data.object);
  if (!intent.success) return { ok: true, notifications: [] };
  const { attempt_id: attemptId } = intent.data.metadata;
  return { ok: true, notifications: [{ kind: 'card', attemptId, reported: undefined }] };
}

/** Verifying speaks to nobody. */
const NEVER = new AbortController().signal;

function verified(
  stripe: Stripe,
  secret: string,
  headers: Headers,
  body: Uint8Array,
): Stripe.Event | undefined {
  try {
    const signature = headers.get('stripe-signature') ?? '';
    return stripe.webhooks.constructEvent(Buffer.from(body), signature, secret);
  } catch {
    return undefined;
  }
}
