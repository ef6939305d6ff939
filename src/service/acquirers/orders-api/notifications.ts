import { readJson } from '#contract/json/json.ts';
import {
  parseWebhook,
  type WebhookDispute,
  type WebhookPayinOrder,
  type WebhookRefund,
} from '#contract/schemas/webhook.ts';
import { verifyWebhook } from '#contract/signature/webhook.ts';
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
import { minorOf } from './payin-outcome.ts';
import { refundNamed } from './refunds.ts';
import type { OrdersApiTerminal } from './terminal.ts';

/**
 * Reads the acquirer's webhooks. The reference in them contains our attempt's or refund's id. A status inquiry
 * follows, instead of trusting the reported status.
 */
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
  return event.ok ? readEvent(settings, event) : readEach(settings, body);
}

type Settings = Pick<OrdersApiTerminal['settings'], 'refunds'>;

/** Reads the items of an event one by one, because some of them cannot be read. */
function readEach(settings: Settings, body: Uint8Array): NotificationReading {
  const { data: items = [] } = z.array(z.unknown()).safeParse(readJson(body));
  if (items.length === 0) return { ok: false, problem: 'unreadable' };
  const readings = items.map((item) => {
    const event = parseWebhook(new TextEncoder().encode(JSON.stringify([item])));
    if (event.ok) return readEvent(settings, event);
    const { status } = outline.safeParse(item).data ?? {};
    return { notifications: [], skipped: [{ why: 'unreadable', event: status }] } as const;
  });
  return {
    ok: true,
    notifications: readings.flatMap(({ notifications }) => notifications),
    skipped: readings.flatMap(({ skipped = [] }) => skipped),
  };
}

/** What names an item that cannot be read. */
const outline = z.object({ status: z.string().optional().catch(undefined) });

function readEvent(
  settings: Settings,
  event: Extract<ReturnType<typeof parseWebhook>, { ok: true }>,
): Extract<NotificationReading, { ok: true }> {
  if (event.type === 'refund') {
    const notifications = event.refunds.map((refund) => {
      const attemptId = settings.refunds ? refundNamed(refund.reference_id) : undefined;
      if (attemptId === undefined) return noticeOf(refund);
      return { kind: 'refund', attemptId, reported: undefined } as const;
    });
    return { ok: true, notifications };
  }
  if (event.type === 'dispute') {
    return { ok: true, notifications: event.disputes.flatMap(readDispute) };
  }
  const notifications = new Map<string, Notification>();
  const skipped: SkippedItem[] = [];
  for (const order of event.orders) {
    const { reference_id: attemptId } = order;
    if (attemptId === undefined) {
      skipped.push({ why: 'unreadable', event: order.status });
      continue;
    }
    // A payout may be split into several orders, which count only as a whole.
    if (event.type === 'payout') {
      notifications.set(attemptId, { kind: 'payout', attemptId, reported: undefined });
      continue;
    }
    // Several payins with one reference are several payments, each with its own outcome.
    const payin = { kind: kindOf(order), attemptId, reported: reportOf(order) };
    notifications.set(`${attemptId} ${order.id}`, payin);
  }
  return {
    ok: true,
    notifications: [...notifications.values()],
    ...(skipped.length > 0 && { skipped }),
  };
}

/** Builds a notice for a refund that we did not make. The acquirer's order is our attempt's reference. */
function noticeOf({ id, payin_id: reference, status, amount, currency }: WebhookRefund): Notice {
  return {
    kind: 'notice',
    about: { reference },
    id: `${id} ${status}`,
    event: `refund ${status}`,
    detail: `${formatMinor(minorOf(amount))} ${currency}`,
  };
}

/** The step that a dispute's status is, for an acquirer that sends no history. */
const STEPS: Readonly<Record<WebhookDispute['status'], DisputeStep>> = {
  INQUIRY: 'inquiry_opened',
  OPEN: 'charged_back',
  UNDER_REVIEW: 'answered',
  WON: 'won',
  LOST: 'lost',
  CLOSED: 'inquiry_closed',
};

/**
 * Reads the acquirer's dispute of the order that is our attempt's reference. What its latest event was is in its
 * history. A reminder of the deadline changes nothing: ours is sent on its own.
 */
function readDispute(dispute: WebhookDispute): DisputeNotice[] {
  const { id, payin_id: reference, event, status, answer_by_date: answerBy } = dispute;
  if (event === 'due_soon') return [];
  const latest = dispute.history?.at(-1);
  const reported = latest?.date ?? dispute.update_date;
  return [
    {
      kind: 'dispute',
      about: { reference },
      reference: id,
      id: `${id} ${event} ${String(reported)}`,
      event: `dispute ${event}`,
      step: latest?.step ?? STEPS[status],
      disputed: { amountMinor: minorOf(dispute.amount), currency: dispute.currency },
      reasonCode: dispute.reason_code,
      answerBy: answerBy === undefined ? undefined : new Date(answerBy * 1_000),
      reportedAt: new Date(reported * 1_000),
      detail: undefined,
    },
  ];
}

/** Returns the kind of payment. An acquirer that sends no payment source takes cards. */
function kindOf({ payment_source: source = 'CARD' }: WebhookPayinOrder): Notification['kind'] {
  return source === 'CARD' ? 'card' : 'transfer';
}

function reportOf({ id, status, currency, amount }: ReportedOrder): ReportedPayment {
  return {
    event: status,
    success: status === 'SUCCESS',
    approves: status === 'SUCCESS',
    reference: id,
    amountMinor: minorOf(amount),
    currency,
    reason: undefined,
  };
}

type ReportedOrder = Pick<WebhookPayinOrder, 'id' | 'status' | 'currency' | 'amount'>;
