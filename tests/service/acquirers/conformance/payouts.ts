import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Sensitive } from '#domain/card/sensitive.ts';
import type { PayoutAcquirer } from '#service/acquirers/port.ts';
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
    it('pays, and finds the payout', async () => {
      const { pay, find } = payout(PAID_CARD);
      const paid = await pay();
      expect(paid).toMatchObject({ outcome: 'paid' });
      expect(await find()).toEqual(paid);
    });

    it('reports a refused payout', async () => {
      const { pay, find } = payout(REFUSED_CARD);
      expect(await pay()).toMatchObject({ outcome: 'refused' });
      expect(await find()).toMatchObject({ outcome: 'refused' });
    });

    it('reports pending, and later the outcome', async () => {
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

    it('pays nothing for an attempt reported as never seen', async () => {
      const { pay, find } = payout(PAID_CARD, { startedAt: new Date(0) });
      expect(await find()).toEqual({ outcome: 'never_seen' });
      // By then the original request is too old to be accepted; calling pay() here would send a new request.
      if (rig().network === undefined) await expect(pay()).rejects.toThrow();
    });

    it('repeats a payout without paying twice', async () => {
      const { pay, find } = payout(PAID_CARD);
      const paid = await pay();
      await pay().catch(() => undefined);
      expect(await find()).toEqual(paid);
    });

    it('reports no outcome while the request may still be in transit', async () => {
      const { network } = rig();
      if (network === undefined) return;
      await network.proxy.break({ does: 'cut', accepted: false }, /^POST .*\/payout$/);
      const { pay, find } = payout(PAID_CARD);
      await expect(pay()).rejects.toThrow();
      await expect(find()).rejects.toThrow();
    });

    it('finds a payout whose answer was lost', async () => {
      const { network } = rig();
      if (network === undefined) return;
      await network.proxy.break({ does: 'cut', accepted: true }, /^POST .*\/payout$/);
      const { pay, find } = payout(PAID_CARD);
      await expect(pay()).rejects.toThrow();
      expect(await find()).toMatchObject({ outcome: 'paid' });
    });
  });
}
