import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Sensitive } from '#domain/card/sensitive.ts';
import type { PayoutAcquirer } from '#service/providers/port.ts';
import { PAID_CARD, PENDING_CARD, REFUSED_CARD } from '../../../support/orders/orders.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { until } from '../../../support/until.ts';
import type { Rig } from './rig.ts';

export function payouts(rig: Rig): void {
  const acquirer = (): PayoutAcquirer => {
    const { payouts: found } = rig().acquirer;
    if (found === undefined) throw new Error('The acquirer pays nothing out');
    return found;
  };
  const payout = (destination: string, { startedAt = new Date() } = {}) => {
    const amount = { amountMinor: 10_000n, currency: 'EUR' } as const;
    const attempt = { id: randomUUID(), orderId: randomUUID(), ...amount, customer: {} };
    const patience = () => AbortSignal.timeout(PATIENCE_MS);
    return {
      pay: (signal = patience()) =>
        acquirer().pay({ ...attempt, destination: new Sensitive(destination) }, signal),
      find: () => acquirer().findOutcome({ ...attempt, startedAt }, patience()),
    };
  };

  describe('payouts', () => {
    it('pays, and finds what it paid', async () => {
      const { pay, find } = payout(PAID_CARD);
      const paid = await pay();
      expect(paid).toMatchObject({ outcome: 'paid' });
      expect(await find()).toEqual(paid);
    });

    it('says what was refused', async () => {
      const { pay, find } = payout(REFUSED_CARD);
      expect(await pay()).toMatchObject({ outcome: 'refused' });
      expect(await find()).toMatchObject({ outcome: 'refused' });
    });

    it('says pending, and later what became of it', async () => {
      const { pay, find } = payout(PENDING_CARD);
      expect(await pay()).toMatchObject({ outcome: 'pending' });
      await rig().decidePending();
      const decided = await until(
        find,
        ({ outcome }) => outcome !== 'pending',
        () => 'the payout is pending',
      );
      expect(decided).toMatchObject({ outcome: 'paid' });
    });

    it('pays nothing of an attempt after it was never seen', async () => {
      const { pay, find } = payout(PAID_CARD, { startedAt: new Date(0) });
      expect(await find()).toEqual({ outcome: 'never_seen' });
      // By then its request would be too old to be taken; one that is made anew is another request.
      if (rig().network === undefined) await expect(pay()).rejects.toThrow();
    });

    it('repeats a payout without paying twice', async () => {
      const { pay, find } = payout(PAID_CARD);
      const paid = await pay();
      await pay().catch(() => undefined);
      expect(await find()).toEqual(paid);
    });

    it('promises nothing while the request may still be on its way', async () => {
      const { network } = rig();
      if (network === undefined) return;
      await network.proxy.break({ does: 'cut', accepted: false }, /^POST .*\/payout$/);
      const { pay, find } = payout(PAID_CARD);
      await expect(pay()).rejects.toThrow();
      await expect(find()).rejects.toThrow();
    });

    it('finds what was paid when the answer was lost', async () => {
      const { network } = rig();
      if (network === undefined) return;
      await network.proxy.break({ does: 'cut', accepted: true }, /^POST .*\/payout$/);
      const { pay, find } = payout(PAID_CARD);
      await expect(pay()).rejects.toThrow();
      expect(await find()).toMatchObject({ outcome: 'paid' });
    });
  });
}
