import type { OrderDirection } from '#domain/order/direction.ts';
import type { RefundStatus, OrderStatus } from '#domain/order/status.ts';
import type { ResolutionCode } from '#domain/order/resolution.ts';
import { Counter, Histogram, Registry } from 'prom-client';

export interface OrderTransition {
  direction: OrderDirection;
  status: OrderStatus;
  methodId: string;
  /** The latest attempt's terminal, if the order has one. */
  terminalId: string | null;
}

export interface SettledAttempt {
  direction: OrderDirection;
  outcome: string;
  /** The decline reason; null for any other outcome. */
  reason: string | null;
  terminalId: string | null;
}

export interface EndedRefund {
  status: RefundStatus;
  /** Why it failed; null if it did not. */
  code: ResolutionCode | null;
}

export interface UnmappedDecline {
  terminalId: string | null;
  /** The acquirer's code, which the adapter's table does not know. */
  code: string;
}

export interface Shortfall {
  methodId: string;
  /** The payer's. */
  currency: string;
  amountMinor: bigint;
}

export interface SkippedNotification {
  terminalId: string;
  why: 'unsigned' | 'unreadable' | 'other_account' | 'unknown_payment';
}

export interface LimitedAttempt {
  merchantId: string;
  /** The limit's name in the merchant's attempt limits. */
  limit: string;
  /** `would_refuse` in a dry run, which refuses nothing. */
  result: 'refused' | 'would_refuse';
}

export interface TerminalCall {
  terminalId: string;
  /** `authorize`, `pay`, … */
  call: string;
  /** The answer; `error` if there was none. */
  result: string;
  seconds: number;
}

const WEBHOOK_RESULTS = ['delivered', 'failed', 'given_up'] as const;
type WebhookResult = (typeof WEBHOOK_RESULTS)[number];

/**
 * Counters of what this process does. A transaction that is repeated counts again: these numbers are for monitoring,
 * and the ledger and the orders are authoritative.
 */
export interface Metrics {
  registry: Registry;
  requestAnswered(endpoint: string, status: number, seconds: number): void;
  orderMoved(transition: OrderTransition): void;
  attemptSettled(attempt: SettledAttempt): void;
  refundEnded(refund: EndedRefund): void;
  declineUnmapped(decline: UnmappedDecline): void;
  /** What was read to settle an attempt, or to create a refund, changed before that was written. */
  settlementConflicted(kind: 'payin' | 'payout' | 'refund'): void;
  /** Less than a payin's amount arrived, and it succeeded: the difference, in minor units. */
  shortfallAccepted(shortfall: Shortfall): void;
  /** Payers at one address reached a merchant's limit of declines. */
  addressLimited(): void;
  /** An attempt exceeded a limit of its merchant. */
  attemptLimited(attempt: LimitedAttempt): void;
  acquirerAnswered(call: TerminalCall): void;
  webhookAttempted(result: WebhookResult): void;
  /** A part of an acquirer's notification was not ours, or could not be read. */
  notificationSkipped(skipped: SkippedNotification): void;
}

const SETTLED_KINDS = ['payin', 'payout', 'refund'] as const;

/** From the time that an embedded database takes to the time at which clients give up. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Acquirers take longer; calls to them may take ten seconds. */
const PROVIDER_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The label value for none. */
const NONE = '';

/** The form of acquirers' codes. Any other code is counted as `other`. */
const CODE = /^[\w.-]{1,40}$/;

/** Creates the metrics. Labels hold ids, our own names, statuses and acquirers' codes, never a customer's input. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const counted = register(registry);
  const { requests, requestSeconds, transitions, attempts, unmapped, acquirerSeconds } = counted;
  const { refunds, webhooks, limited, limits, shortfalls, skipped, conflicts } = counted;
  // Counters start at 0, because Prometheus sees no increase in a series whose first value is 1.
  for (const result of WEBHOOK_RESULTS) webhooks.inc({ result }, 0);
  limited.inc(0);
  for (const kind of SETTLED_KINDS) conflicts.inc({ kind }, 0);
  const methodOf = boundedLabel();
  const terminalOf = boundedLabel();
  const codeOf = boundedLabel();
  const merchantOf = boundedLabel();
  return {
    registry,
    requestAnswered(endpoint, status, seconds) {
      requests.inc({ endpoint, status });
      requestSeconds.observe({ endpoint }, seconds);
    },
    orderMoved({ direction, status, methodId, terminalId }) {
      const terminal = terminalOf(terminalId ?? NONE);
      transitions.inc({ direction, status, method: methodOf(methodId), terminal });
    },
    attemptSettled({ direction, outcome, reason, terminalId }) {
      const terminal = terminalOf(terminalId ?? NONE);
      attempts.inc({ direction, outcome, reason: reason ?? NONE, terminal });
    },
    refundEnded({ status, code }) {
      refunds.inc({ status, code: code ?? NONE });
    },
    declineUnmapped({ terminalId, code }) {
      const terminal = terminalOf(terminalId ?? NONE);
      unmapped.inc({ terminal, code: CODE.test(code) ? codeOf(code) : OTHER });
    },
    settlementConflicted(kind) {
      conflicts.inc({ kind });
    },
    shortfallAccepted({ methodId, currency, amountMinor }) {
      shortfalls.inc({ method: methodOf(methodId), currency }, Number(amountMinor));
    },
    addressLimited() {
      limited.inc();
    },
    attemptLimited({ merchantId, limit, result }) {
      limits.inc({ merchant: merchantOf(merchantId), limit, result });
    },
    acquirerAnswered({ terminalId, call, result, seconds }) {
      acquirerSeconds.observe({ terminal: terminalOf(terminalId), call, result }, seconds);
    },
    webhookAttempted(result) {
      webhooks.inc({ result });
    },
    notificationSkipped({ terminalId, why }) {
      skipped.inc({ terminal: terminalOf(terminalId), reason: why });
    },
  };
}

function register(registry: Registry) {
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `tollgate_${name}`, help, labelNames, registers: [registry] });
  const seconds = (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
    new Histogram({ name: `tollgate_${name}`, help, buckets, labelNames, registers: [registry] });
  return {
    requests: counter(
      'http_requests_total',
      'Answered requests, by endpoint and status',
      ...['endpoint', 'status'],
    ),
    requestSeconds: seconds(
      'http_request_duration_seconds',
      'Time to answer a request, by endpoint',
      REQUEST_SECONDS,
      'endpoint',
    ),
    transitions: counter(
      'order_transitions_total',
      'Orders that were created in a status or moved to it',
      ...['direction', 'status', 'method', 'terminal'],
    ),
    attempts: counter(
      'attempts_total',
      'Ended attempts, by outcome and decline reason',
      ...['direction', 'outcome', 'reason', 'terminal'],
    ),
    refunds: counter(
      'refunds_total',
      'Ended refunds, by status and failure reason',
      ...['status', 'code'],
    ),
    unmapped: counter(
      'unmapped_declines_total',
      "Declines with a code that is not in the adapter's table",
      ...['terminal', 'code'],
    ),
    conflicts: counter(
      'settle_conflicts_total',
      'Settlements and new refunds that were decided again, because what was read had changed before they were written',
      'kind',
    ),
    shortfalls: counter(
      'payin_shortfall_minor_total',
      "What was accepted as missing from payins, in minor units of the payer's currency",
      ...['method', 'currency'],
    ),
    limited: counter(
      'addresses_limited_total',
      "Addresses that reached a merchant's limit of declined cards within an hour",
    ),
    limits: counter(
      'attempt_limits_total',
      "Attempts over a merchant's limit: refused, or counted only in a dry run",
      ...['merchant', 'limit', 'result'],
    ),
    acquirerSeconds: seconds(
      'provider_call_duration_seconds',
      'Duration of calls to acquirers, answered or failed',
      PROVIDER_SECONDS,
      ...['terminal', 'call', 'result'],
    ),
    skipped: counter(
      'notifications_skipped_total',
      "Parts of acquirers' notifications that were not ours or could not be read",
      ...['terminal', 'reason'],
    ),
    webhooks: counter('webhook_attempts_total', 'Webhook delivery attempts, by result', 'result'),
  };
}

/** The label value that stands for all further values. */
export const OTHER = 'other';

/** How many values of a label a process distinguishes. Each is a time series in every metric with that label. */
export const VALUES_OF_A_LABEL = 100;

/**
 * Returns a function that keeps the first values and returns `OTHER` for further ones, so that no traffic can make a
 * process hold more series.
 */
export function boundedLabel(most = VALUES_OF_A_LABEL): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return OTHER;
    known.add(value);
    return value;
  };
}
