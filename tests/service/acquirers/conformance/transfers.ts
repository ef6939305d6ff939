import { describe, expect, it } from 'vitest';
import { instructions } from '#contract/schemas/transfer.ts';
import type { AdapterDescription } from '#service/acquirers/adapter.ts';
import type { TransferSource } from '#service/acquirers/port.ts';
import type { Rig, Sending } from './rig.ts';
import {
  AMOUNT_MINOR,
  begunTransfer,
  newTransfer,
  receivedOf,
  sourceRigOf,
  transferEnded,
  transferRigOf,
  transfersOf,
  transferWhen,
} from './transfer-rig.ts';

/** Tests for payments by each declared source other than cards. */
export function transfers(rig: Rig, { transfers: sources }: AdapterDescription): void {
  describe.each(sources)('transfers by %s', (source) => {
    const begun = () => begunTransfer(rig(), source);
    const arrived = ({ attempt }: { attempt: { id: string } }) =>
      transferRigOf(rig()).arrived(attempt.id);

    it('wait for their payer, with valid instructions', async () => {
      const trial = newTransfer(rig(), source);
      const answer = await trial.begin();
      expect(answer).toMatchObject({
        outcome: 'waiting',
        instructions: { kind: sourceRigOf(rig(), source).instructions },
      });
      const given = answer.outcome === 'waiting' ? answer.instructions : undefined;
      expect(instructions.safeParse(given).data).toEqual(given);
      expect(await arrived(trial)).toBe(0n);
    });

    it('show the same instructions to a payer who comes back', async () => {
      const trial = newTransfer(rig(), source);
      const answer = await trial.begin();
      expect(await trial.findOutcome()).toEqual(answer);
      expect(await trial.findOutcome()).toEqual(answer);
    });

    it('are paid when the payer pays, and reported the same each time', async () => {
      const trial = await begun();
      await transferRigOf(rig()).pay(trial.attempt);
      const paid = await transferEnded(rig(), trial);
      expect(receivedOf(paid)).toBe(AMOUNT_MINOR);
      expect(await trial.findOutcome()).toEqual(paid);
      expect(await arrived(trial)).toBe(AMOUNT_MINOR);
    });

    it.each(['soft', 'hard'] as const)(
      'are reported as refused when the payer is: %s',
      async (how) => {
        const { refuse, refusals } = transferRigOf(rig());
        const { begin, outcome: expected } = refusals[how];
        const trial = newTransfer(rig(), source, begin);
        await trial.begin();
        await refuse(trial.attempt, how);
        const told = await transferWhen(rig(), trial, ({ outcome }) => outcome === expected);
        expect(told.outcome).toBe(expected);
        expect(await arrived(trial)).toBe(0n);
      },
    );

    it('are made once if the request is repeated', async () => {
      const trial = await begun();
      const again = newTransfer(rig(), source, { id: trial.attempt.id });
      await again.begin().catch(() => undefined);
      await transferRigOf(rig()).pay(trial.attempt);
      expect(receivedOf(await transferEnded(rig(), trial))).toBe(AMOUNT_MINOR);
      expect(await arrived(trial)).toBe(AMOUNT_MINOR);
    });

    it('are never seen before they are begun, and cannot be paid after that', async () => {
      const trial = newTransfer(rig(), source);
      expect(await trial.findOutcome()).toEqual({ outcome: 'never_seen' });
      const late = await trial.begin().catch(() => ({ outcome: 'refused' }));
      expect(['waiting', 'approved']).not.toContain(late.outcome);
      expect(await trial.findOutcome()).toEqual({ outcome: 'never_seen' });
    });

    it('are not begun if the attempt was settled elsewhere', async () => {
      const settled = newTransfer(rig(), source, {}, () =>
        Promise.reject(new Error('The attempt was settled')),
      );
      const answer = await settled.begin().catch(() => undefined);
      // An acquirer that knows attempts by our ids saves no reference, and needs no such guard.
      expect(answer === undefined || rig().network === undefined).toBe(true);
    });

    it('have no outcome when the caller stops waiting', async () => {
      const trial = newTransfer(rig(), source);
      const answer = await trial.begin(AbortSignal.abort()).catch(() => undefined);
      expect(answer?.outcome ?? 'unknown').toMatch(/^(unknown|not_taken|waiting)$/);
    });

    it('are abandoned for good, or wait if only the acquirer can end them', async () => {
      const { givesUp, lapse, pay } = transferRigOf(rig());
      const trial = await begun();
      const given = await trial.giveUp();
      if (!givesUp) {
        expect(given.outcome).toBe('waiting');
        await lapse?.(trial.attempt);
      }
      expect((await transferEnded(rig(), trial)).outcome).toBe('abandoned');
      await pay(trial.attempt).catch(() => undefined);
      expect((await trial.findOutcome()).outcome).toBe('abandoned');
    });

    it('lose no money when abandoned too late', async () => {
      const trial = await begun();
      await transferRigOf(rig()).pay(trial.attempt);
      const given = await trial.giveUp();
      const end = given.outcome === 'waiting' ? await transferEnded(rig(), trial) : given;
      expect(receivedOf(end)).toBe(await arrived(trial));
    });

    it("end when the acquirer's waiting time is over", async () => {
      const { lapse } = transferRigOf(rig());
      if (lapse === undefined) return;
      const trial = await begun();
      await lapse(trial.attempt);
      expect((await transferEnded(rig(), trial)).outcome).toMatch(/^(abandoned|soft_decline)$/);
      expect(await arrived(trial)).toBe(0n);
    });

    it('are refused in an unsupported currency', async () => {
      const trial = newTransfer(rig(), source, { currency: 'KZT' });
      const answer = await trial.begin();
      if (answer.outcome !== 'not_taken') return;
      expect(answer).toEqual({ outcome: 'not_taken', cause: 'request_refused' });
      expect(await arrived(trial)).toBe(0n);
    });

    receipts(rig, source);
  });

  it('takes exactly the declared sources', () => {
    const { acquirer } = rig();
    expect(acquirer.transfers !== undefined).toBe(sources.length > 0);
    if (sources.length === 0) return;
    expect(Object.keys(transferRigOf(rig()).sources).toSorted()).toEqual([...sources].toSorted());
    expect(transfersOf(rig())).toBe(acquirer.transfers);
  });
}

const SENT: Record<Sending, readonly bigint[]> = {
  half: [AMOUNT_MINOR / 2n],
  all: [AMOUNT_MINOR],
  more: [(AMOUNT_MINOR * 110n) / 100n],
  twice: [AMOUNT_MINOR, AMOUNT_MINOR],
};

/** Tests for sources whose arrivals are reported separately. */
function receipts(rig: Rig, source: TransferSource): void {
  const sender = () =>
    sourceRigOf(rig(), source).tellsReceipts === true ? transferRigOf(rig()).send : undefined;

  it.each<[string, readonly Sending[]]>([
    ['less than was asked', ['half']],
    ['the amount in two parts', ['half', 'half']],
    ['more than was asked', ['more']],
    ['the amount twice', ['twice']],
  ])('report each arrival by its reference: %s', async (_, sendings) => {
    const send = sender();
    if (send === undefined) return;
    const trial = await begunTransfer(rig(), source);
    const amounts = sendings.flatMap((what) => SENT[what]);
    const total = amounts.reduce((sum, amount) => sum + amount, 0n);
    for (const what of sendings) await send(trial.attempt, what);
    const told = await transferWhen(rig(), trial, (outcome) => receivedOf(outcome) === total);
    if (total < AMOUNT_MINOR) expect(told.outcome).toBe('waiting');
    const given = 'receipts' in told ? (told.receipts ?? []) : [];
    expect(given.map(({ amountMinor }) => amountMinor)).toEqual(amounts);
    expect(new Set(given.map(({ reference }) => reference)).size).toBe(amounts.length);
    expect(await trial.findOutcome()).toEqual(told);
    expect(await transferRigOf(rig()).arrived(trial.attempt.id)).toBe(total);
  });

  it('report money that arrives after they were abandoned', async () => {
    const send = sender();
    if (send === undefined) return;
    const trial = await begunTransfer(rig(), source);
    await trial.giveUp();
    await send(trial.attempt, 'all');
    const told = await transferWhen(
      rig(),
      trial,
      (outcome) => receivedOf(outcome) === AMOUNT_MINOR,
    );
    expect(told.outcome).toBe('abandoned');
  });

  it('report money that arrives after they were refused, with each inquiry', async () => {
    const send = sender();
    if (send === undefined) return;
    const trial = await begunTransfer(rig(), source);
    const { refuse, refusals } = transferRigOf(rig());
    await refuse(trial.attempt, 'soft');
    await send(trial.attempt, 'all');
    const told = await transferWhen(
      rig(),
      trial,
      (outcome) => receivedOf(outcome) === AMOUNT_MINOR,
    );
    expect(told.outcome).toBe(refusals.soft.outcome);
    expect(await trial.findOutcome()).toEqual(told);
  });
}
