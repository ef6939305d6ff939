import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AdapterDescription } from '#service/acquirers/adapter.ts';
import type { RefundOutcome } from '#domain/order/attempt.ts';
import type {
  RefundAcquirer,
  RefundAttempt,
  RefundAcquirerOutcome,
  ReportedPayment,
} from '#service/acquirers/port.ts';
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
    const known = (outcome?: RefundOutcome) => ({ ...attempt, reference, startedAt, outcome });
    let recorded: RefundOutcome | undefined;
    const find = (reported?: ReportedPayment) =>
      acquirer().findOutcome(known(recorded), reported, saverAfter(reference), patience());
    return {
      attempt,
      /** Records the refund's end as the service does. */
      end(outcome: RefundAcquirerOutcome) {
        if (outcome.outcome === 'pending') throw new Error('The refund has not ended');
        recorded = outcome.outcome;
        if ('reference' in outcome) reference = outcome.reference;
      },
      /** Returns what the last notification about it means; without one, what a status inquiry finds. */
      async reported(): Promise<RefundAcquirerOutcome> {
        const sent = await rig().refunds?.notifications(attempt);
        const last = sent?.at(-1);
        if (last === undefined) return find();
        const reading = await rig().acquirer.readNotification?.(last.headers, last.body);
        const [one] = reading?.ok === true ? reading.notifications : [];
        expect(one).toMatchObject({ kind: 'refund', attemptId: attempt.id });
        return find(one && 'reported' in one ? one.reported : undefined);
      },
      refund: (by = acquirer()) => by.refund(attempt, first, patience()),
      find: () => find(),
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

    /** Creates a refund that the acquirer refuses, at once or by a notification. */
    async function refused() {
      const refund = await refundOf(rig().refunds?.refusedMinor ?? 0n);
      const answer = await refund.refund();
      const outcome = answer.outcome === 'pending' ? await refund.reported() : answer;
      if (outcome.outcome !== 'refused') throw new Error(`The refund is ${outcome.outcome}`);
      refund.end(outcome);
      return { ...refund, outcome };
    }

    it('says in words why the acquirer refused a refund', async () => {
      const { outcome } = await refused();
      expect(outcome.message).toMatch(/^[A-Za-z][a-z']*( [A-Za-z][a-z']*)+\.?$/);
      expect(outcome.about).not.toBe('return');
    });

    it('finds that a refund was made although it had been refused', async () => {
      const { makeAfterAll } = rig().refunds ?? {};
      if (makeAfterAll === undefined) return;
      const { attempt, reported } = await refused();
      makeAfterAll(attempt);
      expect(await reported()).toMatchObject({ outcome: 'refunded' });
    });

    it('finds that the money of a refund that was made after its refusal came back', async () => {
      const { makeAfterAll, giveBack } = rig().refunds ?? {};
      if (makeAfterAll === undefined || giveBack === undefined) return;
      const { attempt, reported } = await refused();
      makeAfterAll(attempt);
      expect(await reported()).toMatchObject({ outcome: 'refunded' });
      giveBack(attempt);
      const outcome = await reported();
      expect(outcome).toMatchObject({
        outcome: 'refused',
        message: expect.stringMatching(/^The .*\.$/) as string,
      });
      expect(outcome).not.toMatchObject({ about: 'request' });
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
