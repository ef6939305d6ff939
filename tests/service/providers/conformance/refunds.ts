import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AdapterDescription } from '#service/providers/adapter.ts';
import type { RefundAcquirer, RefundAttempt } from '#service/providers/port.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { newTrial, type Rig } from './rig.ts';

const REFUNDING = /^POST .*\/refunds$/;

export function refunds(rig: Rig, { refunds: abilities }: AdapterDescription): void {
  const acquirer = (): RefundAcquirer => {
    const { refunds: found } = rig().acquirer;
    if (found === undefined) throw new Error('The acquirer refunds nothing');
    return found;
  };
  const patience = () => AbortSignal.timeout(PATIENCE_MS);

  /** A payment of 12.50 that was approved. */
  async function paid(): Promise<RefundAttempt['payment']> {
    const trial = newTrial(rig());
    trial.close(await trial.authorize());
    return trial.known();
  }

  /** A refund with its record, which saves references as the service does. */
  async function refundOf(amountMinor: bigint, { startedAt = new Date() } = {}) {
    const attempt = { id: randomUUID(), payment: await paid(), amountMinor };
    let reference: string | undefined;
    const saverAfter = (read: string | undefined) => {
      let last = read;
      return (next: string) => {
        if (reference !== last) return Promise.reject(new Error('Another reference was saved'));
        reference = last = next;
        return Promise.resolve();
      };
    };
    const first = saverAfter(undefined);
    return {
      refund: (by = acquirer()) => by.refund(attempt, first, patience()),
      find: () => {
        const known = { ...attempt, reference, startedAt, outcome: undefined };
        return acquirer().findOutcome(known, undefined, saverAfter(reference), patience());
      },
    };
  }

  const made = abilities?.outcomes === 'notified' ? 'pending' : 'refunded';

  describe('refunds', () => {
    it('refunds a payment in part, and finds that', async () => {
      const { refund, find } = await refundOf(400n);
      const refunded = await refund();
      expect(refunded).toMatchObject({ outcome: made });
      expect(await find()).toEqual(refunded);
    });

    it('refunds a payment whole', async () => {
      const { refund } = await refundOf(1_250n);
      expect(await refund()).toMatchObject({ outcome: made });
    });

    it('refunds nothing of an attempt after it was never seen', async () => {
      const { refund, find } = await refundOf(400n);
      expect(await find()).toEqual({ outcome: 'never_seen' });
      await expect(refund()).rejects.toThrow();
      expect(await find()).toEqual({ outcome: 'never_seen' });
    });

    it('takes nothing with credentials that the acquirer does not know', async () => {
      const { wrong } = rig();
      if (wrong?.refunds === undefined) return;
      const { refund } = await refundOf(400n);
      expect(await refund(wrong.refunds)).toEqual({ outcome: 'not_taken', cause: 'credentials' });
    });

    it('promises nothing while the request may still be on its way', async () => {
      const { network } = rig();
      if (network === undefined) return;
      const { refund, find } = await refundOf(400n);
      await network.proxy.break({ does: 'cut', accepted: false }, REFUNDING);
      await expect(refund()).rejects.toThrow();
      const found = await find().catch(() => undefined);
      expect(found?.outcome ?? 'pending').toBe('pending');
    });

    it('knows what became of it when the answer was lost', async () => {
      const { network } = rig();
      if (network === undefined) return;
      const { refund, find } = await refundOf(400n);
      await network.proxy.break({ does: 'cut', accepted: true }, REFUNDING);
      await expect(refund()).rejects.toThrow();
      expect(await find()).toMatchObject({ outcome: made });
    });
  });
}
