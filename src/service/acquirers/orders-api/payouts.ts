import { majorNumber } from '#contract/schemas/order.ts';
import type { Failure, OrdersClient } from '#contract/client/client.ts';
import { createCustomer } from '#contract/schemas/customer.ts';
import type { PayoutOrder } from '#contract/schemas/payout.ts';
import { acceptedMembers } from '../accepted-members.ts';
import { acquirerCustomer } from '../acquirer-address.ts';
import { declineMessage } from '../decline-message.ts';
import {
  ContradictionError,
  type KnownPayout,
  type NotTaken,
  type PayoutAcquirer,
  type PayoutAnswer,
  type PayoutAttempt,
  type PayoutAcquirerOutcome,
} from '../port.ts';
import { notTaken, noAnswerError } from './failures.ts';
import { isAmount, minorOf } from './payin-outcome.ts';
import { clientFor, type OrdersApiTerminal } from './terminal.ts';

/** Makes payouts through the acquirer's payouts, and finds them by reference: the attempt's id. */
export function payoutAcquirer(terminal: OrdersApiTerminal): PayoutAcquirer {
  return {
    pay: (attempt, signal) => pay(terminal, attempt, clientFor(terminal, signal)),
    findOutcome: (attempt, signal) => findOutcome(terminal, attempt, clientFor(terminal, signal)),
  };
}

async function pay(
  { settings }: OrdersApiTerminal,
  attempt: PayoutAttempt,
  client: OrdersClient,
): Promise<PayoutAnswer | NotTaken> {
  const methodId = settings.payout_methods[attempt.currency];
  if (methodId === undefined) return { outcome: 'not_taken', cause: 'request_refused' };
  const made = await client.createPayout({
    reference_id: attempt.id,
    currency: attempt.currency,
    amount: majorNumber(attempt.amountMinor),
    destination_account: attempt.destination.reveal(),
    merchant_gate_method_id: methodId,
    customer: acceptedMembers(createCustomer, acquirerCustomer(attempt.customer)),
  });
  if (!made.ok && made.effect === 'none' && !mayBeDuplicate(made)) return notTaken(made);
  if (!made.ok) throw noAnswerError('a payout', made);
  const parts = await client.findPayouts(attempt.id);
  // The order exists, but its parts cannot be read now.
  if (!parts.ok || parts.value.length === 0) {
    return { outcome: 'pending', reference: made.value.id };
  }
  return outcomeOf(parts.value, attempt);
}

const CONFLICT = 409;

/** Whether an order with this reference may exist: if a proxy sent the request twice, the first one made it. */
function mayBeDuplicate({ status, name = 'duplicate' }: Failure): boolean {
  return status === CONFLICT && name === 'duplicate';
}

/** Waits twice the tolerance, in case both clocks are wrong. */
const TOLERANCES_TO_WAIT = 2;

async function findOutcome(
  { settings, tools }: OrdersApiTerminal,
  attempt: KnownPayout,
  client: OrdersClient,
): Promise<PayoutAcquirerOutcome> {
  const found = await client.findPayouts(attempt.id);
  if (!found.ok) throw noAnswerError('a status inquiry', found);
  if (found.value.length > 0) return outcomeOf(found.value, attempt);
  const waitMs = settings.signature_tolerance_seconds * TOLERANCES_TO_WAIT * 1_000;
  if (tools.now().getTime() - attempt.startedAt.getTime() < waitMs) {
    throw new Error('The acquirer may still take the payout: its request has not grown too old');
  }
  return { outcome: 'never_seen' };
}

/**
 * Returns the outcome of a payout. If the acquirer split it into several orders with one reference, it is paid or
 * refused only as a whole.
 *
 * @throws ContradictionError if some parts were paid and others refused, or if a reference, the total amount or a
 *   currency differs
 */
function outcomeOf(
  parts: readonly PayoutOrder[],
  { id, amountMinor, currency }: Pick<KnownPayout, 'id' | 'amountMinor' | 'currency'>,
): PayoutAnswer {
  const total = parts.reduce((sum, { amount }) => sum + minorOf(amount), 0n);
  const isOther = parts.some(
    ({ reference_id: reference = id, amount, ...part }) =>
      reference !== id || part.currency !== currency || !isAmount(amount, minorOf(amount)),
  );
  if (isOther || total !== amountMinor) {
    throw new ContradictionError("The acquirer's payout has another reference, amount or currency");
  }
  const [first] = parts;
  const reference = first?.group_id ?? first?.id ?? '';
  const paid = parts.filter(({ status }) => status === 'SUCCESS');
  const refused = parts.filter(({ status }) => status === 'FAILED' || status === 'CLOSED');
  if (paid.length === parts.length) return { outcome: 'paid', reference };
  if (refused.length === parts.length) {
    return { outcome: 'refused', reference, message: messageOf(first) };
  }
  if (paid.length + refused.length === parts.length) {
    throw new ContradictionError('The acquirer paid a part of the payout and refused another');
  }
  return { outcome: 'pending', reference };
}

function messageOf(order: PayoutOrder | undefined): string {
  return declineMessage(order?.provider_error_message, order?.resolution_message);
}
