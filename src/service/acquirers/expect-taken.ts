import { ContradictionError, type ReportedPayment } from './port.ts';

const UNPAID: ReadonlySet<string> = new Set([
  'soft_decline',
  'hard_decline',
  'never_seen',
  'abandoned',
]);

/**
 * Checks that the acquirer's answer to a status inquiry does not contradict its notification that the payment was taken.
 *
 * @throws ContradictionError if it answers that nothing was taken
 */
export function expectTaken(
  acquirer: string,
  reported: Pick<ReportedPayment, 'approves'> | undefined,
  { outcome }: { outcome: string },
): void {
  if (reported?.approves !== true || !UNPAID.has(outcome)) return;
  throw new ContradictionError(
    `${acquirer} reported that the payment was taken, and answers that nothing was (${outcome}).`,
  );
}
