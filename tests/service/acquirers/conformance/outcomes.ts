import { describe, expect, it } from 'vitest';
import type { AcquirerOutcome } from '#service/acquirers/port.ts';
import {
  abilitiesOf,
  cardsOf,
  ended,
  newTrial,
  type AcquirerRig,
  type CardKind,
  type Trial,
  type Rig,
} from './rig.ts';
import type { AdapterDescription } from '#service/acquirers/adapter.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';

export function outcomes(rig: Rig, { cards }: AdapterDescription): void {
  const asks = cards?.outcomes === 'asked';
  describe('outcomes', () => {
    it('approves, and takes the amount', async () => {
      const trial = newTrial(rig());
      expect(await trial.authorize()).toMatchObject({ outcome: 'approved' });
      expect(await rig().taken(trial.attempt.id)).toBe(1_250n);
    });

    it.each<[CardKind, string, string]>([
      ['insufficient', 'soft_decline', 'insufficient_funds'],
      ['incorrectCode', 'soft_decline', 'incorrect_code'],
      ['expired', 'soft_decline', 'expired_card'],
      ['stolen', 'hard_decline', 'stolen'],
    ])('declines: %s is a %s', async (card, outcome, reason) => {
      const trial = newTrial(rig(), card);
      const answer = await trial.authorize();
      const told = abilitiesOf(rig()).declineReasons ? reason : 'other';
      expect(answer).toMatchObject({ outcome, reason: told });
      expect(await rig().taken(trial.attempt.id)).toBe(0n);
    });

    it('reports pending, and later the outcome', async () => {
      const trial = newTrial(rig(), 'pending');
      expect(await trial.authorize()).toMatchObject({ outcome: 'pending' });
      await rig().decidePending();
      expect(await ended(rig(), trial)).toMatchObject({ outcome: 'approved' });
      expect(await rig().taken(trial.attempt.id)).toBe(1_250n);
    });

    it('takes the money once for an attempt that is authorized twice', async () => {
      const trial = newTrial(rig());
      await trial.authorize();
      const again = newTrial(rig(), 'approved', { id: trial.attempt.id });
      await again.authorize().catch(() => undefined);
      expect(await rig().taken(trial.attempt.id)).toBe(1_250n);
    });

    it('finds an approval, with the same reference', async () => {
      const trial = newTrial(rig());
      const approved = await trial.authorize();
      expect(await trial.findOutcome()).toEqual(approved);
      expect(await trial.findOutcome()).toEqual(approved);
    });

    it.runIf(asks)('finds a decline, with the same reason', async () => {
      const trial = newTrial(rig(), 'insufficient');
      const declined = await trial.authorize();
      expect(await trial.findOutcome()).toEqual(declined);
    });

    it.runIf(!asks)('is notified of a decline, with the same reason', async () => {
      const trial = newTrial(rig(), 'insufficient');
      await trial.authorize();
      expect(await ended(rig(), trial)).toMatchObject({
        outcome: 'soft_decline',
        reason: 'insufficient_funds',
      });
    });

    it('takes nothing for an attempt reported as never seen', async () => {
      const trial = newTrial(rig());
      expect(await trial.findOutcome()).toEqual({ outcome: 'never_seen' });
      const late = await trial.authorize().catch(() => ({ outcome: 'refused' }));
      expect(late.outcome).not.toBe('approved');
      expect(await rig().taken(trial.attempt.id)).toBe(0n);
    });

    it('sends no card if the attempt was settled elsewhere', async () => {
      const twoSteps = newTrial(rig(), 'approved', {}, () =>
        Promise.reject(new Error('The attempt was settled')),
      );
      const answer = await twoSteps.authorize().catch(() => undefined);
      // An acquirer that knows attempts by our ids saves no reference, and needs no such guard.
      if (answer === undefined) expect(await rig().taken(twoSteps.attempt.id)).toBe(0n);
      else expect(answer.outcome).toBe('approved');
    });

    it('ends when the caller stops waiting', async () => {
      const trial = newTrial(rig());
      const answer = await trial.authorize(AbortSignal.abort()).catch(() => undefined);
      expect(answer?.outcome ?? 'unknown').toMatch(/^(unknown|not_taken)$/);
    });

    it.each<CardKind>(['approved', 'pending', 'challenge'])(
      'voids an approval after its attempt has ended, unless it has no voids: %s',
      async (card) => {
        const trial = newTrial(rig(), card);
        trial.close(await approvedIn(rig(), trial));
        const signal = AbortSignal.timeout(PATIENCE_MS);
        const first = await cardsOf(rig()).void?.(trial.known(), signal);
        const second = await cardsOf(rig()).void?.(trial.known(), signal);
        expect([first, second]).not.toContain('too_late');
        expect(await rig().taken(trial.attempt.id)).toBe(first === undefined ? 1_250n : 0n);
      },
    );

    it('voids nothing after a decline', async () => {
      const trial = newTrial(rig(), 'insufficient');
      await trial.authorize();
      const signal = AbortSignal.timeout(PATIENCE_MS);
      expect((await cardsOf(rig()).void?.(trial.known(), signal)) ?? 'too_late').toBe('too_late');
    });
  });
}

/** Authorizes, approves a challenge, and lets a pending payment be decided. */
async function approvedIn(rig: AcquirerRig, trial: Trial): Promise<AcquirerOutcome> {
  const answer = await trial.authorize();
  if (answer.outcome === 'approved') return answer;
  if (answer.outcome === 'challenge') {
    const returned = await rig.answerChallenge(answer.url, 'approve');
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return cardsOf(rig).completeChallenge(trial.known(), returned, trial.saver(), signal);
  }
  await rig.decidePending();
  return ended(rig, trial);
}
