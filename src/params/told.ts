/**
 * Matches what a payer can tell about a payment, each by a form of an order's pages: to use another card than the one
 * that waits for its bank, to give up a payment that waits for its payer, and that a transfer was sent.
 */
export function match(param: string): param is 'another-card' | 'give-up' | 'sent' {
  return ['another-card', 'give-up', 'sent'].includes(param);
}
