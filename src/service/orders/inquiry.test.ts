import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { ServiceContext } from '../platform/context.ts';
import { PAYIN_ATTEMPTS, inquireLeased } from './inquiry.ts';

const CUT = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const LEASED = {
  id: 'attempt',
  orderId: 'order',
  leasedUntil: new Date(),
  unanswered: 0,
  wasQuarantined: false,
};

/** Returns a function that fails once with a cut connection, and then returns the answer. */
function cutOnce<Answer>(answer: Answer) {
  return vi.fn(() => Promise.resolve(answer)).mockRejectedValueOnce(CUT);
}

it('finds and settles again after a cut database connection, and asks the acquirer once', async () => {
  // There is no database, so recording the acquirer's silence would fail.
  const context = {
    log: pino({ level: 'silent' }),
  } as unknown as ServiceContext;
  const found = { attempt: LEASED, terminal: { id: 'terminal', adapter: 'double', version: 1n } };
  const find = cutOnce(found);
  const settle = cutOnce({ kind: 'left_open' } as const);
  const findOutcome = vi.fn(() => Promise.resolve({ outcome: 'approved' }));
  await inquireLeased(context, { attempts: PAYIN_ATTEMPTS, find, findOutcome, settle }, LEASED);
  expect(findOutcome).toHaveBeenCalledTimes(1);
  expect(settle.mock.calls).toEqual([
    [{ outcome: 'approved' }, found],
    [{ outcome: 'approved' }, found],
  ]);
});
