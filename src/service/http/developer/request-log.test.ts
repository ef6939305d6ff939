import { expect, it } from 'vitest';
import { createRequestLog, type AnsweredRequest } from './request-log.ts';

const DAY_SECONDS = 86_400;

function logAt(): { record: (seconds: number, changes?: Partial<AnsweredRequest>) => void } & Pick<
  ReturnType<typeof createRequestLog>,
  'read'
> {
  let nowSeconds = 0;
  const log = createRequestLog(() => new Date(nowSeconds * 1_000));
  return {
    read: (keyId, page) => log.read(keyId, page),
    record(seconds, changes = {}) {
      nowSeconds = seconds;
      const request = { method: 'GET' };
      const rawPath = '/api/v1/balances';
      const asked = { requestId: String(seconds), request, rawPath, status: 200, startedMs: 0 };
      log.record({ ...asked, keyId: 'a', ...changes });
    },
  };
}

it('returns the requests of one key within a day, latest first', () => {
  const log = logAt();
  for (const seconds of [1, 2, DAY_SECONDS]) log.record(seconds);
  log.record(DAY_SECONDS + 1, { keyId: 'b' });
  const dates = (size: number) => log.read('a', { size }).content.map(({ date }) => date);
  expect(dates(10)).toEqual([DAY_SECONDS, 2]);
  expect(dates(1)).toEqual([DAY_SECONDS]);
});

it('continues after the last request of a page, as long as that is kept', () => {
  const log = logAt();
  for (const seconds of [1, 2, 3]) log.record(seconds);
  const page = (after?: string) => {
    const { content, next } = log.read('a', { size: 2, after });
    return [content.map(({ date }) => date), next];
  };
  expect(page()).toEqual([[3, 2], '2']);
  log.record(4);
  expect(page('2')).toEqual([[1], undefined]);
  expect(page('3')).toEqual([[2, 1], undefined]);
  log.record(DAY_SECONDS + 2);
  expect(page('2')).toEqual([[], undefined]);
});

it('records the polling of a list once, when the polling begins', () => {
  const log = logAt();
  for (const seconds of [1, 2, 61, 120, 181]) log.record(seconds, { endpoint: 'listWebhooks' });
  log.record(183, { endpoint: 'listRequests' });
  log.record(184, { endpoint: 'listWebhooks', status: 400 });
  expect(log.read('a', { size: 10 }).content.map(({ date }) => date)).toEqual([184, 183, 181, 1]);
});

it('keeps a bounded number of requests', () => {
  const log = logAt();
  for (let seconds = 1; seconds <= 2_000; seconds += 1) log.record(seconds);
  expect(log.read('a', { size: 10_000 }).content.map(({ date }) => date)).toEqual(
    Array.from({ length: 500 }, (_, index) => 2_000 - index),
  );
});

it('records why a request was refused, and leaves out a card number in its path', () => {
  const log = logAt();
  const refused = { status: 401, problem: 'unauthorized', check: 'signature' } as const;
  log.record(1, { ...refused, rawPath: '/api/v1/orders/payin/4242424242424242' });
  expect(log.read('a', { size: 1 }).content).toMatchObject([
    {
      status: 401,
      problem: 'unauthorized',
      failed_check: 'signature',
      path: '/api/v1/orders/payin/withheld',
    },
  ]);
});

it('records the first ten violations of a request', () => {
  const log = logAt();
  const errors = Array.from({ length: 11 }, (_, index) => ({
    pointer: `/field_${index}`,
    code: 'required',
    detail: 'Is required.',
  }));
  log.record(1, { status: 400, problem: 'invalid', errors });
  expect(log.read('a', { size: 1 }).content[0]?.errors).toEqual(errors.slice(0, 10));
});
