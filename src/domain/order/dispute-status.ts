/**
 * INQUIRY: the issuer asks a question and takes no money. OPEN: a chargeback that can still be answered.
 * UNDER_REVIEW: it was answered. CLOSED: an inquiry that ended without a chargeback.
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
 * The events that a notice can report, and the dispute's state after each. Schemes go through the stages in this
 * sequence, and skip some; acquirers' notices come late, twice and in any order. So the furthest stage decides: only
 * a later stage can undo an outcome, never an earlier event that arrives late.
 */
export const DISPUTE_STEPS = {
  /** A comment, which is only kept in the history. */
  commented: { stage: 0, status: 'INQUIRY', money: 'untouched' },
  inquiry_opened: { stage: 1, status: 'INQUIRY', money: 'untouched' },
  inquiry_answered: { stage: 2, status: 'UNDER_REVIEW', money: 'untouched' },
  inquiry_closed: { stage: 3, status: 'CLOSED', money: 'untouched' },
  /** An announced chargeback is reserved like one that was made, because the money is as good as taken. */
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

/** The step that an operator's answer records, by the step that it answers. Other steps cannot be answered. */
const ANSWERS: Partial<Record<DisputeStep, DisputeStep>> = {
  commented: 'inquiry_answered',
  inquiry_opened: 'inquiry_answered',
  announced: 'answered',
  charged_back: 'answered',
  arbitration_opened: 'arbitration_answered',
};

export function answerStep(step: DisputeStep): DisputeStep | undefined {
  return ANSWERS[step];
}

/** The outcomes that an operator can record for a dispute whose acquirer never reports one. */
export const DISPUTE_ENDS = ['won', 'lost', 'closed'] as const;
export type DisputeEnd = (typeof DISPUTE_ENDS)[number];

/**
 * Returns the step that ends a dispute with this outcome; `has_ended` if it has ended, `impossible` if the outcome is
 * impossible for this kind of dispute.
 */
export function endingStep(
  step: DisputeStep,
  end: DisputeEnd,
): DisputeStep | 'has_ended' | 'impossible' {
  const { status, stage } = DISPUTE_STEPS[step];
  if (status === 'WON' || status === 'LOST' || status === 'CLOSED') return 'has_ended';
  if (!isChargeback(step)) return end === 'closed' ? 'inquiry_closed' : 'impossible';
  if (end === 'closed') return 'impossible';
  return stage < DISPUTE_STEPS.arbitration_opened.stage ? end : `arbitration_${end}`;
}

/** Tells a chargeback, for which the acquirer takes the money, from an inquiry. */
function isChargeback(step: DisputeStep): boolean {
  return DISPUTE_STEPS[step].stage >= DISPUTE_STEPS.announced.stage;
}

/** The part of one dispute notice that determines the dispute's state. */
export interface DisputeReport {
  /** The acquirer's id for the event. The higher id wins between reports that are equal in all else. */
  eventId: string;
  step: DisputeStep;
  /** Whether an operator recorded it. Within a stage, the acquirer's reports take precedence. */
  byHand: boolean;
  /** The acquirer's time of the event. */
  reportedAt: Date;
  /** The disputed amount in the currency of the payment; undefined if the notice has none. */
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
  /** Set only while an answer is awaited. */
  answerBy: Date | undefined;
  /** When it became a chargeback; undefined for an inquiry. */
  chargedBackAt: Date | undefined;
}

/**
 * Returns a dispute's state from all its reports, whatever their order, duplicates included.
 *
 * @throws RangeError if there are no reports
 */
export function disputeStanding(reports: readonly DisputeReport[]): DisputeStanding {
  const furthestFirst = reports.toSorted((one, other) => compare(other, one));
  const [last] = furthestFirst;
  if (last === undefined) throw new RangeError('nothing was said of the dispute');
  const { status, money } = DISPUTE_STEPS[last.step];
  const latestStated = <Value>(
    of: (report: DisputeReport) => Value | undefined,
  ): Value | undefined => furthestFirst.map(of).find((value) => value !== undefined);
  const chargebacks = reports.filter(({ step }) => isChargeback(step));
  const times = chargebacks.map(({ reportedAt }) => reportedAt.getTime());
  return {
    step: last.step,
    status,
    money,
    disputedMinor: latestStated(({ disputedMinor }) => disputedMinor),
    reasonCode: latestStated(({ reasonCode }) => reasonCode),
    answerBy: answerStep(last.step) && latestStated(({ answerBy }) => answerBy),
    chargedBackAt: times.length === 0 ? undefined : new Date(Math.min(...times)),
  };
}

const SEQUENCE = Object.keys(DISPUTE_STEPS);

/**
 * Orders reports by stage. Within a stage, the acquirer's reports rank above an operator's, then the later time, then
 * the table's sequence, then the event id: the order is total.
 */
function compare(one: DisputeReport, other: DisputeReport): number {
  return (
    DISPUTE_STEPS[one.step].stage - DISPUTE_STEPS[other.step].stage ||
    Number(other.byHand) - Number(one.byHand) ||
    one.reportedAt.getTime() - other.reportedAt.getTime() ||
    SEQUENCE.indexOf(one.step) - SEQUENCE.indexOf(other.step) ||
    (one.eventId < other.eventId ? -1 : Number(one.eventId > other.eventId))
  );
}
