import { disputeStanding } from '#domain/dispute/status.ts';
import type { DisputeNotice } from '#service/acquirers/port.ts';
import { describe, expect, it } from 'vitest';
import { newTrial, type Rig, type Trial } from './rig.ts';
import type { SentNotification } from '../../../support/acquirers/stand-in.ts';

/** The statuses between which an unsigned member may move a dispute. */
const OPEN_STATUSES: ReadonlySet<string> = new Set(['INQUIRY', 'OPEN', 'UNDER_REVIEW']);

export function disputes(rig: Rig): void {
  async function approvedTrial() {
    const trial = newTrial(rig());
    const answer = await trial.authorize();
    expect(answer).toMatchObject({ outcome: 'approved' });
    trial.close(answer);
    return trial;
  }

  /** Returns the only notice of a notification, which must be about a dispute. */
  async function noticeIn({ headers, body }: SentNotification): Promise<DisputeNotice> {
    const reading = await rig().acquirer.readNotification?.(headers, body);
    if (reading?.ok !== true) throw new Error('The acquirer does not read its own notification');
    const [notice, ...others] = reading.notifications;
    if (notice?.kind !== 'dispute' || others.length > 0) throw new Error('It is no dispute');
    return notice;
  }

  /** Returns the adapter's notices of an approved payment's dispute. */
  async function told() {
    const trial = await approvedTrial();
    const sent = rig().disputes?.(trial.attempt.id) ?? [];
    const notices: DisputeNotice[] = [];
    for (const each of sent) notices.push(await noticeIn(each));
    return { trial, sent, notices };
  }

  /** Returns the names that a notice may have for its payment. */
  function namesOf({ attempt, known }: Trial) {
    const references = known().reference?.split(' ') ?? [];
    return [{ attemptId: attempt.id }, ...references.map((reference) => ({ reference }))];
  }

  const standingAfter = (notices: readonly DisputeNotice[]) =>
    disputeStanding(
      notices.map(({ id, step, reportedAt, answerBy, isDateUnsigned = false }) => ({
        ...{ eventId: id, step, byHand: false, reportedAt: reportedAt ?? new Date(), answerBy },
        ...{ disputedMinor: undefined, reasonCode: undefined, isDateUnsigned },
      })),
    ).status;

  describe('disputes', () => {
    it('name their payment and its amount, and one case with distinct events', async () => {
      const { trial, sent, notices } = await told();
      expect(notices).toHaveLength(sent.length);
      const known = namesOf(trial);
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

    it('are the same events, and end the same way, if what is not signed is changed', async () => {
      const { sent, notices } = await told();
      const { changeUnsigned } = rig();
      if (changeUnsigned === undefined) return;
      const changed: DisputeNotice[] = [];
      for (const each of sent) changed.push(await noticeIn(changeUnsigned(each)));
      expect(changed.map(({ id }) => id)).toEqual(notices.map(({ id }) => id));
      for (let length = 1; length <= notices.length; length += 1) {
        const statuses = [notices, changed].map((each) => standingAfter(each.slice(0, length)));
        expect(new Set(statuses.map((status) => OPEN_STATUSES.has(status) || status)).size).toBe(1);
      }
    });
  });
}
