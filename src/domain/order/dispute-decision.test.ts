import { describe, expect, it } from 'vitest';
import { decideDispute, type KnownDispute, type NoticedEvent } from './dispute-decision.ts';
import type { DisputeReport, DisputeStep } from './dispute-status.ts';

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
    statedAt: AT,
    report: report(step),
    ...overrides,
  };
}

const named = { reference: 'ref a', namesOnlyPayment: false };

describe('an event that names its dispute', () => {
  it('opens it, and then belongs to it, whatever it is', () => {
    expect(decideDispute(event('charged_back', named), [])).toEqual({ kind: 'opens' });
    expect(decideDispute(event('charged_back', named), [dispute('b', 'lost')])).toEqual({
      kind: 'opens',
    });
    const disputes = [dispute('a', 'won'), dispute('b', 'lost')];
    expect(decideDispute(event('charged_back', named), disputes)).toEqual({
      kind: 'belongs',
      disputeId: 'a',
    });
  });

  it('changes nothing when it is repeated, with another time as well', () => {
    const disputes = [dispute('a', 'charged_back')];
    for (const statedAt of [AT, LATER, undefined]) {
      expect(decideDispute(event('charged_back', { ...named, statedAt }), disputes)).toEqual({
        kind: 'repeats',
        isAltered: false,
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
    expect(decideDispute(event(step), [dispute('a', ...steps)])).toEqual({
      kind: 'belongs',
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
    expect(decideDispute(event(step), disputes)).toEqual({ kind: 'unmatched' });
  });

  it('may be another event if it is repeated with another time', () => {
    const disputes = [dispute('a', 'charged_back', 'won'), dispute('b', 'charged_back_again')];
    const repeated = (statedAt: Date | undefined) =>
      decideDispute(event('won', { statedAt }), disputes);
    expect(repeated(AT)).toEqual({ kind: 'repeats', isAltered: false });
    expect(repeated(undefined)).toEqual({ kind: 'repeats', isAltered: false });
    expect(repeated(LATER)).toEqual({ kind: 'repeats', isAltered: true });
  });
});
