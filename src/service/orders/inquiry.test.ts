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

/** Fails once by a connection that is cut, and then does as given. */
function cutOnce<Answer>(answer: Answer) {
  return vi.fn(() => Promise.resolve(answer)).mockRejectedValueOnce(CUT);
}

it('a cut connection to the database is neither silence nor the end of a turn', async () => {
  // Silence would be written to the database, and there is none.
  const context = {
    log: pino({ level: 'silent' }),
    background: { signal: new AbortController().signal },
  } as unknown as ServiceContext;
  const open = cutOnce('opened');
  const settle = cutOnce(undefined);
  const findOutcome = vi.fn(() => Promise.resolve({ outcome: 'approved' }));
  await inquireLeased(context, { attempts: PAYIN_ATTEMPTS, open, findOutcome, settle }, LEASED);
  expect(findOutcome).toHaveBeenCalledTimes(1);
  expect(settle.mock.calls).toEqual([
    ['attempt', { outcome: 'approved' }, 'opened'],
    ['attempt', { outcome: 'approved' }, 'opened'],
  ]);
});
