import { z } from 'zod';
import { readJson } from '#contract/json/json.ts';
import type { Notification, NotificationReading } from '../acquirer.ts';
import type { AdyenTerminal } from './client.ts';

const item = z.looseObject({
  pspReference: z.string(),
  originalReference: z.string().optional(),
  merchantAccountCode: z.string(),
  merchantReference: z.string(),
  amount: z.object({ currency: z.string(), value: z.int() }),
  eventCode: z.string(),
  eventDate: z.string(),
  success: z.enum(['true', 'false']),
  reason: z.string().optional(),
  additionalData: z.looseObject({ hmacSignature: z.string() }),
});
type Item = z.output<typeof item>;

const webhook = z.object({
  notificationItems: z
    .array(z.object({ NotificationRequestItem: item }))
    .min(1)
    .max(100),
});

/** Adyen's standard webhooks, each item of which is signed. Those about no attempt of ours are left out. */
export async function readNotification(
  { settings, credentials }: AdyenTerminal,
  body: Uint8Array,
): Promise<NotificationReading> {
  const parsed = webhook.safeParse(readJson(body));
  if (!parsed.success) return { ok: false, problem: 'forged' };
  const items = parsed.data.notificationItems.map((each) => each.NotificationRequestItem);
  const { hmacValidator: HmacValidator } = await import('@adyen/api-library');
  const validator = new HmacValidator();
  const isOurs = (one: Item) =>
    one.merchantAccountCode === settings.merchant_account &&
    validator.validateHMACSignature(
      credentials.hmac_key,
      one.additionalData.hmacSignature,
      signedText(one),
    );
  if (!items.every(isOurs)) return { ok: false, problem: 'forged' };
  return { ok: true, notifications: items.flatMap(notificationOf) };
}

/** In the order and with the separator that docs.adyen.com gives ("Verify HMAC signatures"). */
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

function notificationOf(one: Item): Notification[] {
  const attemptId = z.uuid().safeParse(one.merchantReference);
  if (!attemptId.success) return [];
  const reported = {
    event: one.eventCode,
    success: one.success === 'true',
    reference: one.pspReference,
    amountMinor: BigInt(one.amount.value),
    currency: one.amount.currency,
    reason: one.reason,
  };
  return [{ kind: 'card', attemptId: attemptId.data, reported }];
}
