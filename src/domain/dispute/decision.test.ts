import { describe, expect, it } from 'vitest';
import {
  appliesToEvent,
  decideDispute,
  DISPUTE_MATRIX,
  type DisputeEventCase,
  type KnownDispute,
  type NoticedEvent,
} from './decision.ts';
import type { DisputeReport, DisputeStep } from './status.ts';

const AT = new Date('2026-03-01T00:00:00Z');
const LATER = new Date('2026-03-02T00:00:00Z');

function report(step: DisputeStep, eventId: string = step): DisputeReport {
  return {
    eventId,
    step,
    byHand: false,
    reportedAt: AT,
    isDateUnsigned: true,
    disputedMinor: undefined,
    reasonCode: undefined,
    answerBy: undefined,
  };
}

function dispute(id: string, ...steps: DisputeStep[]): KnownDispute {
  return { id, reference: `ref ${id}`, reports: steps.map((step) => report(step)) };
}

function event(step: DisputeStep, overrides: Partial<NoticedEvent> = {}): NoticedEvent {
  return {
    reference: 'payment',
    namesOnlyPayment: true,
    isWithPerson: false,
    statedAt: AT,
    report: report(step),
    ...overrides,
  };
}

const NOTHING = {
  does: 'nothing',
  attention: undefined,
  disputeId: undefined,
  isRepeated: false,
} as const;

const NAMES = ['dispute', 'payment'] as const satisfies DisputeEventCase['names'][];
const NUMBERS = ['none', 'one', 'several'] as const satisfies DisputeEventCase['disputes'][];
const EVENTS = [
  'recorded',
  'other_time',
  'with_person',
  'comment',
  'moves',
  'other',
] as const satisfies DisputeEventCase['event'][];

describe('DISPUTE_MATRIX', () => {
  it('has exactly one row for any case', () => {
    for (const names of NAMES) {
      for (const disputes of NUMBERS) {
        for (const event of EVENTS) {
          const each = { names, disputes, event };
          const rows = DISPUTE_MATRIX.filter((row) => appliesToEvent(row, each));
          expect({ ...each, rows: rows.length }).toEqual({ ...each, rows: 1 });
        }
      }
    }
  });
});

const named = { reference: 'ref a', namesOnlyPayment: false };

describe('an event that names its dispute', () => {
  it('opens it, and then belongs to it, whatever it is', () => {
    expect(decideDispute(event('charged_back', named), [])).toMatchObject({ does: 'opens' });
    expect(decideDispute(event('charged_back', named), [dispute('b', 'lost')])).toMatchObject({
      does: 'opens',
    });
    const disputes = [dispute('a', 'won'), dispute('b', 'lost')];
    expect(decideDispute(event('charged_back', named), disputes)).toMatchObject({
      does: 'belongs',
      disputeId: 'a',
    });
  });

  it('changes nothing when it is repeated, with another time as well', () => {
    const disputes = [dispute('a', 'charged_back')];
    for (const statedAt of [AT, LATER, undefined]) {
      expect(decideDispute(event('charged_back', { ...named, statedAt }), disputes)).toEqual({
        ...NOTHING,
        isRepeated: true,
      });
    }
  });
});

describe('an event that names only the payment', () => {
  it.each<[DisputeStep, DisputeStep[]]>([
    ['won', ['charged_back']],
    ['won', ['charged_back', 'lost']],
    ['charged_back_again', ['charged_back', 'won']],
    ['arbitration_won', ['charged_back', 'won', 'charged_back_again']],
    ['arbitration_lost', ['charged_back', 'won']],
    ['charged_back', ['inquiry_opened', 'inquiry_closed']],
    ['commented', ['won']],
  ])('of step %s belongs to the only dispute, which is at %j', (step, steps) => {
    expect(decideDispute(event(step), [dispute('a', ...steps)])).toMatchObject({
      does: 'belongs',
      disputeId: 'a',
    });
  });

  it.each<[string, DisputeStep, KnownDispute[]]>([
    ['without a dispute', 'won', []],
    [
      'with several disputes',
      'won',
      [dispute('a', 'charged_back'), dispute('b', 'inquiry_closed')],
    ],
    ['with a dispute that has gone further', 'won', [dispute('a', 'charged_back_again')]],
    [
      'with a dispute that has ended so',
      'arbitration_won',
      [{ ...dispute('a'), reports: [report('arbitration_won', 'another')] }],
    ],
    ['of a comment without a dispute', 'commented', []],
  ])('of a payment %s is unmatched', (_, step, disputes) => {
    expect(decideDispute(event(step), disputes)).toEqual({
      ...NOTHING,
      attention: 'dispute_unmatched',
    });
  });

  it('may be another event if it is repeated with another time', () => {
    const disputes = [dispute('a', 'charged_back', 'won'), dispute('b', 'charged_back_again')];
    const repeated = (statedAt: Date | undefined) =>
      decideDispute(event('won', { statedAt }), disputes);
    const isRepeated = true;
    expect(repeated(AT)).toEqual({ ...NOTHING, isRepeated });
    expect(repeated(undefined)).toEqual({ ...NOTHING, isRepeated });
    expect(repeated(LATER)).toEqual({ ...NOTHING, isRepeated, attention: 'dispute_unmatched' });
  });

  it('stays with the person who got it, even if it would move a dispute that was opened since', () => {
    const opened = [dispute('a', 'charged_back')];
    expect(decideDispute(event('won', { isWithPerson: true }), opened)).toEqual(NOTHING);
  });
});
