import type { OrderFacts } from './order-facts.ts';
import { explainOrder } from './explain-order.ts';
import type { StoryAttempt } from './story-queries.ts';
import { WHY_CODES } from './why-codes.ts';

/** A merchant is not told which acquirers the operator has. */
export function withoutTerminal(attempt: StoryAttempt): StoryAttempt {
  return { ...attempt, terminal: null, route_priority: null };
}

/** Nor what the operator's people did, or how the method's routes are: of a code they read what it stands for. */
export function explainToMerchant(facts: OrderFacts): string {
  return facts.code === null ? explainOrder(facts) : WHY_CODES[facts.code].general;
}
