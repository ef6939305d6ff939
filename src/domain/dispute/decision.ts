import { isComment, movesDispute, type DisputeReport } from './status.ts';

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
  /** Whether a person got the event because it matched no dispute. */
  isWithPerson: boolean;
  /** The acquirer's time of the event; undefined if it has none. */
  statedAt: Date | undefined;
  report: DisputeReport;
}

/** An event, and the disputes of the payin that it may be about. */
export interface DisputeEventCase {
  names: 'dispute' | 'payment';
  disputes: 'none' | 'one' | 'several';
  /**
   * `recorded`: it was recorded before. `other_time`: with another time, so that it may be a different event.
   * `with_person`: it matched no dispute when it came. `comment`: it moves nothing. `moves`: it moves the only dispute
   * on. `other`: it does not.
   */
  event: 'recorded' | 'other_time' | 'with_person' | 'comment' | 'moves' | 'other';
}

/** When it applies, what the event then does, and what a person gets. Exactly one row applies to any case. */
export interface DisputeEventRow {
  names: DisputeEventCase['names'];
  disputes: readonly DisputeEventCase['disputes'][];
  event: readonly DisputeEventCase['event'][];
  /** It opens a dispute, is about the only one, or changes nothing. */
  does: 'opens' | 'belongs' | 'nothing';
  attention?: 'dispute_unmatched';
}

const ANY_NUMBER = ['none', 'one', 'several'] as const;

/**
 * Which of a payin's disputes an event is about. One that names only the payment is about the payin's only dispute,
 * whatever its status, if it moves that dispute on. A comment moves nothing, but is kept with it.
 */
export const DISPUTE_MATRIX: readonly DisputeEventRow[] = [
  {
    names: 'dispute',
    disputes: ['none'],
    event: ['with_person', 'comment', 'moves', 'other'],
    does: 'opens',
  },
  {
    names: 'dispute',
    disputes: ['one', 'several'],
    event: ['with_person', 'comment', 'moves', 'other'],
    does: 'belongs',
  },
  {
    names: 'dispute',
    disputes: ANY_NUMBER,
    event: ['recorded', 'other_time'],
    does: 'nothing',
  },
  { names: 'payment', disputes: ['one'], event: ['comment', 'moves'], does: 'belongs' },
  {
    names: 'payment',
    disputes: ['one'],
    event: ['other', 'other_time'],
    does: 'nothing',
    attention: 'dispute_unmatched',
  },
  {
    names: 'payment',
    disputes: ['none', 'several'],
    event: ['comment', 'moves', 'other', 'other_time'],
    does: 'nothing',
    attention: 'dispute_unmatched',
  },
  {
    names: 'payment',
    disputes: ANY_NUMBER,
    event: ['recorded', 'with_person'],
    does: 'nothing',
  },
];

export function appliesToEvent(
  row: DisputeEventRow,
  { names, disputes, event }: DisputeEventCase,
): boolean {
  return row.names === names && row.disputes.includes(disputes) && row.event.includes(event);
}

/** What an event does. */
export interface DisputeDecision {
  does: DisputeEventRow['does'];
  attention: DisputeEventRow['attention'];
  /** The dispute that it belongs to. */
  disputeId: string | undefined;
  isRepeated: boolean;
}

/** Decides which of a payin's disputes an event is about. */
export function decideDispute(
  event: NoticedEvent,
  disputes: readonly KnownDispute[],
): DisputeDecision {
  const candidates = event.namesOnlyPayment
    ? disputes
    : disputes.filter(({ reference }) => reference === event.reference);
  const [only, ...others] = candidates;
  const number = others.length > 0 ? 'several' : 'one';
  const noticed: DisputeEventCase = {
    names: event.namesOnlyPayment ? 'payment' : 'dispute',
    disputes: only === undefined ? 'none' : number,
    event: toEvent(event, candidates),
  };
  const row = DISPUTE_MATRIX.find((candidate) => appliesToEvent(candidate, noticed));
  if (row === undefined) throw new Error(`No row applies to ${JSON.stringify(noticed)}`);
  return {
    does: row.does,
    attention: row.attention,
    disputeId: row.does === 'belongs' ? only?.id : undefined,
    isRepeated: noticed.event === 'recorded' || noticed.event === 'other_time',
  };
}

function toEvent(
  { namesOnlyPayment, isWithPerson, statedAt, report }: NoticedEvent,
  candidates: readonly KnownDispute[],
): DisputeEventCase['event'] {
  const recorded = candidates
    .flatMap(({ reports }) => reports)
    .find(({ eventId }) => eventId === report.eventId);
  if (recorded !== undefined) {
    const isSameTime =
      statedAt === undefined || statedAt.getTime() === recorded.reportedAt.getTime();
    return isSameTime ? 'recorded' : 'other_time';
  }
  if (isWithPerson) return 'with_person';
  if (isComment(report.step)) return 'comment';
  const [only, ...others] = candidates;
  const isMoved =
    namesOnlyPayment &&
    only !== undefined &&
    others.length === 0 &&
    movesDispute(only.reports, report);
  return isMoved ? 'moves' : 'other';
}
