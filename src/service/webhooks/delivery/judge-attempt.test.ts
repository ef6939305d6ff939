import { describe, expect, it } from 'vitest';
import type { Answer } from './answer.ts';
import { judgeAttempt } from './judge-attempt.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const answered = (status: number, retryAfter?: string): Answer => ({
  ...{ status, retryAfter, error: undefined, head: '' },
});
const judge = (answer: Answer, tries = 0) => judgeAttempt(answer, tries, { now: NOW, random: 0.5 });
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

describe('an attempt', () => {
  it.each([200, 201, 202, 204, 299])('answered by %i is a delivery', (status) => {
    expect(judge(answered(status))).toEqual({ state: 'delivered', tries: 1, nextAttemptAt: null });
  });

  it.each([300, 302, 307, 400, 404, 500, 503])('answered by %i is due again', (status) => {
    expect(judge(answered(status))).toEqual({
      state: 'pending',
      tries: 1,
      nextAttemptAt: inSeconds(5),
    });
  });

  it('answered by 410 is the last', () => {
    expect(judge(answered(410))).toEqual({ state: 'failed', tries: 1, nextAttemptAt: null });
  });

  it('may be told to wait', () => {
    expect(judge(answered(429, '9')).nextAttemptAt).toEqual(inSeconds(9));
  });

  it('is the last when it is the fourteenth', () => {
    expect(judge(answered(500), 12)).toMatchObject({ state: 'pending', tries: 13 });
    expect(judge(answered(500), 13)).toEqual({ state: 'failed', tries: 14, nextAttemptAt: null });
  });

  it('that was interrupted from our side does not count', () => {
    const interrupted: Answer = { ...answered(200), status: undefined, error: 'interrupted' };
    expect(judge(interrupted, 3)).toEqual({ state: 'pending', tries: 3, nextAttemptAt: NOW });
  });
});
