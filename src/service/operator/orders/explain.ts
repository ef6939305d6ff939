import type { OrderStatus } from '#domain/order/status.ts';
import { formatMinor } from '#domain/money.ts';
import type {
  ActionRow,
  TimelineAttempt,
  TimelineOrder,
  TimelineRoute,
  TimelineSettings,
} from './timeline-queries.ts';
import { declineLabel, RESOLUTION_REASONS } from '#domain/order/reasons.ts';
import type { ResolutionCode } from '#domain/order/resolution.ts';

/** Why an order stands as it does: by its code where it has one, else by its status. */
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
  // Both have a code; an order without one comes from elsewhere.
  FAILED: ({ message }) => `It failed. ${message}`,
  CLOSED: ({ message }) => `It was closed unpaid. ${message}`,
};

function awaitsPayer({ attempts, expiresAt, direction }: OrderFacts): string {
  if (direction === 'payout') return 'It was made, and nothing is reserved for it yet.';
  const until = expiresAt === undefined ? '' : ` until ${expiresAt.toISOString()}`;
  const last = lastAttempt(attempts);
  const before =
    last === undefined
      ? 'Nothing was tried yet.'
      : `The last attempt, at ${last.terminal ?? 'the acquirer'}, ${endOf(last)}; another attempt may be made.`;
  return `It awaits its payer${until}. ${before}`;
}

function succeeded({ attempts, direction, amount, fee, total, since }: OrderFacts): string {
  const by = lastAttempt(attempts)?.terminal ?? 'The acquirer';
  const at = since.toISOString();
  return direction === 'payin'
    ? `${by} approved ${amount} at ${at}; the merchant gets ${total}, the fee is ${fee}.`
    : `${by} paid ${amount} at ${at}; with the fee of ${fee} it cost the merchant ${total}.`;
}

function endOf(attempt: TimelineAttempt): string {
  const { outcome } = attempt;
  if (outcome === 'soft_decline') return `was declined${declineIn(attempt)}`;
  if (outcome === 'abandoned') return 'was given up by the payer';
  return outcome === null ? 'has no known end' : 'did not reach it';
}

function declineIn({ decline_reason: reason }: TimelineAttempt): string {
  return reason === null ? '' : ` (${declineLabel(reason).toLowerCase()})`;
}

/** The one that decided, or is awaited. */
function lastAttempt(attempts: readonly TimelineAttempt[]): TimelineAttempt | undefined {
  return attempts.at(-1);
}

/** Why an acquirer's no ended the order. */
function declined({ attempts, providerMessage, direction, maxAttempts }: OrderFacts): string {
  const last = lastAttempt(attempts);
  const by = last?.terminal ?? 'The acquirer';
  if (last?.outcome === 'never_seen') return `The payout never reached ${by}: nothing was paid.`;
  const reason = last === undefined ? '' : declineIn(last);
  const words = providerMessage === null ? '' : ` It said: ${providerMessage}.`;
  const verb = direction === 'payin' ? 'declined' : 'refused';
  const end =
    last?.outcome === 'soft_decline'
      ? ` No attempt was left: the method allows ${maxAttempts}.`
      : '';
  return `${by} ${verb} it${reason}.${words}${end}`;
}

/** An attempt whose end is not known yet. */
function awaited({ attempts, cause, since }: OrderFacts): string {
  const last = lastAttempt(attempts);
  const by = last?.terminal ?? 'The acquirer';
  const at = since.toISOString();
  if (cause === 'challenge_required') {
    return `${by} wants the payer to pass a 3-D Secure challenge since ${at}, and nobody has yet.`;
  }
  const next = last?.next_ask_at
    ? ` ${by} is asked again at ${last.next_ask_at.toISOString()}.`
    : '';
  const silent =
    last && last.unanswered > 0 ? ` The last ${last.unanswered} questions got no answer.` : '';
  if (cause === 'instructions_given') {
    return `The payer was shown how to pay at ${at}, and the amount has not arrived in full.${silent}${next}`;
  }
  if (cause === 'provider_silent') {
    return `${by} did not answer, so whether money moved is not known.${silent}${next}`;
  }
  return `${by} was asked at ${at} and has not said how it ended.${silent}${next}`;
}

/** Why one order has its code, where there is more to say than what the code stands for. */
const WHY_ORDERS: Partial<Readonly<Record<ResolutionCode, (facts: OrderFacts) => string>>> = {
  AMOUNT_OVER_LIMIT: overLimit,
  AMOUNT_UNDER_LIMIT: underLimit,
  BALANCE_INSUFFICIENT: ({ total, gate, available }) =>
    `The payout needed ${total} with its fee, and gate ${gate} had less available.${
      available === undefined ? '' : ` It has ${available} now.`
    }`,
  BALANCE_UPDATE_FAILED: ({ gate, gateFrozen }) =>
    `Gate ${gate} was frozen when the order came; ${gateFrozen ? 'it still is' : 'it no longer is'}.`,
  BLACKLISTED_INPUT_DATA: ({ message, attempts }) =>
    `${message} It had come to ${count(attempts.length, 'attempt')} by then, and no acquirer was asked about this one.`,
  DESTINATION_ACCOUNT_INVALID: ({ method }) =>
    `Method ${method} cannot pay to the destination that was given. Nothing was reserved, and no acquirer was asked.`,
  ORDER_CANNOT_BE_PROCESSED: declined,
  ORDER_CANNOT_BE_ROUTED: ({ method, routes }) =>
    `No route of method ${method} was up and took the payment. Now it has ${routesNow(routes)}.`,
  ORDER_FAILED_MANUALLY: failedByHand,
  PROVIDER_NOT_SUPPORTED: ({ method, routes }) =>
    `No route of method ${method} led to an adapter that is installed and serves it. Now it has ${routesNow(routes)}.`,
  WORKFLOW_EXECUTION_SKIPPED: closed,
};

function overLimit({ amount, amountMinor, method, limits }: OrderFacts): string {
  if (limits === undefined) return RESOLUTION_REASONS.AMOUNT_OVER_LIMIT.explanation;
  return amountMinor > limits.maxMinor
    ? `The amount, ${amount}, is above the most that method ${method} takes: ${limits.max}.`
    : `The amount, ${amount}, was above what method ${method} took, or would have needed too many parts; its limit is ${limits.max} now.`;
}

function underLimit({ amount, amountMinor, fee, method, limits, message }: OrderFacts): string {
  if (limits !== undefined && amountMinor < limits.minMinor) {
    return `The amount, ${amount}, is below the least that method ${method} takes: ${limits.min}.`;
  }
  return `${message} The amount is ${amount} and the fee ${fee}, by method ${method}.`;
}

function failedByHand({ failedBy, attempts }: OrderFacts): string {
  const who = failedBy === undefined ? 'An operator' : actorOf(failedBy.actor);
  const reason = failedBy?.reason ?? undefined;
  const why = reason === undefined ? '' : `, for the reason: ${reason}`;
  const attempt = lastAttempt(attempts);
  const asked =
    attempt === undefined
      ? 'No acquirer had been asked.'
      : `${attempt.terminal ?? 'The acquirer'} had been asked; look there whether money moved.`;
  return `${who} failed the order by hand${why}. ${asked}`;
}

const PERSON = 'person ';

/** As the audit names them: a person, a token, or the operator key. */
function actorOf(actor: string): string {
  if (actor.startsWith(PERSON)) return actor.slice(PERSON.length);
  return actor.startsWith('token ') ? `The holder of ${actor}` : `The holder of the ${actor}`;
}

function closed({ cause, expiresAt, attempts }: OrderFacts): string {
  const tried = attempts.length === 0 ? 'Nothing was tried.' : declinedBefore(attempts.length);
  if (cause === 'cancelled') return `It was cancelled while it awaited its payer. ${tried}`;
  if (cause === 'challenge_abandoned') {
    return 'The payer was sent to a 3-D Secure challenge and never passed it; the acquirer took no money.';
  }
  if (cause === 'payment_abandoned') {
    return 'The payer was shown how to pay, and the amount did not arrive before its time was over.';
  }
  return `Nobody paid before its time was over, at ${expiresAt?.toISOString() ?? 'its end'}. ${tried}`;
}

function declinedBefore(attempts: number): string {
  return `It had come to ${count(attempts, 'attempt')}, and none was approved.`;
}

function routesNow(routes: readonly RouteFacts[]): string {
  if (routes.length === 0) return 'no route';
  return routes.map((route) => `${route.terminal} (${stateOf(route)})`).join(', ');
}

function stateOf({ installed, adapter, up, circuitOpen }: RouteFacts): string {
  if (!installed) return `adapter ${adapter} is not installed`;
  if (!up) return 'down';
  return circuitOpen ? 'circuit open' : 'up';
}

function count(number: number, noun: string): string {
  return `${number === 0 ? 'no' : number} ${noun}${number === 1 ? '' : 's'}`;
}

/** What the sentences about an order are made of; amounts are text with their currency. */
export interface OrderFacts {
  direction: 'payin' | 'payout';
  status: OrderStatus;
  code: ResolutionCode | null;
  /** What the merchant was told. */
  message: string;
  /** The acquirer's own words. */
  providerMessage: string | null;
  amount: string;
  amountMinor: bigint;
  fee: string;
  total: string;
  method: string;
  limits: { minMinor: bigint; maxMinor: bigint; min: string; max: string } | undefined;
  gate: string;
  gateFrozen: boolean;
  available: string | undefined;
  routes: readonly RouteFacts[];
  attempts: readonly TimelineAttempt[];
  maxAttempts: number;
  /** Of the last transition. */
  cause: string;
  since: Date;
  expiresAt: Date | undefined;
  failedBy: ActionRow | undefined;
}

export interface RouteFacts {
  terminal: string;
  adapter: string;
  installed: boolean;
  up: boolean;
  circuitOpen: boolean;
}

export interface FactSources {
  order: TimelineOrder;
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
    providerMessage: order.provider_error_message,
    ...amountsOf(order),
    ...settingFacts(sources),
    routes: sources.routes.map((route) => routeFacts(route, sources)),
    attempts,
    maxAttempts: order.direction === 'payin' ? order.max_attempts : 1,
    cause: last?.cause ?? 'accepted',
    since: last?.at ?? order.updated_at,
    expiresAt: order.direction === 'payin' ? order.expires_at : undefined,
    failedBy: actions.findLast(({ command }) => command === 'orders fail'),
  };
}

function money(minor: bigint, { currency }: Pick<TimelineOrder, 'currency'>): string {
  return `${formatMinor(minor)} ${currency}`;
}

function amountsOf(order: TimelineOrder) {
  return {
    amount: money(order.amount_minor, order),
    amountMinor: order.amount_minor,
    fee: money(order.fee_total_minor, order),
    total: money(order.total_minor, order),
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
  { terminal, adapter, terminal_id: id, up }: TimelineRoute,
  { isInstalled, isOpen }: FactSources,
): RouteFacts {
  return { terminal, adapter, up, installed: isInstalled(adapter), circuitOpen: isOpen(id) };
}
