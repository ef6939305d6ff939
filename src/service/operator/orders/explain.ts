import { counted } from '#domain/counted.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { formatMinor } from '#domain/money.ts';
import type {
  ActionRow,
  TimelineAttempt,
  TimelineOrder,
  TimelineRoute,
  TimelineSettings,
} from './timeline-queries.ts';
import type { DisputeStatus } from '#domain/dispute/status.ts';
import type { OutcomeRow } from './outcome.ts';
import type { RefusedBy } from '#domain/order/attempt-limits.ts';
import { declineLabel, REFUSALS_IN_WORDS, RESOLUTION_REASONS } from '#domain/order/reasons.ts';
import type { ResolutionCode } from '#domain/order/resolution.ts';

/** Explains an order's state: by its resolution code if it has one, otherwise by its status. */
export function explainOrder(facts: OrderFacts): string {
  const { code, status } = facts;
  if (code === null) return WHY_STATUSES[status](facts);
  return WHY_ORDERS[code]?.(facts) ?? RESOLUTION_REASONS[code].explanation;
}

const WHY_STATUSES: Readonly<Record<OrderStatus, (facts: OrderFacts) => string>> = {
  CREATED: awaitsPayer,
  IN_PROGRESS: awaited,
  PROCESS_PENDING: awaited,
  SUCCESS: succeeded,
  // This service gives both a code; an order without one was written by something else.
  FAILED: ({ message }) => `It failed. ${message}`,
  CLOSED: ({ message }) => `It was closed without payment. ${message}`,
};

function awaitsPayer({ attempts, expiresAt, direction, refusedBy }: OrderFacts): string {
  if (direction === 'payout') return 'It was created, and nothing is reserved for it yet.';
  const until = expiresAt === undefined ? '' : ` until ${expiresAt.toISOString()}`;
  const last = lastAttempt(attempts);
  if (refusedBy !== null) {
    return `It awaits its payer${until}. The last card was refused: ${REFUSALS_IN_WORDS[refusedBy].explanation}`;
  }
  const attemptText =
    last === undefined
      ? 'No attempt was made yet.'
      : `The last attempt, at ${last.terminal ?? 'the acquirer'}, ${outcomeText(last)}; another attempt may be made.`;
  return `It awaits its payer${until}. ${attemptText}`;
}

function succeeded(facts: OrderFacts): string {
  const { attempts, direction, amount, fee, total, net, refunded, dispute, since } = facts;
  const by = lastAttempt(attempts)?.terminal ?? 'The acquirer';
  const at = since.toISOString();
  if (direction === 'payout') {
    return `${by} paid ${amount} at ${at}; with the fee of ${fee}, the merchant was charged ${total}.`;
  }
  const after = [
    ...(refunded === null ? [] : [` Refunded: ${refunded}.`]),
    ...(dispute === null ? [] : [` ${DISPUTES[dispute]}`]),
  ];
  return `${by} approved ${amount} at ${at}. The net to the merchant is ${net}, the fee ${fee}.${after.join('')}`;
}

const DISPUTES: Readonly<Record<DisputeStatus, string>> = {
  INQUIRY: 'The issuer inquired about it.',
  OPEN: 'It is disputed, and the dispute awaits an answer.',
  UNDER_REVIEW: 'It is disputed, and the answer is under review.',
  WON: 'A dispute was won.',
  LOST: 'A dispute was lost.',
  CLOSED: 'A dispute was closed.',
};

function outcomeText(attempt: TimelineAttempt): string {
  const { outcome } = attempt;
  if (outcome === 'soft_decline') return `was declined${declineIn(attempt)}`;
  if (outcome === 'abandoned') return 'was cancelled by the payer';
  return outcome === null ? 'has no known outcome' : 'did not reach the acquirer';
}

function declineIn({ decline_reason: reason }: TimelineAttempt): string {
  return reason === null ? '' : ` (${declineLabel(reason).toLowerCase()})`;
}

function reasonIn(decline: TimelineAttempt | undefined): string {
  return declineLabel(decline?.decline_reason ?? 'other').toLowerCase();
}

/** Returns the latest attempt that the acquirer declined. */
export function lastDecline<Attempt extends { outcome: string | null }>(
  attempts: readonly Attempt[],
): Attempt | undefined {
  return attempts.findLast(
    ({ outcome }) => outcome === 'soft_decline' || outcome === 'hard_decline',
  );
}

/** Returns the latest attempt, which decided the order or whose outcome is awaited. */
function lastAttempt(attempts: readonly TimelineAttempt[]): TimelineAttempt | undefined {
  return attempts.at(-1);
}

/** Explains an order that ended because an acquirer refused it. */
function declined({ attempts, acquirerMessage, direction, maxAttempts }: OrderFacts): string {
  const last = lastAttempt(attempts);
  const by = last?.terminal ?? 'The acquirer';
  if (last?.outcome === 'never_seen') {
    return direction === 'payin'
      ? `The last attempt never reached ${by}: nothing was taken. No attempt was left.`
      : `The payout never reached ${by}: nothing was paid.`;
  }
  const reason = last === undefined ? '' : declineIn(last);
  const words = acquirerMessage === null ? '' : ` Its message: ${acquirerMessage}.`;
  const verb = direction === 'payin' ? 'declined' : 'refused';
  const end =
    last?.outcome === 'soft_decline'
      ? ` No attempt was left: the method allows ${maxAttempts}.`
      : '';
  return `${by} ${verb} it${reason}.${words}${end}`;
}

/** Explains an order whose attempt has no known outcome yet. */
function awaited({ attempts, cause, since }: OrderFacts): string {
  const last = lastAttempt(attempts);
  const by = last?.terminal ?? 'The acquirer';
  const at = since.toISOString();
  if (cause === 'challenge_required') {
    return `${by} requested a 3-D Secure challenge at ${at}, and the payer has not completed it.`;
  }
  const next = last?.next_inquiry_at
    ? ` The next status inquiry is at ${last.next_inquiry_at.toISOString()}.`
    : '';
  const silent =
    last && last.unanswered > 0
      ? ` The last ${counted(last.unanswered, 'status inquiry', 'status inquiries')} got no answer.`
      : '';
  if (cause === 'instructions_given') {
    return `The payer got payment instructions at ${at}, and the full amount has not arrived.${silent}${next}`;
  }
  if (cause === 'provider_silent') {
    return `${by} did not answer, so it is unknown whether money moved.${silent}${next}`;
  }
  return `${by} got the attempt at ${at} and has not reported its outcome.${silent}${next}`;
}

/** Explanations of codes for which the order's facts say more than the code's general explanation. */
const WHY_ORDERS: Partial<Readonly<Record<ResolutionCode, (facts: OrderFacts) => string>>> = {
  AMOUNT_OVER_LIMIT: overLimit,
  AMOUNT_UNDER_LIMIT: underLimit,
  BALANCE_INSUFFICIENT: ({ total, gate, available }) =>
    `The payout needed ${total} with its fee, and gate ${gate} had less available.${
      available === undefined ? '' : ` It has ${available} now.`
    }`,
  BALANCE_UPDATE_FAILED: ({ gate, gateFrozen }) =>
    `Gate ${gate} was frozen when the order was created; it is ${gateFrozen ? 'still' : 'no longer'} frozen.`,
  BLACKLISTED_INPUT_DATA: ({ message, attempts, refusedBy }) =>
    `${refusedBy === null ? message : REFUSALS_IN_WORDS[refusedBy].explanation} ${
      attempts.length === 0
        ? 'Nothing was sent to an acquirer.'
        : `The order had ${counted(attempts.length, 'attempt')} before, and this one was not sent to an acquirer.`
    }`,
  DESTINATION_ACCOUNT_INVALID: ({ method }) =>
    `Method ${method} cannot pay to this destination. Nothing was reserved, and nothing was sent to an acquirer.`,
  ORDER_CANNOT_BE_PROCESSED: declined,
  ORDER_CANNOT_BE_ROUTED: notRouted,
  ORDER_FAILED_MANUALLY: failedByHand,
  PROVIDER_NOT_SUPPORTED: ({ method, routes }) =>
    `No acquirer of method ${method} takes such a payment. ${routesNow(routes)}`,
  WORKFLOW_EXECUTION_SKIPPED: closed,
};

function overLimit({ amount, amountMinor, method, limits }: OrderFacts): string {
  if (limits === undefined) return RESOLUTION_REASONS.AMOUNT_OVER_LIMIT.explanation;
  return amountMinor > limits.maxMinor
    ? `The amount, ${amount}, is above the maximum of method ${method}: ${limits.max}.`
    : `The amount, ${amount}, was above the maximum of method ${method}, or needed too many parts. The maximum is now ${limits.max}.`;
}

function underLimit({ amount, amountMinor, fee, method, limits, message }: OrderFacts): string {
  if (limits !== undefined && amountMinor < limits.minMinor) {
    return `The amount, ${amount}, is below the minimum of method ${method}: ${limits.min}.`;
  }
  return `${message} The amount is ${amount} and the fee ${fee}, by method ${method}.`;
}

function failedByHand({ failedBy, attempts }: OrderFacts): string {
  const who = failedBy === undefined ? 'An operator' : actorOf(failedBy.actor);
  const reason = failedBy?.reason ?? undefined;
  const why = reason === undefined ? '' : `. Reason: ${reason}`;
  const attempt = lastAttempt(attempts);
  const asked =
    attempt === undefined
      ? 'No attempt had been made.'
      : `${attempt.terminal ?? 'The acquirer'} had got an attempt: check there whether money moved.`;
  return `${who} marked the order as failed${why}. ${asked}`;
}

const PERSON = 'person ';

/** Converts an actor's name in the audit to words: a person, a token or the operator key. */
function actorOf(actor: string): string {
  if (actor.startsWith(PERSON)) return actor.slice(PERSON.length);
  return actor.startsWith('token ') ? `The holder of ${actor}` : `The holder of the ${actor}`;
}

function closed({ cause, expiresAt, attempts, refusedBy }: OrderFacts): string {
  const decline = lastDecline(attempts);
  if (refusedBy !== null || decline !== undefined) {
    const by =
      refusedBy === null
        ? `Declined by ${decline?.terminal ?? 'the acquirer'}: ${reasonIn(decline)}.`
        : `The last card was refused: ${REFUSALS_IN_WORDS[refusedBy].explanation}`;
    return cause === 'cancelled'
      ? `${by} The order was cancelled afterwards.`
      : `${by} The payer did not try again before${expiresAt === undefined ? ' it expired' : ` ${expiresAt.toISOString()}`}.`;
  }
  const tried = attempts.length === 0 ? 'No attempt was made.' : declinedBefore(attempts.length);
  if (cause === 'cancelled') return `It was cancelled while it awaited its payer. ${tried}`;
  if (cause === 'challenge_abandoned') {
    return 'The payer did not complete the 3-D Secure challenge; the acquirer took no money.';
  }
  if (cause === 'payment_abandoned') {
    return 'The payer got payment instructions, and the amount did not arrive in time.';
  }
  return `It was not paid before it expired${expiresAt === undefined ? '' : ` at ${expiresAt.toISOString()}`}. ${tried}`;
}

function declinedBefore(attempts: number): string {
  return `It had ${counted(attempts, 'attempt')}, and none was approved.`;
}

/** Explains an order that no route could take: by an outage that is known, or else by what may have been the reason. */
function notRouted({ direction, routes, since }: OrderFacts): string {
  const what = direction === 'payin' ? 'payment' : 'payout';
  const silent = routes.flatMap(({ terminal, silentSince }) =>
    silentSince === null ? [] : [`${terminal} had not answered since ${silentSince.toISOString()}`],
  );
  const each = routes.length === 1 ? routes[0]?.terminal : 'Each';
  const guess = `${each} was switched off, did not answer, or does not take such a ${what}`;
  const why = routes.length === 0 ? '' : ` ${silent.join(', ') || guess}.`;
  return `No acquirer could take the ${what} at ${since.toISOString()}, so it was not sent.${why} ${routesNow(routes)}`;
}

function routesNow(routes: readonly RouteFacts[]): string {
  if (routes.length === 0) return 'Its method has no route to an acquirer.';
  return `Now ${routes.map((route) => `${route.terminal} ${stateOf(route)}`).join(', ')}.`;
}

function stateOf({ installed, adapter, up, circuitOpen }: RouteFacts): string {
  if (!installed) return `has no adapter: ${adapter} is not installed`;
  if (!up) return 'is switched off';
  return circuitOpen ? 'does not answer' : 'takes payments';
}

/** The facts that the sentences about an order contain; amounts are text with their currency. */
export interface OrderFacts {
  direction: 'payin' | 'payout';
  status: OrderStatus;
  code: ResolutionCode | null;
  /** The message that the merchant got. */
  message: string;
  /** The acquirer's message. */
  acquirerMessage: string | null;
  amount: string;
  amountMinor: bigint;
  fee: string;
  total: string;
  /** What is left to the merchant after refunds and disputes. */
  net: string;
  refunded: string | null;
  dispute: DisputeStatus | null;
  method: string;
  limits: { minMinor: bigint; maxMinor: bigint; min: string; max: string } | undefined;
  gate: string;
  gateFrozen: boolean;
  available: string | undefined;
  routes: readonly RouteFacts[];
  attempts: readonly TimelineAttempt[];
  maxAttempts: number;
  /** The cause of the last transition. */
  cause: string;
  since: Date;
  expiresAt: Date | undefined;
  /** The limit that refused what was submitted last. */
  refusedBy: RefusedBy | null;
  failedBy: ActionRow | undefined;
}

export interface RouteFacts {
  terminal: string;
  adapter: string;
  installed: boolean;
  up: boolean;
  circuitOpen: boolean;
  /** Since when it had answered no attempt when the order failed; null if that is not known. */
  silentSince: Date | null;
}

export interface FactSources {
  order: TimelineOrder;
  outcome: OutcomeRow;
  settings: TimelineSettings | undefined;
  routes: readonly TimelineRoute[];
  attempts: readonly TimelineAttempt[];
  transitions: readonly { cause: string; at: Date }[];
  actions: readonly ActionRow[];
  isInstalled: (adapter: string) => boolean;
  isOpen: (terminalId: string) => boolean;
}

export function orderFacts(sources: FactSources): OrderFacts {
  const { order, attempts, transitions, actions } = sources;
  const last = transitions.at(-1);
  return {
    direction: order.direction,
    status: order.status,
    code: order.resolution_code,
    message: order.resolution_message ?? '',
    acquirerMessage: order.provider_error_message,
    ...amountsOf(sources),
    dispute: sources.outcome.dispute,
    ...settingFacts(sources),
    routes: sources.routes.map((route) => routeFacts(route, sources)),
    attempts,
    maxAttempts: order.direction === 'payin' ? order.max_attempts : 1,
    cause: last?.cause ?? 'accepted',
    since: last?.at ?? order.updated_at,
    expiresAt: order.direction === 'payin' ? order.expires_at : undefined,
    refusedBy: order.refused_by,
    failedBy: actions.findLast(({ command }) => command === 'orders fail'),
  };
}

function money(minor: bigint, { currency }: Pick<TimelineOrder, 'currency'>): string {
  return `${formatMinor(minor)} ${currency}`;
}

function amountsOf({ order, outcome: { net_minor: net, refunded_minor: refunded } }: FactSources) {
  return {
    amount: money(order.amount_minor, order),
    amountMinor: order.amount_minor,
    fee: money(order.fee_total_minor, order),
    total: money(order.total_minor, order),
    net: money(net ?? order.total_minor, order),
    refunded: refunded === null ? null : money(refunded, order),
  };
}

function settingFacts({ order, settings }: FactSources) {
  if (settings === undefined) {
    const { method_id: method, gate_id: gate } = order;
    return { method, gate, gateFrozen: false, limits: undefined, available: undefined };
  }
  const { method, gate, frozen: gateFrozen, available_minor: available } = settings;
  return {
    method,
    gate,
    gateFrozen,
    limits: limitsOf(settings, order),
    available: available === null ? undefined : money(available, order),
  };
}

function limitsOf(settings: TimelineSettings, order: TimelineOrder) {
  const { amount_min_minor: minMinor, amount_max_minor: maxMinor } = settings;
  return { minMinor, maxMinor, min: money(minMinor, order), max: money(maxMinor, order) };
}

function routeFacts(
  { terminal, adapter, terminal_id: id, up, silent_since: silentSince }: TimelineRoute,
  { isInstalled, isOpen }: FactSources,
): RouteFacts {
  const installed = isInstalled(adapter);
  return { terminal, adapter, up, installed, circuitOpen: isOpen(id), silentSince };
}
