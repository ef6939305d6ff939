import { describe, expect, it } from 'vitest';
import {
  answerStep,
  DISPUTE_ENDS,
  DISPUTE_STEPS,
  disputeStanding,
  endingStep,
  type DisputeStep,
  type DisputeReport,
} from './status.ts';

const AT = new Date('2026-03-01T00:00:00Z');

function said(step: DisputeStep, overrides: Partial<DisputeReport> = {}): DisputeReport {
  return {
    eventId: step,
    step,
    byHand: false,
    reportedAt: AT,
    disputedMinor: undefined,
    reasonCode: undefined,
    answerBy: undefined,
    ...overrides,
  };
}

const STEPS = Object.keys(DISPUTE_STEPS) as DisputeStep[];

describe('a dispute', () => {
  it.each<[DisputeStep[], string, string]>([
    [['inquiry_opened'], 'INQUIRY', 'untouched'],
    [['inquiry_opened', 'inquiry_answered'], 'UNDER_REVIEW', 'untouched'],
    [['inquiry_opened', 'inquiry_closed'], 'CLOSED', 'untouched'],
    [['inquiry_closed', 'charged_back'], 'OPEN', 'reserved'],
    [['announced', 'charged_back', 'answered'], 'UNDER_REVIEW', 'reserved'],
    [['charged_back', 'lost'], 'LOST', 'lost'],
    [['charged_back', 'lost', 'won'], 'WON', 'untouched'],
    [['charged_back', 'won', 'charged_back_again'], 'LOST', 'lost'],
    [['won', 'arbitration_opened'], 'OPEN', 'reserved'],
    [['won', 'arbitration_opened', 'arbitration_answered'], 'UNDER_REVIEW', 'reserved'],
    [['won', 'arbitration_lost'], 'LOST', 'lost'],
    [['charged_back_again', 'arbitration_won'], 'WON', 'untouched'],
    [['charged_back', 'refunded'], 'CLOSED', 'untouched'],
    [['inquiry_opened', 'evidence_supplied'], 'UNDER_REVIEW', 'untouched'],
    [['inquiry_answered', 'charged_back'], 'OPEN', 'reserved'],
    [['announced', 'evidence_supplied'], 'UNDER_REVIEW', 'reserved'],
    [['charged_back', 'evidence_supplied'], 'UNDER_REVIEW', 'reserved'],
    [['won', 'evidence_supplied', 'arbitration_opened'], 'OPEN', 'reserved'],
    [['charged_back', 'commented'], 'OPEN', 'reserved'],
    [['won', 'commented'], 'WON', 'untouched'],
  ])('after %j is %s, its money %s', (steps, status, money) => {
    const words = steps.map((step, index) => said(step, { reportedAt: new Date(+AT + index) }));
    expect(disputeStanding(words)).toMatchObject({ status, money });
    expect(disputeStanding(words.toReversed())).toMatchObject({ status, money });
  });

  it('is not reopened by an opening that is dated and arrives after its end', () => {
    const late = new Date(+AT + 86_400_000);
    for (const opening of ['announced', 'charged_back', 'answered'] as const) {
      for (const end of ['lost', 'won'] as const) {
        const words = [said(end), said(opening, { reportedAt: late })];
        expect(disputeStanding(words).status).toBe(DISPUTE_STEPS[end].status);
      }
    }
  });

  it('follows the later of two ends of one stage', () => {
    const later = { reportedAt: new Date(+AT + 1_000) };
    expect(disputeStanding([said('won', later), said('lost')]).status).toBe('WON');
    expect(disputeStanding([said('won'), said('lost', later)]).status).toBe('LOST');
  });

  it('depends on no time that its acquirer does not sign', () => {
    const times = [0, 1_000, -1_000].map((ms) => new Date(+AT + ms));
    for (const [one = AT, other = AT] of times.flatMap((a) => times.map((b) => [a, b]))) {
      const unsigned = { isDateUnsigned: true };
      const ends = [
        said('lost', { ...unsigned, reportedAt: one, disputedMinor: 9n }),
        said('won', { ...unsigned, reportedAt: other }),
      ];
      expect(disputeStanding(ends).status).toBe('WON');
      const amounts = [
        said('charged_back', { ...unsigned, eventId: 'b', reportedAt: one, disputedMinor: 9n }),
        said('charged_back', { ...unsigned, eventId: 'a', reportedAt: other, disputedMinor: 10n }),
      ];
      expect(disputeStanding(amounts).disputedMinor).toBe(10n);
    }
  });

  it('is moved in nothing by a comment, unless there is nothing else', () => {
    const comment = said('commented', { disputedMinor: 1n, reasonCode: 'c', answerBy: AT });
    const opening = said('charged_back');
    expect(disputeStanding([comment, opening])).toEqual(disputeStanding([opening]));
    expect(disputeStanding([comment])).toMatchObject({ status: 'INQUIRY', disputedMinor: 1n });
  });

  it('adds up what operators charged, each charge once', () => {
    const charge = said('commented', { byHand: true, chargedMinor: 3n });
    const again = { ...charge, eventId: 'another' };
    expect(disputeStanding([said('lost'), charge, again, charge]).chargedMinor).toBe(6n);
  });

  it('is no chargeback if it was an inquiry until the payment was refunded', () => {
    const words = [said('inquiry_opened'), said('refunded')];
    expect(disputeStanding(words).chargedBackAt).toBeUndefined();
  });

  it('follows its acquirer rather than a person at the same stage', () => {
    const later = { reportedAt: new Date(+AT + 1_000) };
    const byHand = { ...later, byHand: true };
    expect(disputeStanding([said('lost', byHand), said('won')]).status).toBe('WON');
    expect(disputeStanding([said('charged_back', later), said('lost', byHand)]).status).toBe(
      'LOST',
    );
  });

  it('follows the greater event id of two otherwise equal notices', () => {
    const words = ['a', 'b', 'c'].map((eventId) => said('lost', { eventId, reasonCode: eventId }));
    expect(disputeStanding(words).reasonCode).toBe('c');
    expect(disputeStanding(words.toReversed()).reasonCode).toBe('c');
  });

  it('has the same status for any order and repetition of its notices', () => {
    const next = randomNumbers(47);
    for (let round = 0; round < 500; round += 1) {
      const words = Array.from({ length: 1 + (next() % 6) }, (_, index) =>
        said(STEPS[next() % STEPS.length] ?? 'lost', {
          eventId: `e${index}`,
          byHand: next() % 4 === 0,
          reportedAt: new Date(+AT + (next() % 3) * 1_000),
          isDateUnsigned: next() % 3 === 0,
          disputedMinor: next() % 2 === 0 ? undefined : BigInt(1 + (next() % 100)),
          reasonCode: next() % 3 === 0 ? `c${index}` : undefined,
        }),
      );
      const shuffled = [...words, ...words.slice(0, next() % words.length)];
      for (let at = shuffled.length - 1; at > 0; at -= 1) {
        const other = next() % (at + 1);
        const [one, two] = [shuffled[at], shuffled[other]];
        if (one && two) [shuffled[at], shuffled[other]] = [two, one];
      }
      expect(disputeStanding(shuffled)).toEqual(disputeStanding(words));
    }
  });

  it('takes amount, reason and deadline from the furthest notice that has them', () => {
    const by = new Date('2026-03-20T00:00:00Z');
    const words = [
      said('inquiry_opened', { disputedMinor: 10n, reasonCode: '1', answerBy: AT }),
      said('charged_back', { disputedMinor: 7n, reasonCode: '10.4', answerBy: by }),
      said('commented', { disputedMinor: 1n }),
    ];
    const standing = { disputedMinor: 7n, reasonCode: '10.4', chargedBackAt: AT };
    expect(disputeStanding(words)).toMatchObject({ ...standing, answerBy: by });
    const won = disputeStanding([...words, said('won')]);
    expect(won).toMatchObject(standing);
    expect(won.answerBy).toBeUndefined();
  });

  it('is a chargeback from its first chargeback notice, not from an inquiry', () => {
    const later = new Date(+AT + 1_000);
    const words = [
      said('inquiry_opened', { reportedAt: new Date(+AT - 1_000) }),
      said('announced'),
      said('charged_back', { reportedAt: later }),
    ];
    expect(disputeStanding(words).chargedBackAt).toEqual(AT);
    expect(disputeStanding(words.slice(0, 1)).chargedBackAt).toBeUndefined();
  });

  it('needs at least one notice', () => {
    expect(() => disputeStanding([])).toThrow(RangeError);
    expect(() => disputeStanding([])).toThrow('nothing was said of the dispute');
  });

  it('is ended once, in a way possible at its stage', () => {
    for (const step of STEPS) {
      const ends = DISPUTE_ENDS.map((end) => endingStep(step, end));
      const { status, stage } = DISPUTE_STEPS[step];
      if (!['INQUIRY', 'OPEN', 'UNDER_REVIEW'].includes(status)) {
        expect(ends).toEqual(['has_ended', 'has_ended', 'has_ended']);
        continue;
      }
      const expected =
        stage < DISPUTE_STEPS.announced.stage
          ? ['impossible', 'impossible', 'inquiry_closed']
          : stage < DISPUTE_STEPS.arbitration_opened.stage
            ? ['won', 'lost', 'impossible']
            : ['arbitration_won', 'arbitration_lost', 'impossible'];
      expect(ends, step).toEqual(expected);
    }
  });

  it('can be answered only while it awaits an answer, by a step of a later stage', () => {
    const awaiting = STEPS.filter((step) => answerStep(step) !== undefined);
    for (const step of awaiting) {
      const answer = answerStep(step);
      expect(answer && DISPUTE_STEPS[answer].stage).toBeGreaterThan(DISPUTE_STEPS[step].stage);
      expect(answer && DISPUTE_STEPS[answer].status).toBe('UNDER_REVIEW');
    }
    const open = new Set(['INQUIRY', 'OPEN']);
    expect(awaiting).toEqual(STEPS.filter((step) => open.has(DISPUTE_STEPS[step].status)));
  });
});

/** A seeded generator, so that a failure can be reproduced. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >>> 8;
  };
}
