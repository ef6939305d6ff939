import { instructions } from '#contract/schemas/transfer.ts';
import {
  callAcquirer,
  expectPart,
  type AcquirerCall,
  type CallContext,
  type NoAnswer,
} from '../orders/call-acquirer.ts';
import {
  MAX_REFERENCE_LENGTH,
  type AcquirerOutcome,
  type NotTaken,
  type PayinAcquirer,
  type TransferOutcome,
  type VoidAnswer,
} from '../acquirers/port.ts';
import type { FoundAttempt } from './store/attempts.ts';

/** What an acquirer answers to a status inquiry about a payin. */
export type PayinOutcome = AcquirerOutcome | TransferOutcome;

/** What an acquirer answers to any call about a payin. */
type PayinAnswer = PayinOutcome | NotTaken | { outcome: VoidAnswer | 'not_supported' };

/** What is known about an attempt; `unknown` means that the acquirer did not answer. */
export type ReportedOutcome = PayinOutcome | NotTaken | { outcome: 'unknown' };

export function referenceIn(reported: ReportedOutcome): string | null {
  return 'reference' in reported ? reported.reference : null;
}

/**
 * Returns whether two references name one payment. A saved reference may have several words, of which an adapter learns
 * the later ones only from some answers: Stripe's charge after its intent.
 */
export function isSamePayment(one: string, other: string): boolean {
  const others = other.split(' ');
  return one.split(' ').every((word, index) => word === (others[index] ?? word));
}

/** Calls the acquirer that an existing attempt was made with. */
export function callAboutAttempt<Answer extends PayinAnswer>(
  context: CallContext,
  { attempt, terminal }: Pick<FoundAttempt, 'attempt' | 'terminal'>,
  call: Pick<
    AcquirerCall<PayinAcquirer<PayinOutcome>, Answer>,
    'name' | 'send' | 'timeoutMs' | 'received'
  >,
): Promise<Answer | NoAnswer> {
  const part = attempt.source === 'CARD' ? 'cards' : 'transfers';
  return callAcquirer(context, {
    ...call,
    attempt,
    terminal,
    open: (acquirer): PayinAcquirer<PayinOutcome> => expectPart(acquirer, part, terminal),
    send: async (...about) => checkedAnswer(await call.send(...about)),
  });
}

/** Asks the acquirer to end an attempt that still waits for its payer. */
export function giveUpAtAcquirer(
  context: CallContext,
  found: FoundAttempt,
  timeoutMs?: number,
): Promise<PayinOutcome | NoAnswer> {
  return callAboutAttempt(context, found, {
    name: 'give_up',
    timeoutMs,
    send: (acquirer, ...call) => acquirer.giveUp(found.attempt, ...call),
  });
}

/**
 * Validates what an acquirer answers about a payin and returns it.
 *
 * @throws if a page cannot show the instructions, a reference is too long, or a receipt has no reference or no positive
 *   amount
 */
export function checkedAnswer<Answer extends PayinAnswer>(answer: Answer): Answer {
  if (answer.outcome === 'waiting') {
    const read = instructions.optional().safeParse(answer.instructions);
    if (!read.success) throw new Error('The instructions of an acquirer cannot be shown');
    if ((answer.save?.length ?? 0) > MAX_REFERENCE_LENGTH) {
      throw new Error("An acquirer's reference is too long");
    }
  }
  const receipts = 'receipts' in answer ? (answer.receipts ?? []) : [];
  const areReceipts = receipts.every(
    ({ reference, amountMinor }) =>
      amountMinor > 0n && reference !== '' && reference.length <= MAX_REFERENCE_LENGTH,
  );
  if (!areReceipts) throw new Error('A receipt of an acquirer cannot be read');
  return answer;
}
