import { isComment, movesDispute, type DisputeReport } from './dispute-status.ts';

/** A dispute of a payin, with its reports so far. */
export interface KnownDispute {
  id: string;
  /** The acquirer's reference of the dispute. */
  reference: string;
  reports: readonly DisputeReport[];
}

export interface NoticedEvent {
  /** The acquirer's reference of the dispute, or of the payment. */
  reference: string;
  /** Whether the event names only the payment, not the dispute. */
  namesOnlyPayment: boolean;
  /** The acquirer's time of the event; undefined if it has none. */
  statedAt: Date | undefined;
  report: DisputeReport;
}

/**
 * `opens`: a new dispute. `belongs`: an event of a known one. `repeats`: the event was recorded before; `isAltered` if
 * it names only the payment and has another time, so that it may be a different event. `unmatched`: it names only the
 * payment, and which dispute it is about is not certain.
 */
export type DisputeDecision =
  | { kind: 'opens' }
  | { kind: 'belongs'; disputeId: string }
  | { kind: 'repeats'; isAltered: boolean }
  | { kind: 'unmatched' };

/**
 * Decides which of a payin's disputes an event is about. One that names only the payment is about the payin's only
 * dispute, whatever its status, if it moves that dispute on. A comment moves nothing, but is kept with it.
 */
export function decideDispute(
  { reference, namesOnlyPayment, statedAt, report }: NoticedEvent,
  disputes: readonly KnownDispute[],
): DisputeDecision {
  const candidates = namesOnlyPayment
    ? disputes
    : disputes.filter((dispute) => dispute.reference === reference);
  const recorded = candidates
    .flatMap(({ reports }) => reports)
    .find(({ eventId }) => eventId === report.eventId);
  if (recorded !== undefined) {
    const isOtherTime =
      statedAt !== undefined && statedAt.getTime() !== recorded.reportedAt.getTime();
    return { kind: 'repeats', isAltered: namesOnlyPayment && isOtherTime };
  }
  const [only, ...others] = candidates;
  if (!namesOnlyPayment) {
    return only === undefined ? { kind: 'opens' } : { kind: 'belongs', disputeId: only.id };
  }
  const isCertain =
    only !== undefined &&
    others.length === 0 &&
    (isComment(report.step) || movesDispute(only.reports, report));
  return isCertain ? { kind: 'belongs', disputeId: only.id } : { kind: 'unmatched' };
}
