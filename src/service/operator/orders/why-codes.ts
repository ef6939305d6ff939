import type { ResolutionCode } from '#domain/order/resolution.ts';
import type { OrderFacts, RouteFacts } from './order-facts.ts';
import { declined, lastAttempt } from './why-attempts.ts';

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
  const tried = attempts.length === 0 ? 'No card was tried.' : declinedBefore(attempts.length);
  if (cause === 'cancelled') return `It was cancelled while it awaited its payer. ${tried}`;
  if (cause === 'challenge_abandoned') {
    return 'The payer was sent to a 3-D Secure challenge and never passed it; the acquirer took no money.';
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
