import { describe, expect, it } from 'vitest';
import type { ReceiverAnswer } from './post.ts';
import { evaluateAttempt, readRetryAfterMs, retryDelayMs } from './send.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

function answered(status: number, retryAfter?: string): ReceiverAnswer {
  return {
    status,
    retryAfter,
    error: undefined,
    head: '',
  };
}

function evaluate(answer: ReceiverAnswer, tries = 0) {
  return evaluateAttempt(answer, tries, { now: NOW, random: 0.5 });
}

function inSeconds(seconds: number) {
  return new Date(NOW.getTime() + seconds * 1_000);
}

describe('an attempt', () => {
  it.each([200, 201, 202, 204, 299])('answered by %i is a delivery', (status) => {
    expect(evaluate(answered(status))).toEqual({
      state: 'delivered',
      tries: 1,
      nextAttemptAt: null,
    });
  });

  it.each([300, 302, 307, 400, 404, 500, 503])('answered by %i is due again', (status) => {
    expect(evaluate(answered(status))).toEqual({
      state: 'pending',
      tries: 1,
      nextAttemptAt: inSeconds(5),
    });
  });

  it('answered by 410 is the last', () => {
    expect(evaluate(answered(410))).toEqual({ state: 'failed', tries: 1, nextAttemptAt: null });
  });

  it('waits as long as Retry-After asks', () => {
    expect(evaluate(answered(429, '9')).nextAttemptAt).toEqual(inSeconds(9));
  });

  it('is the last when it is the fourteenth', () => {
    expect(evaluate(answered(500), 12)).toMatchObject({ state: 'pending', tries: 13 });
    expect(evaluate(answered(500), 13)).toEqual({
      state: 'failed',
      tries: 14,
      nextAttemptAt: null,
    });
  });

  it('that this service interrupted does not count', () => {
    const interrupted: ReceiverAnswer = {
      ...answered(200),
      status: undefined,
      error: 'interrupted',
    };
    expect(evaluate(interrupted, 3)).toEqual({ state: 'pending', tries: 3, nextAttemptAt: NOW });
  });
});

const MIDDLE = 0.5;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('the schedule of retries', () => {
  it.each([
    [1, 5 * SECOND],
    [2, 30 * SECOND],
    [3, 2 * MINUTE],
    [4, 5 * MINUTE],
    [5, 15 * MINUTE],
    [6, 30 * MINUTE],
    [7, HOUR],
    [8, 2 * HOUR],
    [9, 4 * HOUR],
    [10, 8 * HOUR],
    [11, 12 * HOUR],
    [12, 16 * HOUR],
    [13, 24 * HOUR],
  ])('waits for the step of attempt %i, with a jitter of a fifth', (tries, stepMs) => {
    expect(retryDelayMs(tries, MIDDLE, undefined)).toBe(stepMs);
    expect(retryDelayMs(tries, 0, undefined)).toBe(stepMs * 0.8);
    expect(retryDelayMs(tries, 1 - Number.EPSILON, undefined)).toBe(stepMs * 1.2);
  });

  it('ends with the fourteenth attempt, whatever Retry-After asks', () => {
    expect(retryDelayMs(14, MIDDLE, undefined)).toBeUndefined();
    expect(retryDelayMs(14, MIDDLE, 5 * SECOND)).toBeUndefined();
  });

  it.each([
    ['shorter than the step', 1 * SECOND, 5 * SECOND],
    ['longer than the step', 8 * SECOND, 8 * SECOND],
    ['longer than twice the step', HOUR, 10 * SECOND],
  ])('follows a Retry-After between the step and twice the step: one %s', (_, askedMs, waitMs) => {
    expect(retryDelayMs(1, MIDDLE, askedMs)).toBe(waitMs);
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120 * SECOND],
    ['0', 0],
    ['Sun, 01 Mar 2026 12:01:30 GMT', 90 * SECOND],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['-5 potatoes', undefined],
    ['99999999999', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s', (header, expectedMs) => {
    expect(readRetryAfterMs(header, NOW)).toBe(expectedMs);
  });
});
