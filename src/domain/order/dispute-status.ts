/**
 * INQUIRY: the issuer asks, and takes nothing. OPEN: a chargeback that can still be answered. UNDER_REVIEW: it
 * was answered. CLOSED: an inquiry that ended without a chargeback.
 */
export const DISPUTE_STATUSES = [
  'INQUIRY',
  'OPEN',
  'UNDER_REVIEW',
  'WON',
  'LOST',
  'CLOSED',
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** Where the disputed amount is: with the merchant, in the dispute reserve, or with the payer for good. */
export type DisputedMoney = 'untouched' | 'reserved' | 'lost';

interface StepRule {
  stage: number;
  status: DisputeStatus;
  money: DisputedMoney;
}

/**
 * What a notice can say of a dispute, and how the dispute stands after it. Schemes take the stages in this
 * sequence, and skip some; acquirers' notices of them come late, twice and in any order. So a dispute stands as
 * the furthest stage says: an end is undone by what can only follow it, never by an opening that comes late.
 */
export const DISPUTE_STEPS = {
  /** Nothing but words: kept in the history. */
  commented: { stage: 0, status: 'INQUIRY', money: 'untouched' },
  inquiry_opened: { stage: 1, status: 'INQUIRY', money: 'untouched' },
  inquiry_answered: { stage: 2, status: 'UNDER_REVIEW', money: 'untouched' },
  inquiry_closed: { stage: 3, status: 'CLOSED', money: 'untouched' },
  /** A chargeback that is announced is reserved like one that was made: its money is as good as taken. */
  announced: { stage: 4, status: 'OPEN', money: 'reserved' },
  charged_back: { stage: 5, status: 'OPEN', money: 'reserved' },
  answered: { stage: 6, status: 'UNDER_REVIEW', money: 'reserved' },
  lost: { stage: 7, status: 'LOST', money: 'lost' },
  won: { stage: 7, status: 'WON', money: 'untouched' },
  charged_back_again: { stage: 8, status: 'LOST', money: 'lost' },
  arbitration_opened: { stage: 9, status: 'OPEN', money: 'reserved' },
  arbitration_answered: { stage: 10, status: 'UNDER_REVIEW', money: 'reserved' },
  arbitration_lost: { stage: 11, status: 'LOST', money: 'lost' },
  arbitration_won: { stage: 11, status: 'WON', money: 'untouched' },
} as const satisfies Record<string, StepRule>;

export type DisputeStep = keyof typeof DISPUTE_STEPS;

/** What an operator's answer is, by the step that it answers; any other step awaits none. */
const ANSWERS: Partial<Record<DisputeStep, DisputeStep>> = {
  commented: 'inquiry_answered',
  inquiry_opened: 'inquiry_answered',
  announced: 'answered',
  charged_back: 'answered',
  arbitration_opened: 'arbitration_answered',
};

export function answerTo(step: DisputeStep): DisputeStep | undefined {
  return ANSWERS[step];
}

/** How an operator can say that a dispute ended, whose end its acquirer never reports. */
export const DISPUTE_ENDS = ['won', 'lost', 'closed'] as const;
export type DisputeEnd = (typeof DISPUTE_ENDS)[number];

/** The step that ends a dispute so; `has_ended`, or `not_so` where disputes of its kind end otherwise. */
export function endOf(step: DisputeStep, end: DisputeEnd): DisputeStep | 'has_ended' | 'not_so' {
  const { status, stage } = DISPUTE_STEPS[step];
  if (status === 'WON' || status === 'LOST' || status === 'CLOSED') return 'has_ended';
  if (!isChargeback(step)) return end === 'closed' ? 'inquiry_closed' : 'not_so';
  if (end === 'closed') return 'not_so';
  return stage < DISPUTE_STEPS.arbitration_opened.stage ? end : `arbitration_${end}`;
}

/** Of a chargeback the acquirer takes the money; an inquiry is a question. */
function isChargeback(step: DisputeStep): boolean {
  return DISPUTE_STEPS[step].stage >= DISPUTE_STEPS.announced.stage;
}

/** One notice of a dispute, as far as it says how the dispute stands. */
export interface DisputeReport {
  /** The acquirer's name of the event: of two that are alike in all else, the later by name counts. */
  eventId: string;
  step: DisputeStep;
  /** An operator recorded it: of the same stage, what the acquirer says counts before it. */
  byHand: boolean;
  /** When the acquirer says that it was. */
  saidAt: Date;
  /** What is disputed, in the currency that was paid in; undefined where the notice does not say. */
  disputedMinor: bigint | undefined;
  reasonCode: string | undefined;
  answerBy: Date | undefined;
}

export interface DisputeStanding {
  step: DisputeStep;
  status: DisputeStatus;
  money: DisputedMoney;
  disputedMinor: bigint | undefined;
  reasonCode: string | undefined;
  /** Only while an answer is awaited. */
  answerBy: Date | undefined;
  /** When it became a chargeback; undefined for an inquiry. */
  chargedBackAt: Date | undefined;
}

/**
 * How a dispute stands by all that was said of it: the same whatever order it came in, and however often.
 *
 * @throws RangeError when nothing was said
 */
export function disputeStanding(reports: readonly DisputeReport[]): DisputeStanding {
  const furthestFirst = reports.toSorted((one, other) => compare(other, one));
  const [last] = furthestFirst;
  if (last === undefined) throw new RangeError('nothing was said of the dispute');
  const { status, money } = DISPUTE_STEPS[last.step];
  const said = <Value>(of: (report: DisputeReport) => Value | undefined): Value | undefined =>
    furthestFirst.map(of).find((value) => value !== undefined);
  const chargebacks = reports.filter(({ step }) => isChargeback(step));
  const times = chargebacks.map(({ saidAt }) => saidAt.getTime());
  return {
    step: last.step,
    status,
    money,
    disputedMinor: said(({ disputedMinor }) => disputedMinor),
    reasonCode: said(({ reasonCode }) => reasonCode),
    answerBy: answerTo(last.step) && said(({ answerBy }) => answerBy),
    chargedBackAt: times.length === 0 ? undefined : new Date(Math.min(...times)),
  };
}

const SEQUENCE = Object.keys(DISPUTE_STEPS);

/** By stage; within one the acquirer's own before what was recorded by hand, then by the acquirer's time, then by the table's sequence, so that nothing is left to chance. */
function compare(one: DisputeReport, other: DisputeReport): number {
  return (
    DISPUTE_STEPS[one.step].stage - DISPUTE_STEPS[other.step].stage ||
    Number(other.byHand) - Number(one.byHand) ||
    one.saidAt.getTime() - other.saidAt.getTime() ||
    SEQUENCE.indexOf(one.step) - SEQUENCE.indexOf(other.step) ||
    (one.eventId < other.eventId ? -1 : Number(one.eventId > other.eventId))
  );
}
