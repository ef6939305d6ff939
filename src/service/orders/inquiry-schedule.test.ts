import { describe, expect, it } from 'vitest';
import { firstInquiryAt, nextInquiry, retryAt } from './inquiry-schedule.ts';

const START = new Date('2026-03-01T12:00:00.000Z');

function at(seconds: number) {
  return new Date(START.getTime() + seconds * 1_000);
}

function secondsOf(date: Date | null) {
  return ((date ?? START).getTime() - START.getTime()) / 1_000;
}

/** Inquires about an attempt whenever it is due, and at the times `beside`. @returns the seconds from its start */
function inquiryTimes({
  challenge = false,
  untilSeconds,
  expiresAt,
  beside = [],
}: {
  challenge?: boolean;
  untilSeconds: number;
  expiresAt?: Date;
  /** Seconds of inquiries outside the schedule: a process started, or a shopper looked. */
  beside?: number[];
}): number[] {
  const asked: number[] = [];
  const others = [...beside];
  let now = firstInquiryAt(START, expiresAt);
  let challengedAt = challenge ? START : null;
  for (;;) {
    const [other] = others;
    if (other !== undefined && other <= secondsOf(now)) {
      now = at(other);
      others.shift();
    }
    if (secondsOf(now) > untilSeconds) return asked;
    asked.push(secondsOf(now));
    const state = { attemptedAt: START, challengedAt };
    const next = nextInquiry(state, { now, challenge, ...(expiresAt && { expiresAt }) });
    challengedAt = next.challengedAt;
    now = next.nextInquiryAt;
  }
}

describe('an attempt that stays open', () => {
  it('is asked about after 5 s, then 30 s, 2 min, 10 min, 1 h later, and hourly', () => {
    expect(inquiryTimes({ untilSeconds: 12_000 })).toEqual([5, 35, 155, 755, 4_355, 7_955, 11_555]);
  });

  it('is asked about once a minute while its shopper may be waiting, and at the end of that time', () => {
    expect(inquiryTimes({ untilSeconds: 1_000, expiresAt: at(220) })).toEqual([
      5, 35, 95, 155, 215, 220, 755,
    ]);
  });

  it('keeps its schedule however often processes start or shoppers look', () => {
    const beside = [6, 7, 8, 9, 10, 20, 30, 40, 50, 60];
    const asked = inquiryTimes({ untilSeconds: 1_000, beside });
    expect(asked.filter((second) => !beside.includes(second))).toEqual([5, 35, 155, 755]);
  });

  it('is asked about every 5 s in the first two minutes of a challenge, then as usual', () => {
    const everyFiveSeconds = Array.from({ length: 24 }, (_, index) => (index + 1) * 5);
    expect(inquiryTimes({ challenge: true, untilSeconds: 900 })).toEqual([
      ...everyFiveSeconds,
      155,
      755,
    ]);
  });

  it('is due within 5 s when a challenge turns up late', () => {
    const next = nextInquiry({ attemptedAt: at(-3_600) }, { now: at(10), challenge: true });
    expect(next).toMatchObject({ inquiryStep: 4, nextInquiryAt: at(15), challengedAt: at(10) });
  });
});

it('is asked about as soon as its acquirer knows the outcome at the latest', () => {
  const state = { attemptedAt: START };
  const next = (now: Date, knownFrom: Date) =>
    nextInquiry(state, { now, challenge: false, expiresAt: at(900), knownFrom }).nextInquiryAt;
  expect(next(at(290), at(315))).toEqual(at(315));
  expect(next(at(290), at(400))).toEqual(at(350));
  expect(next(at(316), at(315))).toEqual(at(376));
});

it.each([
  [0, 2],
  [1, 4],
  [2, 8],
  [3, 16],
  [4, 30],
  [50, 30],
])(
  'schedules the next status inquiry, after %d without an answer, in %d s',
  (unanswered, seconds) => {
    expect(retryAt(START, unanswered)).toEqual(at(seconds));
  },
);
