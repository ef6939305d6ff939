import type { OrderStatus } from '#domain/order/status.ts';
import { formatMinor } from '#domain/money.ts';
import type {
  ActionRow,
  TimelineAttempt,
  TimelineOrder,
  TimelineRoute,
  TimelineSettings,
} from './timeline-queries.ts';
import type { ResolutionCode } from '#domain/order/resolution.ts';

/** Why an order stands as it does: by its code where it has one, else by its status. */
export function explainOrder(facts: OrderFacts): string {
  const { code, status } = facts;
  if (code === null) return WHY_STATUSES[status](facts);
  const { general, order } = WHY_CODES[code];
  return order?.(facts) ?? general;
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
      : `The last attempt, at ${last.terminal ?? 'the acquirer'}, ended as ${last.outcome ?? 'unknown'}${
          last.decline_reason === null ? '' : ` (${last.decline_reason})`
        }; another attempt may be made.`;
  return `It awaits its payer${until}. ${before}`;
}

function succeeded({ attempts, direction, amount, fee, total, since }: OrderFacts): string {
  const by = lastAttempt(attempts)?.terminal ?? 'The acquirer';
  const at = since.toISOString();
  return direction === 'payin'
    ? `${by} approved ${amount} at ${at}; ${total} of it is the merchant's, ${fee} the fee.`
    : `${by} paid ${amount} at ${at}; with the fee of ${fee} it cost the merchant ${total}.`;
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
  const reason = last?.decline_reason ? ` (${last.decline_reason})` : '';
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
  const next = last?.next_ask_at ? ` It is asked again at ${last.next_ask_at.toISOString()}.` : '';
  const silent =
    last && last.unanswered > 0 ? ` The last ${last.unanswered} questions got no answer.` : '';
  if (cause === 'provider_silent') {
    return `${by} did not answer, so whether money moved is not known.${silent}${next}`;
  }
  return `${by} was asked at ${at} and has not said how it ended.${silent}${next}`;
}

interface Why {
  /** What the code stands for, whatever it is about. */
  general: string;
  /** Why one order has it; absent where a request is refused and no order is made. */
  order?: (facts: OrderFacts) => string;
}

/** Why, for each of the 21 codes. */
export const WHY_CODES: Readonly<Record<ResolutionCode, Why>> = {
  ACCESS_DENIED: {
    general:
      'The request was refused before anything was made: its key, signature, timestamp or scope does not allow it.',
  },
  AMOUNT_OVER_LIMIT: {
    general: 'The amount is above what the method takes, or would need more than 100 parts.',
    order: overLimit,
  },
  AMOUNT_UNDER_LIMIT: {
    general:
      'The amount is below what the method takes, not above its fee, or nothing once it is converted.',
    order: underLimit,
  },
  BALANCE_INSUFFICIENT: {
    general: "A payout's total was above what its gate had available.",
    order: ({ total, gate, available }) =>
      `The payout needed ${total} with its fee, and gate ${gate} had less available.${
        available === undefined ? '' : ` It has ${available} now.`
      }`,
  },
  BALANCE_UPDATE_FAILED: {
    general: 'The gate was frozen by an operator, and takes no new orders.',
    order: ({ gate, gateFrozen }) =>
      `Gate ${gate} was frozen when the order came; ${gateFrozen ? 'it still is' : 'it no longer is'}.`,
  },
  BLACKLISTED_INPUT_DATA: {
    general:
      "The card, the account or the customer is on the merchant's block list, a card or order was attempted too often, or the card is not to be tried again.",
    order: ({ message, attempts }) =>
      `${message} It had come to ${count(attempts.length, 'attempt')} by then, and no acquirer was asked about this one.`,
  },
  CURRENCY_INVALID: {
    general: "The request was refused: its currency is not the method's. No order was made.",
  },
  DESTINATION_ACCOUNT_INVALID: {
    general: "A payout's destination is not one that the method can pay to.",
    order: ({ method }) =>
      `Method ${method} cannot pay to the destination that was given. Nothing was reserved, and no acquirer was asked.`,
  },
  MERCHANT_MISCONFIGURATION: {
    general:
      'The request was refused: the method lacks its conversion rate, or its gate an account. No order was made; complete the method.',
  },
  METHOD_INACTIVE: {
    general:
      'The request was refused: the method or its gate is switched off. No order was made, and one that waits goes on waiting.',
  },
  METHOD_NOT_FOUND: {
    general: 'The request was refused: the merchant has no such method. No order was made.',
  },
  ORDER_CANNOT_BE_PROCESSED: {
    general:
      'The acquirer declined; or a request came for an order that did not await it, and changed nothing.',
    order: declined,
  },
  ORDER_CANNOT_BE_ROUTED: {
    general: 'No route of the method was up and took the payment.',
    order: ({ method, routes }) =>
      `No route of method ${method} was up and took the payment. Now it has ${routesNow(routes)}.`,
  },
  ORDER_FAILED_MANUALLY: {
    general: 'An operator failed the order by hand.',
    order: failedByHand,
  },
  PAYMENT_METHOD_NOT_SUPPORTED: {
    general:
      'The request was refused: the method pays in the other direction, or takes no cards. No order was made.',
  },
  PROVIDER_NOT_SUPPORTED: {
    general: 'The method leads to no adapter that is installed and does what it asks.',
    order: ({ method, routes }) =>
      `No route of method ${method} led to an adapter that is installed and serves it. Now it has ${routesNow(routes)}.`,
  },
  REPORT_GENERATION_FAILED: {
    general: 'A report could not be made; nothing of it is kept. It can be asked for again.',
  },
  RESOURCE_NOT_FOUND: {
    general: 'The request was refused: there is no such order of this merchant, or no such path.',
  },
  UNKNOWN_ERROR: {
    general:
      "The service met a bug, or its database was unavailable. The log has the request's id; the same request may be repeated.",
  },
  VALIDATION_FAILED: {
    general:
      'The request was refused for its form, or its reference was used for another one. No order was made.',
  },
  WORKFLOW_EXECUTION_SKIPPED: {
    general:
      'The order was closed unpaid: its time was over, it was cancelled, or its challenge abandoned.',
    order: closed,
  },
};

function overLimit({ amount, amountMinor, method, limits }: OrderFacts): string {
  if (limits === undefined) return WHY_CODES.AMOUNT_OVER_LIMIT.general;
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
