import { instructions } from '#contract/schemas/transfer.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import {
  callAcquirer,
  expectPart,
  type AcquirerCall,
  type AnyAnswer,
  type CallContext,
  type NoAnswer,
} from '../orders/call-acquirer.ts';
import type { Terminals } from '../acquirers/registry.ts';
import {
  MAX_REFERENCE_LENGTH,
  type Acquirer,
  type CardAcquirer,
  type KnownAttempt,
  type NotTaken,
  type AcquirerOutcome,
  type ReportedPayment,
  type SaveReference,
  type TransferSource,
  type TransferOutcome,
} from '../acquirers/port.ts';
import type { FoundAttempt } from './store/attempts.ts';

/** The calls about an existing attempt, whatever it is paid by. The port describes each. */
export interface AttemptAcquirer {
  findOutcome: InquiryCall;
  /** Gives up a challenge, or a transfer after its waiting time. */
  giveUp: InquiryCall;
  confirmNotification(
    attempt: KnownAttempt,
    reported: ReportedPayment | undefined,
    saveReference: SaveReference,
    signal: AbortSignal,
  ): Promise<PayinOutcome>;
  /** Undefined if the acquirer cannot give a payment back. */
  void: CardAcquirer['void'] | undefined;
}

type InquiryCall = (
  attempt: KnownAttempt,
  saveReference: SaveReference,
  signal: AbortSignal,
) => Promise<PayinOutcome>;

/** What an acquirer answers to a status inquiry about a payin. */
export type PayinOutcome = AcquirerOutcome | TransferOutcome;

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
export function callAboutAttempt<Answer extends AnyAnswer>(
  context: CallContext,
  { attempt, terminal, state }: FoundAttempt,
  call: Pick<AcquirerCall<AttemptAcquirer, Answer>, 'name' | 'send' | 'timeoutMs' | 'received'>,
): Promise<Answer | NoAnswer> {
  const source = state.payin.payment_source;
  return callAcquirer(context, {
    ...call,
    attempt,
    terminal,
    open: (acquirer) =>
      source === 'CARD'
        ? cardCalls(acquirer, terminal, context.terminals)
        : transferCalls(acquirer, terminal, source),
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

function cardCalls(
  acquirer: Acquirer,
  terminal: RoutedTerminal,
  { adapters }: Pick<Terminals, 'adapters'>,
): AttemptAcquirer {
  const cards = expectPart(acquirer, 'cards', terminal);
  const voids = adapters.get(terminal.adapter)?.describe().cards?.voids;
  return {
    findOutcome: (...about) => cards.findOutcome(...about),
    giveUp: (...about) => cards.giveUpChallenge(...about),
    confirmNotification: (...about) => cards.confirmNotification(...about),
    void: voids ? (...about) => cards.void(...about) : undefined,
  };
}

function transferCalls(
  acquirer: Acquirer,
  terminal: RoutedTerminal,
  source: TransferSource,
): AttemptAcquirer {
  const transfers = expectPart(acquirer, 'transfers', terminal);
  return {
    findOutcome: async (attempt, ...rest) =>
      checkedAnswer(await transfers.findOutcome({ ...attempt, source }, ...rest)),
    giveUp: async (attempt, ...rest) =>
      checkedAnswer(await transfers.giveUp({ ...attempt, source }, ...rest)),
    confirmNotification: async (attempt, ...rest) =>
      checkedAnswer(await transfers.confirmNotification({ ...attempt, source }, ...rest)),
    void: transfers.void?.bind(transfers),
  };
}

/**
 * Validates an answer of a transfer acquirer and returns it.
 *
 * @throws if a page cannot show the instructions, a reference is too long, or a receipt has no reference or no positive
 *   amount
 */
export function checkedAnswer<Answer extends TransferOutcome | NotTaken>(answer: Answer): Answer {
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
