import { describe, expect, it } from 'vitest';
import { afterAnswer, nextAskAt, retryAt, type AskState } from './ask-schedule.ts';

const START = new Date('2026-03-01T12:00:00.000Z');
const at = (seconds: number) => new Date(START.getTime() + seconds * 1_000);
const secondsOf = (date: Date | null) => ((date ?? START).getTime() - START.getTime()) / 1_000;

/** Asks about an attempt whenever it is due, until `untilSeconds`. @returns when it was asked about */
function queries(challenge: boolean, untilSeconds: number, expiresAt?: Date): number[] {
  const asked: number[] = [];
  let state: AskState = {
    asked: 0,
    next_ask_at: nextAskAt(START, 0, expiresAt),
    challenged_at: challenge ? START : null,
  };
  for (;;) {
    const now = state.next_ask_at ?? START;
    if (secondsOf(now) > untilSeconds) return asked;
    asked.push(secondsOf(now));
    state = afterAnswer(state, { now, challenge, ...(expiresAt && { expiresAt }) });
  }
}

describe('an attempt that stays open', () => {
  it('is asked about after 5 s, then 30 s, 2 min, 10 min, 1 h later, and hourly', () => {
    expect(queries(false, 12_000)).toEqual([5, 35, 155, 755, 4_355, 7_955, 11_555]);
  });

  it('is asked about at the end of the waiting time, whatever the schedule says', () => {
    expect(queries(false, 1_000, at(100))).toEqual([5, 35, 100, 700]);
  });

  it('is asked about every 5 s in the first two minutes of a challenge, and then as any other', () => {
    const everyFiveSeconds = Array.from({ length: 24 }, (_, index) => (index + 1) * 5);
    expect(queries(true, 900)).toEqual([...everyFiveSeconds, 150, 270, 870]);
  });

  it('stays where it is on its schedule when it was asked about before it was due', () => {
    const state = { asked: 2, next_ask_at: at(120), challenged_at: null };
    expect(afterAnswer(state, { now: at(10), challenge: false })).toEqual(state);
  });

  it('is due within 5 s when a challenge turns up late', () => {
    const state = { asked: 4, next_ask_at: at(3_600), challenged_at: null };
    const next = afterAnswer(state, { now: at(10), challenge: true });
    expect(next).toEqual({ asked: 4, next_ask_at: at(15), challenged_at: at(10) });
  });
});

it.each([
  [0, 2],
  [1, 4],
  [2, 8],
  [3, 16],
  [4, 30],
  [50, 30],
])('an attempt rests after %d status queries without an answer for %d s', (unanswered, seconds) => {
  expect(retryAt(START, unanswered)).toEqual(at(seconds));
});
