import { describe, expect, it } from 'vitest';
import type { AdapterDescription } from '#service/acquirers/adapter.ts';
import { ContradictionError, type ReportedPayment } from '#service/acquirers/port.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { altered, unsigned } from './notifications.ts';
import type { SentNotification } from '../../../support/acquirers/stand-in.ts';
import { firstNotification, type Rig } from './rig.ts';
import {
  AMOUNT_MINOR,
  begunTransfer,
  deliverTransfer,
  transferEnded,
  transferRigOf,
  transfersOf,
  type TransferTrial,
} from './transfer-rig.ts';

export function transferNotifications(
  rig: Rig,
  { cards, transfers: [source], notifications }: AdapterDescription,
): void {
  if (source === undefined || !notifications) return;
  const asks = cards?.outcomes === 'asked';
  const notified = async (): Promise<{ trial: TransferTrial; sent: SentNotification }> => {
    const trial = await begunTransfer(rig(), source);
    await transferRigOf(rig()).pay(trial.attempt);
    return { trial, sent: await firstNotification(rig(), trial) };
  };
  const reportOf = async (sent: SentNotification): Promise<ReportedPayment> => {
    const reading = await rig().acquirer.readNotification?.(sent.headers, sent.body);
    const [one] = reading?.ok === true ? reading.notifications : [];
    if (one === undefined || !('reported' in one) || one.reported === undefined) {
      throw new Error('The notification reports no payment');
    }
    return one.reported;
  };
  const confirm = (trial: TransferTrial, reported: ReportedPayment | undefined) =>
    transfersOf(rig()).confirmNotification(
      trial.known(),
      reported,
      trial.saver(),
      AbortSignal.timeout(PATIENCE_MS),
    );

  describe('notifications of transfers', () => {
    it('name the attempt, whose outcome is then confirmed', async () => {
      const { trial, sent } = await notified();
      expect(await deliverTransfer(rig(), trial, sent)).toMatchObject([{ outcome: 'approved' }]);
    });

    it('mean the same when they arrive twice, and late', async () => {
      const { trial, sent } = await notified();
      const first = await deliverTransfer(rig(), trial, sent);
      expect(await deliverTransfer(rig(), trial, sent)).toEqual(first);
      expect(await transferRigOf(rig()).arrived(trial.attempt.id)).toBe(AMOUNT_MINOR);
    });

    it('mean the same in whatever order they arrive', async () => {
      const { trial } = await notified();
      await transferEnded(rig(), trial);
      for (const one of (await rig().notifications(trial.attempt.id)).toReversed()) {
        const outcomes = await deliverTransfer(rig(), trial, one);
        expect(outcomes.filter(({ outcome }) => /decline|never|abandon/.test(outcome))).toEqual([]);
      }
    });

    it.each(['never_seen', 'abandoned', 'soft_decline', 'hard_decline', 'not_taken'] as const)(
      'approve an attempt that had ended, and its money is given back where the acquirer can: %s',
      async (end) => {
        const { trial, sent } = await notified();
        trial.end(end);
        const [late] = await deliverTransfer(rig(), trial, sent);
        expect(late).toMatchObject({ outcome: 'approved' });
        trial.end(end, late?.outcome === 'approved' ? late.reference : undefined);
        const voided = await transfersOf(rig()).void?.(
          trial.known(),
          AbortSignal.timeout(PATIENCE_MS),
        );
        expect(voided).not.toBe('too_late');
        const left = voided === undefined ? AMOUNT_MINOR : 0n;
        expect(await transferRigOf(rig()).arrived(trial.attempt.id)).toBe(left);
      },
    );

    it('are not accepted for another attempt', async () => {
      const { sent } = await notified();
      const reported = await reportOf(sent);
      const mine = await begunTransfer(rig(), source);
      const said = await confirm(mine, reported).catch((error: unknown) => error);
      // Without status inquiries, the payment is identified by its reference in the signed notification.
      if (asks) expect(said).toBeInstanceOf(ContradictionError);
      expect(await rig().acquirer.readNotification?.(sent.headers, sent.body)).not.toMatchObject({
        notifications: [{ attemptId: mine.attempt.id }],
      });
    });

    it.each<[string, Partial<ReportedPayment>]>([
      ['amount', { amountMinor: 1_249n }],
      ['currency', { currency: 'USD' }],
    ])(
      'are refused, or ignored in favour of the inquiry, if they name another %s',
      async (_, changes) => {
        const { trial, sent } = await notified();
        const reported = { ...(await reportOf(sent)), ...changes };
        const said = await confirm(trial, reported).catch((error: unknown) => error);
        if (asks) expect(said).toMatchObject({ outcome: 'approved' });
        else expect(said).toBeInstanceOf(ContradictionError);
      },
    );

    it('lead to a status inquiry if they report nothing', async () => {
      const trial = await begunTransfer(rig(), source);
      expect(await confirm(trial, undefined)).toMatchObject({ outcome: 'waiting' });
    });

    it.each<[string, (sent: SentNotification) => SentNotification]>([
      [
        'whose signature is missing',
        ({ body }) => ({ headers: new Headers(), body: unsigned(body) }),
      ],
      ['that was truncated', (sent) => ({ ...sent, body: sent.body.slice(0, -20) })],
      ['that was altered', (sent) => ({ ...sent, body: altered(sent.body) })],
      ['that is empty', (sent) => ({ ...sent, body: new Uint8Array() })],
    ])('refuse one %s', async (_, forge) => {
      const { headers, body } = forge((await notified()).sent);
      expect(await rig().acquirer.readNotification?.(headers, body)).toMatchObject({ ok: false });
    });
  });
}
