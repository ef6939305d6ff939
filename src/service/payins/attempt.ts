import { UUID } from '#contract/patterns.ts';
import { instructions } from '#contract/schemas/transfer.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import type { ServiceContext } from '../platform/context.ts';
import {
  MAX_REFERENCE_LENGTH,
  type CardAcquirer,
  type KnownAttempt,
  type NotTaken,
  type AcquirerOutcome,
  type ReportedPayment,
  type SaveReference,
  type TransferAcquirer,
  type TransferOutcome,
} from '../acquirers/port.ts';
import {
  foundAttempt,
  replacedReferences,
  selectedAttempts,
  type FoundAttempt,
} from './store/attempts.ts';

/** An attempt, and a way to reach the acquirer that it was made with. */
export interface AttemptAtAcquirer extends FoundAttempt {
  saveReference: SaveReference;
  /** Opens the terminal. @throws if it cannot be opened, or does not take payins of this source */
  acquirer: () => Promise<AttemptAcquirer>;
}

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
export type ReportedOutcome =
  | PayinOutcome
  | NotTaken
  | { outcome: 'unknown' }
  /** The receipts reach the amount, although the acquirer has not approved the payment. */
  | { outcome: 'approved'; reference: string | null; by: 'amount' };

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

type Deps = Pick<ServiceContext, 'db' | 'batches' | 'terminals'>;

/** Finds an attempt. Returns undefined for an unknown id. */
export async function findAttempt(
  deps: Deps,
  attemptId: string,
): Promise<AttemptAtAcquirer | undefined> {
  if (!UUID.test(attemptId)) return undefined;
  const row = await deps.batches.run(selectedAttempts, { attemptId });
  if (row === undefined) return undefined;
  const found = foundAttempt(row);
  return {
    ...found,
    saveReference: referenceSaver(deps, attemptId, found.attempt.reference),
    acquirer: () => acquirerOf(deps, found.terminal, found.source),
  };
}

async function acquirerOf(
  deps: Pick<ServiceContext, 'terminals'>,
  terminal: RoutedTerminal,
  source: PaymentSource,
): Promise<AttemptAcquirer> {
  if (source === 'CARD') {
    const cards = await cardsOf(deps, terminal);
    const voids = deps.terminals.adapters.get(terminal.adapter)?.describe().cards?.voids;
    return {
      findOutcome: (...about) => cards.findOutcome(...about),
      giveUp: (...about) => cards.giveUpChallenge(...about),
      confirmNotification: (...about) => cards.confirmNotification(...about),
      void: voids ? (...about) => cards.void(...about) : undefined,
    };
  }
  const transfers = await transfersOf(deps, terminal);
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
    expectShort(answer.save ?? '');
  }
  const receipts = 'receipts' in answer ? (answer.receipts ?? []) : [];
  const areReceipts = receipts.every(
    ({ reference, amountMinor }) =>
      amountMinor > 0n && reference !== '' && reference.length <= MAX_REFERENCE_LENGTH,
  );
  if (!areReceipts) throw new Error('A receipt of an acquirer cannot be read');
  return answer;
}

/** @throws when the terminal cannot be opened, or takes no cards */
export async function cardsOf(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  terminal: RoutedTerminal,
): Promise<CardAcquirer> {
  const { cards } = await terminals.open(terminal);
  if (cards === undefined) throw new Error(`The adapter ${terminal.adapter} takes no cards`);
  return cards;
}

/** @throws when the terminal cannot be opened, or takes cards alone */
export async function transfersOf(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  terminal: RoutedTerminal,
): Promise<TransferAcquirer> {
  const { transfers } = await terminals.open(terminal);
  if (transfers === undefined) throw new Error(`The adapter ${terminal.adapter} takes cards alone`);
  return transfers;
}

/**
 * Returns a function that saves an acquirer's reference. It replaces the one that was read, or the one that it saved
 * itself before. Of two callers that read the same reference, the second gets an error and must stop.
 */
export function referenceSaver(
  { batches }: Pick<ServiceContext, 'batches'>,
  attemptId: string,
  read?: string,
): SaveReference {
  let last = read;
  return async (next) => {
    expectShort(next);
    const replaced = await batches.run(replacedReferences, {
      attemptId,
      read: last ?? null,
      next,
    });
    if (replaced === undefined) {
      throw new Error('The attempt was settled or another reference saved meanwhile');
    }
    last = next;
  };
}

function expectShort(reference: string): void {
  if (reference.length > MAX_REFERENCE_LENGTH) {
    throw new Error("An acquirer's reference is too long");
  }
}
