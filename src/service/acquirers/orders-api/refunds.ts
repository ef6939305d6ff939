import { majorNumber } from '#contract/schemas/order.ts';
import type { Failure, OrdersClient } from '#contract/client/client.ts';
import type { ProblemName } from '#contract/problem.ts';
import type { Refund } from '#contract/schemas/refund.ts';
import { z } from 'zod';
import { declineMessage } from '../decline-message.ts';
import { NEVER_SENT } from '../never-sent.ts';
import {
  ContradictionError,
  type KnownRefund,
  type NotTaken,
  type RefundAcquirer,
  type RefundAnswer,
  type RefundAttempt,
  type RefundAcquirerOutcome,
  type SaveReference,
} from '../port.ts';
import { notTaken, noAnswerError } from './failures.ts';
import { isAmount } from './payin-outcome.ts';
import { readReference } from './reference.ts';
import { clientFor, type OrdersApiTerminal } from './terminal.ts';

/** Saved before the request is sent, until the acquirer's id of the refund replaces it. */
const SENT = 'sent';

/** Distinguishes our refunds from those that someone makes at the acquirer. */
const REFERENCE = /^gateway-refund-(.+)$/;

function referenceOf({ id }: Pick<RefundAttempt, 'id'>): string {
  return `gateway-refund-${id}`;
}

/** Returns the id of our refund with this reference at the acquirer; undefined if it is not one of ours. */
export function refundNamed(reference: string): string | undefined {
  return z.uuid().safeParse(REFERENCE.exec(reference)?.[1]).data;
}

/** Makes refunds through the acquirer's refunds of the order that took the payment. */
export function refundAcquirer(terminal: OrdersApiTerminal): RefundAcquirer {
  return {
    refund: (refund, saveReference, signal) =>
      create(clientFor(terminal, signal), refund, saveReference),
    findOutcome: (refund, _reported, saveReference, signal) =>
      find(terminal, clientFor(terminal, signal), refund, saveReference),
  };
}

async function create(
  client: OrdersClient,
  refund: RefundAttempt,
  saveReference: SaveReference,
): Promise<RefundAnswer | NotTaken> {
  const request = {
    payin_id: orderOf(refund),
    reference_id: referenceOf(refund),
    amount: majorNumber(refund.amountMinor),
  };
  await saveReference(SENT);
  const made = await client.createRefund(request);
  if (!made.ok) return refusalOf(refund, made);
  const outcome = outcomeOf(made.value, refund);
  if (outcome.outcome === 'pending') await saveReference(outcome.reference);
  return outcome;
}

function orderOf({ payment: { reference } }: RefundAttempt): string {
  const known = z.uuid().safeParse(readReference(reference ?? '').id);
  if (known.success) return known.data;
  throw new ContradictionError('No order is saved with the payment that is refunded');
}

/** Problems with which the acquirer refuses the refund itself: the payin, its state or the amount. */
const ABOUT_REFUND: ReadonlySet<ProblemName | undefined> = new Set<ProblemName>([
  'not-found',
  'not-refundable',
  'invalid',
]);

/** @throws if the acquirer may have made the refund */
function refusalOf({ id }: RefundAttempt, failure: Failure): RefundAnswer | NotTaken {
  const { effect, name, problem } = failure;
  // `duplicate` means that a refund with our reference exists.
  if (effect === 'unknown' || name === 'duplicate') throw noAnswerError('a refund', failure);
  if (!ABOUT_REFUND.has(name)) return notTaken(failure);
  const message = declineMessage(problem?.detail, problem?.title);
  return { outcome: 'refused', reference: id, message };
}

/** Waits twice the tolerance, in case both clocks are wrong. */
const TOLERANCES_TO_WAIT = 2;

async function find(
  { settings, tools }: OrdersApiTerminal,
  client: OrdersClient,
  refund: KnownRefund,
  saveReference: SaveReference,
): Promise<RefundAcquirerOutcome> {
  const { reference } = refund;
  // If a call is still about to send the request, its save now fails, and it does not send it.
  if (reference === undefined) await saveReference(NEVER_SENT);
  if (reference === undefined || reference === NEVER_SENT) return { outcome: 'never_seen' };
  // A refusal of the request has our id as its reference: the acquirer may have made the refund all the same.
  if (reference !== SENT && reference !== refund.id) {
    const found = await client.getRefund(reference);
    if (!found.ok) throw noAnswerError('a status inquiry', found);
    return outcomeOf(found.value, refund);
  }
  const listed = await client.listRefunds({ payin_id: orderOf(refund) });
  if (!listed.ok) throw noAnswerError('a list of refunds', listed);
  const { content, next } = listed.value;
  const own = content.find((each) => each.reference_id === referenceOf(refund));
  if (own !== undefined) return outcomeOf(own, refund);
  const waitMs = settings.signature_tolerance_seconds * TOLERANCES_TO_WAIT * 1_000;
  const isOld = tools.now().getTime() - refund.startedAt.getTime() >= waitMs;
  if (next !== undefined || !isOld) throw new Error('The acquirer lists no such refund yet');
  return { outcome: 'never_seen' };
}

/** @throws ContradictionError for another refund, payin, amount or currency */
function outcomeOf(answer: Refund, refund: RefundAttempt): RefundAnswer {
  const { id: reference, status } = answer;
  const isSame =
    answer.reference_id === referenceOf(refund) &&
    answer.payin_id === orderOf(refund) &&
    answer.currency === refund.payment.currency &&
    isAmount(answer.amount, refund.amountMinor);
  if (!isSame) throw new ContradictionError('The acquirer answers of another refund');
  switch (status) {
    case 'SUCCESS':
      return { outcome: 'refunded', reference };
    case 'FAILED': {
      const message = declineMessage(answer.provider_error_message, answer.resolution_message);
      return { outcome: 'refused', reference, message };
    }
    case 'CREATED':
    case 'IN_PROGRESS':
    case 'PROCESS_PENDING':
      return { outcome: 'pending', reference };
  }
}
