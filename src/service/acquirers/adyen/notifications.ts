import { readJson } from '#contract/json/json.ts';
import { formatMinor } from '#domain/money.ts';
import type { DisputeStep } from '#domain/dispute/status.ts';
import { z } from 'zod';
import type {
  DisputeNotice,
  Notice,
  Notification,
  NotificationReading,
  ReportedPayment,
  SkippedItem,
} from '../port.ts';
import type { AdyenTerminal } from './client.ts';
import { isApproval, OUTCOME_EVENTS } from './confirm-notification.ts';
import { disputeIn } from './disputes.ts';
import { refundIn } from './refunds.ts';

const text = z
  .string()
  .nullish()
  .transform((given) => given ?? undefined);

const item = z.looseObject({
  pspReference: z.string(),
  /** Empty, null or missing if the item is not about a modification. */
  originalReference: text.transform((given) => (given === '' ? undefined : given)),
  merchantAccountCode: z.string(),
  merchantReference: z.string(),
  amount: z.object({ currency: z.string(), value: z.int() }),
  eventCode: z.string(),
  eventDate: z.iso.datetime({ offset: true }).optional().catch(undefined),
  /** Text according to Adyen's schema; some senders write a boolean. */
  success: z
    .union([z.enum(['true', 'false']), z.boolean()])
    .transform((given) => (String(given) === 'true' ? 'true' : 'false')),
  reason: text,
  paymentMethod: text,
  additionalData: z.looseObject({ hmacSignature: z.string().min(1) }),
});
type Item = z.output<typeof item>;

/** What tells why an item is skipped, whatever else it has. */
const outline = z.object({
  eventCode: z.string().optional().catch(undefined),
  merchantAccountCode: z.string().optional().catch(undefined),
  additionalData: z
    .object({ hmacSignature: z.string().min(1) })
    .optional()
    .catch(undefined),
});

const wrapped = z.object({ NotificationRequestItem: z.unknown() });
const webhook = z.object({ notificationItems: z.array(z.unknown()).min(1).max(100) });

/**
 * Reads Adyen's standard webhooks. Each item is signed. One webhook may contain items of several merchant accounts of a
 * company, and items that Adyen did not sign or that cannot be read. These are skipped, and do not hold up the others.
 * If an item's signature is wrong, or none has the right one, nobody knows who sent the webhook.
 */
export async function readNotification(
  { settings, credentials }: Pick<AdyenTerminal, 'settings' | 'credentials'>,
  body: Uint8Array,
): Promise<NotificationReading> {
  const parsed = webhook.safeParse(readJson(body));
  if (!parsed.success) return FORGED;
  const { hmacValidator: HmacValidator } = await import('@adyen/api-library');
  const validator = new HmacValidator();
  const verified: Item[] = [];
  const skipped: SkippedItem[] = [];
  for (const each of parsed.data.notificationItems) {
    const raw = wrapped.safeParse(each).data?.NotificationRequestItem;
    const { data: one } = item.safeParse(raw);
    if (one === undefined) {
      skipped.push(skippedItem(raw, settings.merchant_account));
      continue;
    }
    const { hmacSignature } = one.additionalData;
    if (!validator.validateHMACSignature(credentials.hmac_key, hmacSignature, signedText(one))) {
      return FORGED;
    }
    verified.push(one);
    if (one.merchantAccountCode !== settings.merchant_account) {
      skipped.push({ why: 'other_account', event: one.eventCode });
    }
  }
  if (verified.length === 0) return FORGED;
  const ours = verified.filter((one) => one.merchantAccountCode === settings.merchant_account);
  const notifications = ours.flatMap(notificationsOf);
  return { ok: true, notifications, ...(skipped.length > 0 && { skipped }) };
}

const FORGED = { ok: false, problem: 'forged' } as const;

function skippedItem(raw: unknown, ownAccount: string): SkippedItem {
  const { eventCode, merchantAccountCode, additionalData } = outline.safeParse(raw).data ?? {};
  if (merchantAccountCode !== undefined && merchantAccountCode !== ownAccount) {
    return { why: 'other_account', event: eventCode };
  }
  return { why: additionalData === undefined ? 'unsigned' : 'unreadable', event: eventCode };
}

/** Returns the signed text, in the order and with the separator of docs.adyen.com ("Verify HMAC signatures"). */
function signedText(one: Item): string {
  return [
    one.pspReference,
    one.originalReference ?? '',
    one.merchantAccountCode,
    one.merchantReference,
    one.amount.value,
    one.amount.currency,
    one.eventCode,
    one.success,
  ].join(':');
}

const MB_WAY = 'mbway';
const OUTCOMES: ReadonlySet<string> = new Set(OUTCOME_EVENTS);
const FAILED_CAPTURE = 'CAPTURE false';
/** The events after which money goes back to the payer. They are also notices, because an operator must know. */
const REVERSAL_EVENTS: ReadonlySet<string> = new Set([
  'CANCELLATION',
  'CANCEL_OR_REFUND',
  'EXPIRE',
]);

/** The events that the money of a refund came back. */
const RETURN_EVENTS: ReadonlySet<string> = new Set(['REFUND_FAILED', 'REFUNDED_REVERSED']);

function notificationsOf(one: Item): (Notification | Notice | DisputeNotice)[] {
  const refundId = refundIn(one.eventCode, one.merchantReference);
  // That money did not come back after all changes nothing.
  const isUndone = RETURN_EVENTS.has(one.eventCode) && one.success === 'false';
  if (refundId !== undefined && !isUndone) {
    // For a refund, the reference is the item's own pspReference, as in the answer to its request.
    const reported = { ...reportedIn(one), reference: one.pspReference };
    return [{ kind: 'refund', attemptId: refundId, reported }];
  }
  const attemptId = z.uuid().safeParse(one.merchantReference).data;
  const isOutcome =
    OUTCOMES.has(one.eventCode) && `${one.eventCode} ${one.success}` !== FAILED_CAPTURE;
  const notice = noticeOf(one, attemptId);
  const dispute = disputeOf(one, notice);
  if (dispute !== undefined) return [dispute];
  if (attemptId === undefined || !isOutcome) return [notice];
  const kind = one.paymentMethod === MB_WAY ? 'transfer' : 'card';
  const outcome = { kind, attemptId, reported: reportedIn(one) } as const;
  return REVERSAL_EVENTS.has(one.eventCode) ? [outcome, notice] : [outcome];
}

/** The event that a payment was made: it names the payment itself, whatever its original reference is. */
const AUTHORISATION = 'AUTHORISATION';

function reportedIn(one: Item): ReportedPayment {
  const original = one.eventCode === AUTHORISATION ? undefined : one.originalReference;
  return {
    event: one.eventCode,
    success: one.success === 'true',
    approves: isApproval(one.eventCode, one.success === 'true'),
    // For a modification, the payment's pspReference is the original one.
    reference: original ?? one.pspReference,
    ...(original !== undefined && { ownReference: one.pspReference }),
    amountMinor: BigInt(one.amount.value),
    currency: one.amount.currency,
    reason: one.reason,
  };
}

function noticeOf(one: Item, attemptId: string | undefined): Notice {
  const { eventCode, pspReference, amount, success, reason } = one;
  const facts = [
    `${formatMinor(BigInt(amount.value))} ${amount.currency}`,
    success === 'false' && 'not done',
    reason,
  ];
  return {
    kind: 'notice',
    about: attemptId === undefined ? paymentOf(one) : { attemptId },
    id: `${eventCode} ${pspReference}`,
    event: eventCode,
    detail: facts.filter(Boolean).join(', '),
  };
}

/**
 * Reads a dispute. If originalReference is present, it is the payment's, and pspReference the dispute's. Otherwise
 * pspReference is the payment's in some events. An event that did not succeed is no step of a dispute.
 */
function disputeOf(one: Item, notice: Notice): DisputeNotice | undefined {
  const { eventCode, eventDate, pspReference, amount, additionalData, success } = one;
  const dispute = success === 'true' ? disputeIn(eventCode, additionalData) : undefined;
  return (
    dispute && {
      ...notice,
      ...dispute,
      kind: 'dispute',
      id: disputeEventId(one, dispute.step),
      reference: pspReference,
      disputed: { amountMinor: BigInt(amount.value), currency: amount.currency },
      reportedAt: eventDate === undefined ? undefined : new Date(eventDate),
      isDateUnsigned: true,
    }
  );
}

/**
 * Returns the id of an event: the signed members, so that changing others makes no new event. Issuers may comment more
 * than once, and a comment moves nothing, so its date is part of the id.
 */
function disputeEventId(
  { eventCode, eventDate, pspReference, originalReference, amount, success }: Item,
  step: DisputeStep,
): string {
  const money = `${amount.value} ${amount.currency}`;
  // Words keep the numbers apart: side by side, they could pass for the number of a card.
  const signed = `${eventCode} ${pspReference} of ${originalReference ?? '-'} for ${money}, ${success}`;
  return step === 'commented' ? `${signed}, ${eventDate ?? '-'}` : signed;
}

/** Returns undefined for an item that names no payment, such as a report. */
function paymentOf({ merchantReference, originalReference, pspReference }: Item): Notice['about'] {
  const named = merchantReference !== '' || originalReference !== undefined;
  return named ? { reference: originalReference ?? pspReference } : undefined;
}
