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
  /** Documents that answer whatever is open: it reserves nothing itself, and answers a chargeback if there is one. */
  evidence_supplied: { stage: 2, status: 'UNDER_REVIEW', money: 'untouched' },
  inquiry_closed: { stage: 3, status: 'CLOSED', money: 'untouched' },
  /** An announced chargeback is reserved like one that was made, because the money is as good as taken. */
  announced: { stage: 4, status: 'OPEN', money: 'reserved' },
  charged_back: { stage: 5, status: 'OPEN', money: 'reserved' },
  answered: { stage: 6, status: 'UNDER_REVIEW', money: 'reserved' },
  /** The payment was refunded, so nothing is left to dispute. */
  refunded: { stage: 7, status: 'CLOSED', money: 'untouched' },
  lost: { stage: 7, status: 'LOST', money: 'lost' },
  won: { stage: 7, status: 'WON', money: 'untouched' },
  charged_back_again: { stage: 8, status: 'LOST', money: 'lost' },
  arbitration_opened: { stage: 9, status: 'OPEN', money: 'reserved' },
  arbitration_answered: { stage: 10, status: 'UNDER_REVIEW', money: 'reserved' },
  arbitration_lost: { stage: 11, status: 'LOST', money: 'lost' },
  arbitration_won: { stage: 11, status: 'WON', money: 'untouched' },
} as const satisfies Record<string, StepRule>;

export type DisputeStep = keyof typeof DISPUTE_STEPS;

export function isDisputeStep(text: string): text is DisputeStep {
  return Object.hasOwn(DISPUTE_STEPS, text);
}

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
  const { stage, status } = DISPUTE_STEPS[step];
  return stage >= DISPUTE_STEPS.announced.stage && status !== 'CLOSED';
}

/** Whether an event is only kept in the history. */
export function isComment(step: DisputeStep): boolean {
  return DISPUTE_STEPS[step].stage === DISPUTE_STEPS.commented.stage;
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
  /** Whether the acquirer does not sign that time. Then anybody may have changed it, and it decides nothing. */
  isDateUnsigned?: boolean;
  /** The disputed amount in the currency of the payment; undefined if the notice has none. */
  disputedMinor: bigint | undefined;
  reasonCode: string | undefined;
  answerBy: Date | undefined;
  /** What an operator charged, in the payin's currency, besides what the payin leaves to reserve. */
  chargedMinor?: bigint | undefined;
}

export interface DisputeStanding {
  step: DisputeStep;
  status: DisputeStatus;
  money: DisputedMoney;
  disputedMinor: bigint | undefined;
  /** What operators charged besides what the payin leaves to reserve. */
  chargedMinor: bigint;
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
  const events = reports.filter(({ step }) => !isComment(step));
  const furthestFirst = (events.length === 0 ? reports : events).toSorted((one, other) =>
    compare(other, one),
  );
  const [last] = furthestFirst;
  if (last === undefined) throw new RangeError('nothing was said of the dispute');
  const step = withEvidence(last.step, events);
  const { status, money } = DISPUTE_STEPS[step];
  const latestStated = <Value>(
    of: (report: DisputeReport) => Value | undefined,
  ): Value | undefined => furthestFirst.map(of).find((value) => value !== undefined);
  const chargebacks = reports.filter((report) => isChargeback(report.step));
  const times = chargebacks.map(({ reportedAt }) => reportedAt.getTime());
  const charges = new Map(reports.map(({ eventId, chargedMinor = 0n }) => [eventId, chargedMinor]));
  return {
    step,
    status,
    money,
    disputedMinor: latestStated(({ disputedMinor }) => disputedMinor),
    chargedMinor: [...charges.values()].reduce((sum, minor) => sum + minor, 0n),
    reasonCode: latestStated(({ reasonCode }) => reasonCode),
    answerBy: answerStep(step) && latestStated(({ answerBy }) => answerBy),
    chargedBackAt: times.length === 0 ? undefined : new Date(Math.min(...times)),
  };
}

/** Whether a further report would move the dispute to its step. */
export function movesDispute(reports: readonly DisputeReport[], report: DisputeReport): boolean {
  const before = disputeStanding(reports).step;
  const { step } = disputeStanding([...reports, report]);
  return step !== before;
}

/** Returns the step of a chargeback that supplied documents have answered; any other step is unchanged. */
function withEvidence(step: DisputeStep, reports: readonly DisputeReport[]): DisputeStep {
  const isAnswerable = step === 'announced' || step === 'charged_back';
  const isSupplied = reports.some((report) => report.step === 'evidence_supplied');
  return isAnswerable && isSupplied ? 'answered' : step;
}

const SEQUENCE = Object.keys(DISPUTE_STEPS);

/**
 * Orders reports by stage. Within a stage, the acquirer's reports rank above an operator's, then the later time, if the
 * acquirer signs it, then the table's sequence, then the event id: the order is total. Of times that are not signed,
 * neither the status nor the amount may depend; of two amounts, the larger one counts.
 */
function compare(one: DisputeReport, other: DisputeReport): number {
  return (
    DISPUTE_STEPS[one.step].stage - DISPUTE_STEPS[other.step].stage ||
    Number(other.byHand) - Number(one.byHand) ||
    compareValues(signedTime(one), signedTime(other)) ||
    SEQUENCE.indexOf(one.step) - SEQUENCE.indexOf(other.step) ||
    compareValues(undatedAmount(one), undatedAmount(other)) ||
    compareValues(one.eventId, other.eventId)
  );
}

function signedTime({ reportedAt, isDateUnsigned }: DisputeReport): number {
  return isDateUnsigned === true ? Infinity : reportedAt.getTime();
}

function undatedAmount({ disputedMinor, isDateUnsigned }: DisputeReport): bigint {
  return isDateUnsigned === true ? (disputedMinor ?? 0n) : 0n;
}

function compareValues<Value extends number | bigint | string>(one: Value, other: Value): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
