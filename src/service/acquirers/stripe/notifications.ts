import { readJson } from '#contract/json/json.ts';
import { CURRENCIES, formatMinor, type Currency } from '#domain/money.ts';
import { z } from 'zod';
import type { Notice, Notification, NotificationReading } from '../port.ts';
import type { StripeTerminal } from './client.ts';
import { disputeIn } from './disputes.ts';
import { withCharge } from './payment-intent.ts';

const text = z.string().min(1).optional().catch(undefined);
const minor = z.int().optional().catch(undefined);

/** The members read from any event. Others may be missing or change. */
const stripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.object({
      object: text,
      id: text,
      /** Set by us. A charge has its payment intent's metadata. */
      metadata: z.object({ attempt_id: z.uuid() }).optional().catch(undefined),
      payment_intent: z
        .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
        .optional()
        .catch(undefined),
      status: text,
      reason: text,
      fraud_type: text,
      amount: minor,
      amount_received: minor,
      currency: text,
    }),
  }),
});
type StripeEvent = z.output<typeof stripeEvent>;

const named = z.object({ type: text });

/** An event about a refund that we made. A status inquiry follows. */
const ownRefund = z.object({
  type: z.enum(['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated']),
  data: z.object({ object: z.object({ metadata: z.object({ refund_id: z.uuid() }) }) }),
});

/**
 * Reads Stripe's signed webhooks. Events of a payment intent or its charge report an attempt's outcome, those of
 * our refunds the refund's, those of a dispute its state. All others become notices: other refunds, fraud warnings,
 * reviews and unknown events.
 */
export function readNotification(
  terminal: StripeTerminal,
  headers: Headers,
  body: Uint8Array,
): NotificationReading {
  if (!isSigned(terminal, headers, body)) return { ok: false, problem: 'forged' };
  const signed = readJson(body);
  const dispute = disputeIn(signed);
  if (dispute !== undefined) return { ok: true, notifications: [dispute] };
  const event = stripeEvent.safeParse(signed);
  if (!event.success) {
    return { ok: false, problem: 'unreadable', event: named.safeParse(signed).data?.type };
  }
  const refund = ownRefund.safeParse(signed);
  if (refund.success) {
    const attemptId = refund.data.data.object.metadata.refund_id;
    return { ok: true, notifications: [{ kind: 'refund', attemptId, reported: undefined }] };
  }
  if (IGNORED_EVENTS.has(event.data.type)) return { ok: true, notifications: [] };
  const read = outcomeIn(event.data) ?? noticeIn(event.data);
  return { ok: true, notifications: [read] };
}

/**
 * Events that say nothing new. `payment_intent.created` comes before the card is sent; `charge.refunded` does not
 * name its refund, which `refund.created` has reported.
 */
const IGNORED_EVENTS: ReadonlySet<string> = new Set(['payment_intent.created', 'charge.refunded']);

/** Events that report a payment's state and name the intent to inquire about. */
const OUTCOME_EVENTS: ReadonlySet<string> = new Set([
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'payment_intent.partially_funded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'charge.captured',
  'charge.failed',
  'charge.pending',
  'charge.succeeded',
  'charge.updated',
]);

/** Some senders leave the status of an earlier success in these. */
const FAILURES: ReadonlySet<string> = new Set([
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'charge.failed',
]);

function outcomeIn({ type, data: { object } }: StripeEvent): Notification | undefined {
  const intent = intentOf(object);
  if (!OUTCOME_EVENTS.has(type) || object.metadata === undefined || intent === undefined) {
    return undefined;
  }
  const reference = object.object === 'charge' ? withCharge(intent, object.id) : intent;
  const isSuccess = object.status === 'succeeded' && !FAILURES.has(type);
  return {
    kind: 'card',
    attemptId: object.metadata.attempt_id,
    reported: {
      event: type,
      success: isSuccess,
      approves: isSuccess,
      reference,
      amountMinor: BigInt(object.amount_received ?? object.amount ?? 0),
      currency: object.currency?.toUpperCase() ?? '',
      reason: undefined,
    },
  };
}

function noticeIn({ id, type: event, data: { object } }: StripeEvent): Notice {
  const reference = intentOf(object);
  const about =
    object.metadata === undefined
      ? reference !== undefined && { reference }
      : { attemptId: object.metadata.attempt_id };
  const facts = [amountIn(object), object.reason ?? object.fraud_type, object.status];
  const detail = facts.filter((part) => part !== undefined).join(', ');
  return { kind: 'notice', about: about || undefined, id, event, detail };
}

function intentOf(object: StripeEvent['data']['object']): string | undefined {
  return object.object === 'payment_intent' ? object.id : object.payment_intent;
}

function amountIn({ amount, currency }: StripeEvent['data']['object']): string | undefined {
  const known = CURRENCIES.find((name): name is Currency => name === currency?.toUpperCase());
  if (amount === undefined || known === undefined) return undefined;
  return `${formatMinor(BigInt(amount))} ${known}`;
}

/** How old a signature may be; Stripe's package has the same default. */
const TOLERANCE_SECONDS = 300;

/** Whether an event is signed. The package refuses signed events that are not of its own kind, so it does not read them. */
function isSigned(
  { Stripe: { webhooks }, credentials }: StripeTerminal,
  headers: Headers,
  body: Uint8Array,
): boolean {
  try {
    const signature = headers.get('stripe-signature') ?? '';
    const { webhook_secret: secret } = credentials;
    return (
      webhooks.signature?.verifyHeader(Buffer.from(body), signature, secret, TOLERANCE_SECONDS) ===
      true
    );
  } catch {
    return false;
  }
}
