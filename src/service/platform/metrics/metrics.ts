import type { OrderDirection } from '#domain/order/direction.ts';
import type { RefundStatus } from '#domain/order/refund-status.ts';
import type { ResolutionCode } from '#domain/order/resolution.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { Counter, Histogram, Registry } from 'prom-client';

export interface OrderTransition {
  direction: OrderDirection;
  status: OrderStatus;
  methodId: string;
  /** Of the latest attempt, where the order knows it. */
  terminalId: string | null;
}

export interface SettledAttempt {
  direction: OrderDirection;
  outcome: string;
  /** Of a decline. */
  reason: string | null;
  terminalId: string | null;
}

export interface EndedRefund {
  status: RefundStatus;
  /** Why it failed. */
  code: ResolutionCode | null;
}

export interface UnmappedDecline {
  terminalId: string | null;
  /** The acquirer's code, which the adapter's table does not know. */
  code: string;
}

export interface LimitedAttempt {
  merchantId: string;
  /** Its name in the merchant's attempt limits. */
  limit: string;
  /** In a dry run nothing is refused. */
  result: 'refused' | 'would_refuse';
}

export interface ProviderCall {
  terminalId: string;
  /** `authorize`, `pay`, … */
  call: string;
  /** What was answered; `error` where nothing was. */
  result: string;
  seconds: number;
}

const WEBHOOK_RESULTS = ['delivered', 'failed', 'given_up'] as const;
type WebhookResult = (typeof WEBHOOK_RESULTS)[number];

/**
 * What this process counts as it works. A transaction that the database has repeated counts again: these
 * numbers show what goes on, and the ledger and the orders say what is true.
 */
export interface Metrics {
  registry: Registry;
  requestAnswered(endpoint: string, status: number, seconds: number): void;
  orderMoved(transition: OrderTransition): void;
  attemptSettled(attempt: SettledAttempt): void;
  refundEnded(refund: EndedRefund): void;
  declineUnmapped(decline: UnmappedDecline): void;
  /** Cards of one address were declined as often as they may be at one merchant. */
  addressLimited(): void;
  /** An attempt was over a limit of its merchant. */
  attemptLimited(attempt: LimitedAttempt): void;
  providerAnswered(call: ProviderCall): void;
  webhookAttempted(result: WebhookResult): void;
}

/** From what an embedded database answers in to where clients have given up. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Acquirers take longer, and are waited for ten seconds. */
const PROVIDER_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Where there is none. */
const NONE = '';

/** As acquirers write their codes. What is anything else is counted under `other`. */
const CODE = /^[\w.-]{1,40}$/;

/** Labels hold ids, names of ours, statuses and acquirers' codes: nothing that a customer sent. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const counted = register(registry);
  const { requests, requestSeconds, transitions, attempts, unmapped, providerSeconds } = counted;
  const { refunds, webhooks, limited, limits } = counted;
  // Counters start at 0, because Prometheus sees no increase in a series whose first value is 1.
  for (const result of WEBHOOK_RESULTS) webhooks.inc({ result }, 0);
  limited.inc(0);
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
    addressLimited() {
      limited.inc();
    },
    attemptLimited({ merchantId, limit, result }) {
      limits.inc({ merchant: merchantOf(merchantId), limit, result });
    },
    providerAnswered({ terminalId, call, result, seconds }) {
      providerSeconds.observe({ terminal: terminalOf(terminalId), call, result }, seconds);
    },
    webhookAttempted(result) {
      webhooks.inc({ result });
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
    limited: counter(
      'addresses_limited_total',
      "Addresses that reached a merchant's limit of declined cards within an hour",
    ),
    limits: counter(
      'attempt_limits_total',
      "Attempts over a merchant's limit: refused, or counted only in a dry run",
      ...['merchant', 'limit', 'result'],
    ),
    providerSeconds: seconds(
      'provider_call_duration_seconds',
      'Duration of calls to acquirers, answered or failed',
      PROVIDER_SECONDS,
      ...['terminal', 'call', 'result'],
    ),
    webhooks: counter('webhook_attempts_total', 'Webhook delivery attempts, by result', 'result'),
  };
}

/** What all further values are counted as. */
export const OTHER = 'other';

/** Values of one label that a process tells apart: each of them is a time series of every metric it is on. */
export const VALUES_OF_A_LABEL = 100;

/** Keeps the first values as they are, so that no traffic makes a process hold more series than these. */
export function boundedLabel(most = VALUES_OF_A_LABEL): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return OTHER;
    known.add(value);
    return value;
  };
}
