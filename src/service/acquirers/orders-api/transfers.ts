import * as patterns from '#contract/patterns.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import { crossesNetworkInClear } from '#domain/clear-network.ts';
import { INSTRUCTION_LENGTHS, type Instructions } from '#domain/order/instructions.ts';
import { z } from 'zod';
import { acceptedMembers } from '../accepted-members.ts';
import { expectTaken } from '../expect-taken.ts';
import { NEVER_SENT, referenceToInquire } from '../never-sent.ts';
import {
  ContradictionError,
  type KnownAttempt,
  type NewTransfer,
  type NotTaken,
  type PayerDetails,
  type SaveReference,
  type TransferAcquirer,
  type TransferAnswer,
  type TransferOutcome,
} from '../port.ts';
import { orderFor } from './authorize.ts';
import { notTaken, noAnswerError } from './failures.ts';
import { declined, expectSameOrder } from './payin-outcome.ts';
import { clientFor, type Connection, type OrdersApiTerminal } from './terminal.ts';
import { testEnvironment } from './test-environment.ts';

/**
 * Takes payments from the other sources through the acquirer's payins. The payer pays at the order's `pay_url`.
 * The API has no request that ends an order: it ends by its own waiting time, and is waiting until then.
 */
export function transferAcquirer(terminal: OrdersApiTerminal): TransferAcquirer {
  return {
    begin: (attempt, saveReference, signal) => begin(terminal, attempt, saveReference, signal),
    findOutcome: (attempt, saveReference, signal) =>
      findOutcome(terminal, attempt, saveReference, signal),
    giveUp: (attempt, saveReference, signal) =>
      findOutcome(terminal, attempt, saveReference, signal),
    async confirmNotification(attempt, reported, saveReference, signal) {
      const saved = readReference(attempt.reference);
      const ownId = saved.state === 'made' ? saved.id : undefined;
      const id = referenceToInquire({ reference: ownId }, reported);
      const outcome =
        id === undefined || id === ownId
          ? await findOutcome(terminal, attempt, saveReference, signal)
          : await readOrder(terminal, attempt, id, signal);
      expectTaken('The acquirer', reported, outcome);
      return outcome;
    },
  };
}

async function begin(
  terminal: OrdersApiTerminal,
  attempt: NewTransfer,
  saveReference: SaveReference,
  signal: AbortSignal,
): Promise<TransferAnswer | NotTaken> {
  const { source } = attempt.input;
  const methodId = terminal.settings.transfer_methods[source]?.[attempt.currency];
  if (methodId === undefined) return { outcome: 'not_taken', cause: 'request_refused' };
  // An order may be paid as soon as it exists, so save first that it may exist, and the time that is signed.
  const sentAt = terminal.tools.now();
  await saveReference(`${SENT}${sentAt.toISOString()}`);
  signal.throwIfAborted();
  const phone = attempt.input.source === 'PHONE' ? { phone: attempt.input.phone.reveal() } : {};
  const payment = { ...attempt, customer: { ...attempt.customer, ...phone } };
  const connection: Connection = { refused: false };
  const made = await clientFor(terminal, signal, connection, () => sentAt).createPayin(
    orderFor(terminal, payment, methodId),
  );
  if (!made.ok) {
    // An order with this reference exists: an earlier request for this attempt created it.
    const isMade = made.status === CONFLICT;
    if (connection.refused || (made.effect === 'none' && !isMade)) return notTaken(made);
    throw noAnswerError('a payin', made);
  }
  const order = made.value;
  const outcome = outcomeOf(terminal, order, { ...attempt, source });
  // An order that has ended can no longer be paid.
  return outcome.outcome === 'abandoned'
    ? { outcome: 'not_taken', cause: 'request_refused' }
    : outcome;
}

const CONFLICT = 409;

/** Waits twice the tolerance, in case both clocks are wrong. */
const TOLERANCES_TO_WAIT = 2;

/** @throws if the answer was lost and the acquirer may still create the order, or if it does not answer */
async function findOutcome(
  terminal: OrdersApiTerminal,
  attempt: KnownAttempt,
  saveReference: SaveReference,
  signal: AbortSignal,
): Promise<TransferOutcome> {
  const saved = readReference(attempt.reference);
  if (saved.state === 'made') return readOrder(terminal, attempt, saved.id, signal);
  if (saved.state === 'sent') {
    const found = await clientFor(terminal, signal).findPayins(attempt.id);
    if (!found.ok) throw noAnswerError('a status inquiry', found);
    const [order] = found.value;
    if (order !== undefined) {
      expectSameOrder(order, attempt);
      await saveReference(order.id);
      return outcomeOf(terminal, order, attempt);
    }
    if (mayStillArrive(terminal, saved.at)) {
      throw new Error('The acquirer may still take the payin: its request has not grown too old');
    }
  }
  // Saved first: a call still in progress then fails to save, and does not create an order.
  if (saved.state !== 'never_sent') await saveReference(NEVER_SENT);
  return { outcome: 'never_seen' };
}

function mayStillArrive({ settings, tools }: OrdersApiTerminal, sentAt: Date): boolean {
  const waitMs = settings.signature_tolerance_seconds * TOLERANCES_TO_WAIT * 1_000;
  return tools.now().getTime() - sentAt.getTime() < waitMs;
}

async function readOrder(
  terminal: OrdersApiTerminal,
  attempt: KnownAttempt,
  id: string,
  signal: AbortSignal,
): Promise<TransferAnswer | { outcome: 'abandoned' }> {
  const read = await clientFor(terminal, signal).getPayin(id);
  if (!read.ok) throw noAnswerError('a status inquiry', read);
  return outcomeOf(terminal, read.value, attempt);
}

type Expected = Pick<KnownAttempt, 'id' | 'amountMinor' | 'currency' | 'source'>;

/**
 * Returns what the acquirer's order means for its attempt. While the order waits, a refused payment can be retried
 * there.
 *
 * @throws ContradictionError for another reference, source, amount or currency
 */
function outcomeOf(
  terminal: OrdersApiTerminal,
  order: PayinOrder,
  attempt: Expected,
): TransferAnswer | { outcome: 'abandoned' } {
  expectSameOrder(order, attempt);
  const { id: reference, payment_source: source = attempt.source } = order;
  if (source !== attempt.source) {
    throw new ContradictionError("The acquirer's order has another payment source");
  }
  switch (order.status) {
    case 'SUCCESS':
      return { outcome: 'approved', reference, payer: payerOf(order) };
    case 'FAILED':
      return { outcome: 'hard_decline', ...declined(order) };
    case 'CLOSED':
      return { outcome: 'abandoned' };
    case 'CREATED':
    case 'IN_PROGRESS':
    case 'PROCESS_PENDING':
      return {
        outcome: 'waiting',
        reference,
        save: reference,
        instructions: redirectTo(terminal, order.pay_url),
      };
  }
}

/**
 * Returns the redirect to the order's `pay_url`. Without one, the order still waits: there may be another way to
 * pay it.
 *
 * @throws if the URL is invalid, or is http outside a test environment
 */
function redirectTo(
  { settings, credentials }: OrdersApiTerminal,
  payUrl: string | undefined,
): Instructions | undefined {
  if (payUrl === undefined) return undefined;
  const url = addressOf(payUrl);
  if (url === undefined) throw new Error("The acquirer's pay_url is no address of a page");
  if (crossesNetworkInClear(url) && !testEnvironment.isUsedBy({ settings, credentials })) {
    throw new Error("The acquirer's pay_url would have a shopper pay over http");
  }
  return { kind: 'redirect', url };
}

/**
 * Returns the URL in the parser's normal form, which escapes markup and invisible characters; undefined if it is
 * invalid or too long.
 */
function addressOf(payUrl: string): string | undefined {
  if (payUrl.length > INSTRUCTION_LENGTHS.url || !patterns.HTTP_URL.test(payUrl)) return undefined;
  const { href } = URL.parse(payUrl) ?? { href: '' };
  return href === '' || href.length > INSTRUCTION_LENGTHS.url ? undefined : href;
}

const methodData = z.object({
  bank_id: z.string().regex(patterns.BANK_ID).optional(),
  iban: z.string().regex(patterns.IBAN).optional(),
  ifsc: z.string().regex(patterns.IFSC).optional(),
  cpf: z.string().regex(patterns.CPF).optional(),
  tckn: z.string().regex(patterns.TCKN).optional(),
  pix_key: z.string().max(patterns.PIX_KEY_LENGTH.max).optional(),
});

function payerOf({ payment_method_data: data }: PayinOrder): PayerDetails {
  const { bank_id: bankId, pix_key: pixKey, ...known } = acceptedMembers(methodData, data);
  return { ...known, bankId, pixKey };
}

/** The state saved with an attempt: first that its order may exist, then the order's id. */
type SavedOrder =
  | { state: 'nothing' }
  | { state: 'never_sent' }
  | { state: 'sent'; at: Date }
  | { state: 'made'; id: string };

const SENT = 'sent ';

function readReference(reference: string | undefined): SavedOrder {
  if (reference === undefined) return { state: 'nothing' };
  if (reference === NEVER_SENT) return { state: 'never_sent' };
  return reference.startsWith(SENT)
    ? { state: 'sent', at: new Date(reference.slice(SENT.length)) }
    : { state: 'made', id: reference };
}
