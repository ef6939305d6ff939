import { describe, expect, it } from 'vitest';
import {
  ContradictionError,
  type NotTaken,
  type AcquirerOutcome,
} from '#service/acquirers/port.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import {
  abilitiesOf,
  cardsOf,
  deliver,
  ended,
  firstNotification,
  newTrial,
  reportsIn,
  type AcquirerRig,
  type Rig,
  type Trial,
} from './rig.ts';
import type { SentNotification } from '../../../support/acquirers/stand-in.ts';

export function notifications(rig: Rig): void {
  const read = async (acquirer: AcquirerRig['acquirer'], { headers, body }: SentNotification) =>
    (await acquirer.readNotification?.(headers, body)) ?? { ok: false, problem: 'none' };
  const notified = async (): Promise<{ trial: Trial; sent: SentNotification }> => {
    const trial = newTrial(rig());
    await trial.authorize();
    return { trial, sent: await firstNotification(rig(), trial) };
  };

  describe('notifications', () => {
    it('name the attempt, whose outcome is then confirmed', async () => {
      const given = await notified();
      expect(await deliver(rig(), given.trial, given.sent)).toMatchObject([
        { outcome: 'approved' },
      ]);
    });

    it('mean the same when they arrive twice, and late', async () => {
      const given = await notified();
      const first = await deliver(rig(), given.trial, given.sent);
      expect(await deliver(rig(), given.trial, given.sent)).toEqual(first);
      expect(await rig().taken(given.trial.attempt.id)).toBe(1_250n);
    });

    it('mean the same in whatever order they arrive', async () => {
      const trial = newTrial(rig(), 'pending');
      await trial.authorize();
      await rig().decidePending();
      await ended(rig(), trial);
      const sent = await rig().notifications(trial.attempt.id);
      for (const one of sent.toReversed()) {
        const outcomes = await deliver(rig(), trial, one);
        expect(outcomes.filter(({ outcome }) => /decline|never|abandon/.test(outcome))).toEqual([]);
      }
    });

    it.each<AcquirerOutcome | NotTaken>([
      { outcome: 'never_seen' },
      { outcome: 'abandoned' },
      { outcome: 'not_taken', cause: 'request_refused' },
      { outcome: 'soft_decline', reference: 'r', message: 'no', reason: 'other' },
      { outcome: 'hard_decline', reference: 'r', message: 'no', reason: 'other' },
    ])('approve an attempt that had ended, and its money can be voided: $outcome', async (end) => {
      const { trial, sent } = await notified();
      trial.close(end);
      const [late] = await deliver(rig(), trial, sent);
      expect(late).toMatchObject({ outcome: 'approved' });
      const reference = late?.outcome === 'approved' ? late.reference : undefined;
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const voided = await cardsOf(rig()).void?.({ ...trial.known(), reference }, signal);
      expect(voided).not.toBe('too_late');
      expect(await rig().taken(trial.attempt.id)).toBe(voided === undefined ? 1_250n : 0n);
    });

    it('approve a second payment of an attempt under its own reference, and it can be voided alone', async (context) => {
      const { payAgain } = rig();
      if (payAgain === undefined) return context.skip('The acquirer takes no second payment');
      const trial = newTrial(rig());
      trial.close(await trial.authorize());
      const { reference, sent } = await payAgain(trial.attempt.id);
      const [second] = await deliver(rig(), trial, sent);
      if (second?.outcome !== 'approved') throw new Error(`It is ${second?.outcome ?? 'unread'}`);
      expect(second.reference.split(' ')[0]).toBe(reference);
      expect(trial.known().reference?.split(' ')).not.toContain(reference);
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const known = { ...trial.known(), reference: second.reference };
      const voided = await cardsOf(rig()).void?.(known, signal);
      if (voided === undefined) return;
      expect(voided).not.toBe('too_late');
      expect(await rig().taken(trial.attempt.id)).toBe(1_250n);
      // The first payment has its own void.
      expect(await cardsOf(rig()).void?.(trial.known(), signal)).not.toBe('too_late');
      expect(await rig().taken(trial.attempt.id)).toBe(0n);
    });

    it('contradict an approval of another amount as often as they are sent, and change nothing', async () => {
      const { trial, sent } = await notified();
      const before = trial.known();
      for (const reported of await reportsIn(rig(), trial, sent)) {
        if (reported === undefined || abilitiesOf(rig()).outcomes === 'asked') continue;
        const confirm = () =>
          cardsOf(rig()).confirmNotification(
            trial.known(),
            { ...reported, amountMinor: 1_249n },
            trial.saver(),
            AbortSignal.timeout(PATIENCE_MS),
          );
        await expect(confirm()).rejects.toBeInstanceOf(ContradictionError);
        await expect(confirm()).rejects.toBeInstanceOf(ContradictionError);
        expect(trial.known()).toEqual(before);
        // The stored report, handed to the adapter again, means what it says.
        expect(await deliver(rig(), trial, sent)).toMatchObject([{ outcome: 'approved' }]);
      }
    });

    it("report a payment's other events as notices, the same each time", async () => {
      const trial = newTrial(rig());
      const { outcome } = await trial.authorize();
      expect(outcome).toBe('approved');
      const { reference = '' } = trial.known();
      const known = [{ attemptId: trial.attempt.id }, { reference }];
      const ids = new Set<string>();
      const sent = rig().notices?.(trial.attempt.id) ?? [];
      for (const one of sent) {
        const reading = await read(rig().acquirer, one);
        expect(reading).toMatchObject({ ok: true, notifications: [{ kind: 'notice' }] });
        const [notice] = reading.ok ? reading.notifications : [];
        if (notice?.kind !== 'notice') continue;
        expect(known).toContainEqual(notice.about);
        expect(await read(rig().acquirer, one)).toEqual(reading);
        ids.add(notice.id);
      }
      expect(ids.size).toBe(sent.length);
    });

    it.each<[string, (sent: SentNotification) => SentNotification]>([
      [
        'whose signature is missing',
        ({ body }) => ({ headers: new Headers(), body: unsigned(body) }),
      ],
      ['that was truncated', (sent) => ({ ...sent, body: sent.body.slice(0, -20) })],
      ['that was altered', (sent) => ({ ...sent, body: altered(sent.body) })],
      ['that is empty', (sent) => ({ ...sent, body: new Uint8Array() })],
      [
        'that is another language',
        (sent) => ({ ...sent, body: new TextEncoder().encode('<html>') }),
      ],
    ])('refuses one %s', async (_, forge) => {
      const given = await notified();
      expect(await read(rig().acquirer, forge(given.sent))).toMatchObject({ ok: false });
    });

    it('refuses ten megabytes without a valid signature', async () => {
      const given = await notified();
      const body = new Uint8Array(10 * 1024 * 1024).fill(0x5b);
      expect(await read(rig().acquirer, { ...given.sent, body })).toMatchObject({ ok: false });
    });
  });
}

/** Changes a digit of the amount, which every acquirer includes in the signed bytes. */
export function altered(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder().decode(body);
  return new TextEncoder().encode(text.replaceAll('1250', '9250').replaceAll('12.5', '92.5'));
}

/** Removes a signature from the body; some acquirers sign there, others in a header. */
export function unsigned(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder().decode(body);
  return new TextEncoder().encode(text.replace(/"hmacSignature":"[^"]*"/, '"other":"x"'));
}
