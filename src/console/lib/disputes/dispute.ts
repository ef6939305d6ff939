import type { AnswerOf, ItemOf } from '#console/api/client.ts';
import { MERCHANT, type Filter } from '#console/filters/filter.ts';
import { entryOf, inWords, type StatusText } from '#console/orders/words.ts';
import { DISPUTE_STATUSES, type DisputeStatus, type DisputeStep } from '#domain/dispute/status.ts';

export type ListedDispute = ItemOf<'disputes list'>;
export type Dispute = AnswerOf<'disputes show'>;

const STATUSES: Readonly<Record<DisputeStatus, StatusText>> = {
  INQUIRY: { tone: 'waiting', text: 'Inquiry' },
  OPEN: { tone: 'bad', text: 'Chargeback' },
  UNDER_REVIEW: { tone: 'waiting', text: 'Under review' },
  WON: { tone: 'good', text: 'Won' },
  LOST: { tone: 'bad', text: 'Lost' },
  CLOSED: { tone: 'quiet', text: 'Closed' },
};

export function disputeInWords(status: DisputeStatus): StatusText {
  return STATUSES[status];
}

const STEPS: Readonly<Record<DisputeStep, string>> = {
  commented: 'The acquirer commented',
  inquiry_opened: 'The issuer asked about the payment',
  inquiry_answered: 'The inquiry was answered',
  evidence_supplied: 'Documents were supplied',
  inquiry_closed: 'The inquiry ended without a chargeback',
  announced: 'A chargeback was announced',
  charged_back: 'The payment was charged back',
  answered: 'The chargeback was answered',
  refunded: 'Closed: the payment was refunded',
  lost: 'Lost: the payer keeps the money',
  won: 'Won: the merchant got the money back',
  charged_back_again: 'Charged back a second time',
  arbitration_opened: 'Taken to arbitration',
  arbitration_answered: 'The arbitration was answered',
  arbitration_lost: 'The arbitration was lost',
  arbitration_won: 'The arbitration was won',
};

/** Returns what happened to a dispute. An operator's charge is a step of no acquirer. */
export function stepInWords({ event, step, actor }: Dispute['history'][number]): string {
  if (event === 'charged' && actor !== null) return 'The unreserved amount was charged';
  return entryOf(STEPS, step) ?? inWords(step);
}

export function reasonInWords({
  reason,
  reason_code: code,
}: Pick<Dispute, 'reason' | 'reason_code'>): string {
  return reason ?? (code === null ? 'No reason was given' : `Reason ${code}`);
}

/** Returns whether a dispute can still be answered. */
export function isAwaited({ status }: Pick<Dispute, 'status'>): boolean {
  return status === 'INQUIRY' || status === 'OPEN';
}

/** Returns whether a part of a dispute is not debited. */
export function hasUnreserved({ unreserved_amount: amount }: Pick<Dispute, 'unreserved_amount'>) {
  return Number(amount) > 0;
}

/** Filters of the list of disputes. */
export const DISPUTE_FILTERS: readonly Filter[] = [
  {
    name: 'status',
    label: 'State',
    choices: DISPUTE_STATUSES,
    inWords: (status) => entryOf(STATUSES, status)?.text ?? status,
  },
  MERCHANT,
];
