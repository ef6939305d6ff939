import { disputeStanding } from '#domain/order/dispute-status.ts';
import type { DisputeNotice } from '#service/providers/port.ts';
import { describe, expect, it } from 'vitest';
import { newTrial, type Rig } from './rig.ts';

export function disputes(rig: Rig): void {
  /** Returns the adapter's notices of an approved payment's dispute. */
  async function told() {
    const trial = newTrial(rig());
    expect(await trial.authorize()).toMatchObject({ outcome: 'approved' });
    const sent = rig().disputes?.(trial.attempt.id) ?? [];
    const notices: DisputeNotice[] = [];
    for (const { headers, body } of sent) {
      const reading = await rig().acquirer.readNotification?.(headers, body);
      if (reading?.ok !== true) throw new Error('The acquirer does not read its own notification');
      for (const one of reading.notifications) {
        if (one.kind !== 'dispute') throw new Error(`It is taken for a ${one.kind}`);
        notices.push(one);
      }
    }
    return { trial, sent, notices };
  }

  const standingAfter = (notices: readonly DisputeNotice[]) =>
    disputeStanding(
      notices.map(({ id, step, reportedAt, answerBy }) => ({
        ...{ eventId: id, step, byHand: false, reportedAt: reportedAt ?? new Date(), answerBy },
        ...{ disputedMinor: undefined, reasonCode: undefined },
      })),
    ).status;

  describe('disputes', () => {
    it('name their payment and its amount, and one case with distinct events', async () => {
      const { trial, sent, notices } = await told();
      expect(notices).toHaveLength(sent.length);
      const { reference = '' } = trial.known();
      const known = [{ attemptId: trial.attempt.id }, { reference }];
      const { amountMinor, currency } = trial.attempt;
      for (const notice of notices) {
        expect(known).toContainEqual(notice.about);
        expect(notice.disputed).toEqual({ amountMinor, currency });
      }
      expect(new Set(notices.map((notice) => notice.reference)).size).toBe(
        Math.min(1, sent.length),
      );
      expect(new Set(notices.map(({ id }) => id)).size).toBe(sent.length);
    });

    it('are opened, won, and finally lost, in whatever order the notices arrive', async () => {
      const { notices } = await told();
      if (notices.length === 0) return;
      expect(['INQUIRY', 'OPEN']).toContain(standingAfter(notices.slice(0, 1)));
      expect(standingAfter(notices.slice(0, -1))).toBe('WON');
      expect(standingAfter(notices)).toBe('LOST');
      expect(standingAfter(notices.toReversed())).toBe('LOST');
    });
  });
}
