import { parseWebhook } from '#contract/schemas/webhook.ts';
import { verifyWebhook } from '#contract/signature/webhook.ts';
import type { Notification, NotificationReading } from '../acquirer.ts';
import type { OrdersApiTerminal } from './terminal.ts';

/** The gateway's webhooks. They name the order by its reference, our attempt's id; it is asked about. */
export function readNotification(
  { settings, credentials, tools }: OrdersApiTerminal,
  headers: Headers,
  body: Uint8Array,
): NotificationReading {
  const verdict = verifyWebhook(body, headers, {
    secrets: [credentials.webhook_secret],
    nowMs: tools.now().getTime(),
    allowUndated: settings.undated_webhooks,
  });
  if (!verdict.ok) return { ok: false, problem: 'forged' };
  const event = parseWebhook(body);
  if (!event.ok) return { ok: false, problem: 'unreadable' };
  const kind = event.type === 'payin' ? 'card' : 'payout';
  const attemptIds = new Set(event.orders.flatMap(({ reference_id: id }) => id ?? []));
  const notifications = [...attemptIds].map((attemptId): Notification => ({
    kind,
    attemptId,
    reported: undefined,
  }));
  return { ok: true, notifications };
}
