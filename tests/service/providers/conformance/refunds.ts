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

  /** Creates an approved payment of 12.50. */
  async function paid(): Promise<RefundAttempt['payment']> {
    const trial = newTrial(rig());
    trial.close(await trial.authorize());
    return trial.known();
  }

  /** Creates a refund with a record that saves references as the service does. */
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
    it('refunds a payment in part, and finds the refund', async () => {
      const { refund, find } = await refundOf(400n);
      const refunded = await refund();
      expect(refunded).toMatchObject({ outcome: made });
      expect(await find()).toEqual(refunded);
    });

    it('refunds a payment in full', async () => {
      const { refund } = await refundOf(1_250n);
      expect(await refund()).toMatchObject({ outcome: made });
    });

    it('refunds nothing for an attempt reported as never seen', async () => {
      const { refund, find } = await refundOf(400n);
      expect(await find()).toEqual({ outcome: 'never_seen' });
      await expect(refund()).rejects.toThrow();
      expect(await find()).toEqual({ outcome: 'never_seen' });
    });

    it('refunds nothing with unknown credentials', async () => {
      const { wrong } = rig();
      if (wrong?.refunds === undefined) return;
      const { refund } = await refundOf(400n);
      expect(await refund(wrong.refunds)).toEqual({ outcome: 'not_taken', cause: 'credentials' });
    });

    it('reports no outcome while the request may still be in transit', async () => {
      const { network } = rig();
      if (network === undefined) return;
      const { refund, find } = await refundOf(400n);
      await network.proxy.break({ does: 'cut', accepted: false }, REFUNDING);
      await expect(refund()).rejects.toThrow();
      const found = await find().catch(() => undefined);
      expect(found?.outcome ?? 'pending').toBe('pending');
    });

    it('finds the outcome when the answer was lost', async () => {
      const { network } = rig();
      if (network === undefined) return;
      const { refund, find } = await refundOf(400n);
      await network.proxy.break({ does: 'cut', accepted: true }, REFUNDING);
      await expect(refund()).rejects.toThrow();
      expect(await find()).toMatchObject({ outcome: made });
    });
  });
}
