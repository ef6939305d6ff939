import type { DisputeStep } from '#domain/dispute/status.ts';
import type { DisputeNotice } from '#service/acquirers/port.ts';
import type { Random } from '../random.ts';

/** Where a dispute may go from a step. It never goes back, but what is told of it may come in any sequence. */
const NEXT: Partial<Record<DisputeStep | 'none', readonly DisputeStep[]>> = {
  none: ['inquiry_opened', 'charged_back', 'charged_back'],
  inquiry_opened: ['inquiry_closed', 'charged_back', 'charged_back'],
  inquiry_closed: ['charged_back'],
  charged_back: ['answered', 'won', 'lost', 'refunded'],
  answered: ['won', 'lost'],
  won: ['charged_back_again', 'arbitration_opened'],
  lost: ['arbitration_opened'],
  charged_back_again: ['arbitration_opened'],
  arbitration_opened: ['arbitration_won', 'arbitration_lost'],
};

interface DisputeBook {
  attemptId: string;
  step: DisputeStep;
  /** Undefined if the whole payment is disputed. */
  amountMinor: bigint | undefined;
}

/** Disputes of payments by card, by the acquirer's reference. */
export class SimulatedDisputes {
  readonly books = new Map<string, DisputeBook>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /**
   * Moves a dispute of a payment on, or opens one.
   *
   * @returns the notice about it; undefined if it can go no further
   */
  move(
    { attemptId, amountMinor }: { attemptId: string; amountMinor: bigint },
    atMs: number,
  ): DisputeNotice | undefined {
    const reference = `dispute ${this.#random.isBelow(0.8) ? 1 : 2} of ${attemptId}`;
    const known = this.books.get(reference);
    const step = this.#random.pick(NEXT[known?.step ?? 'none'] ?? []);
    if (step === undefined) return undefined;
    const part = this.#random.isBelow(0.5) ? amountMinor / 2n : undefined;
    const book = { ...(known ?? { attemptId, amountMinor: part }), step };
    this.books.set(reference, book);
    return {
      kind: 'dispute',
      about: { attemptId },
      reference,
      id: `${step} ${reference}`,
      event: step,
      step,
      disputed:
        book.amountMinor === undefined
          ? undefined
          : { currency: 'EUR', amountMinor: book.amountMinor },
      reasonCode: undefined,
      answerBy: undefined,
      reportedAt: new Date(atMs),
      detail: undefined,
    };
  }
}
