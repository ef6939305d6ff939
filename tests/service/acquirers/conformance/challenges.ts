import { describe, expect, it } from 'vitest';
import type { ReturnedMembers, AcquirerOutcome } from '#service/acquirers/port.ts';
import { abilitiesOf, cardsOf, ended, newTrial, type Trial, type Rig } from './rig.ts';
import type { AdapterDescription } from '#service/acquirers/adapter.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';

export function challenges(rig: Rig, { cards }: AdapterDescription): void {
  const asks = cards?.outcomes === 'asked';
  const complete = async (trial: Trial, returned: ReturnedMembers): Promise<AcquirerOutcome> => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return trial.note(
      await cardsOf(rig()).completeChallenge(trial.known(), returned, trial.saver(), signal),
    );
  };
  const giveUp = async (trial: Trial): Promise<AcquirerOutcome> => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return trial.note(await cardsOf(rig()).giveUp(trial.known(), trial.saver(), signal));
  };
  const challenged = async (): Promise<{ trial: Trial; url: string }> => {
    const trial = newTrial(rig(), 'challenge');
    const answer = await trial.authorize();
    if (answer.outcome !== 'challenge') throw new Error(`No challenge: ${answer.outcome}`);
    return { trial, url: answer.url };
  };

  describe('challenges', () => {
    it('approves when the shopper approves', async () => {
      const { trial, url } = await challenged();
      expect(await rig().taken(trial.attempt.id)).toBe(0n);
      const returned = await rig().answerChallenge(url, 'approve');
      expect(await complete(trial, returned)).toMatchObject({ outcome: 'approved' });
      expect(await rig().taken(trial.attempt.id)).toBe(1_250n);
    });

    it('is a soft decline when the shopper is not authenticated', async () => {
      const { trial, url } = await challenged();
      const returned = await rig().answerChallenge(url, 'refuse');
      const reason = abilitiesOf(rig()).declineReasons ? 'not_authenticated' : 'other';
      expect(await complete(trial, returned)).toMatchObject({ outcome: 'soft_decline', reason });
      expect(await rig().taken(trial.attempt.id)).toBe(0n);
    });

    it('counts an answer once, even if the shopper returns repeatedly', async () => {
      const { trial, url } = await challenged();
      const returned = await rig().answerChallenge(url, 'approve');
      const first = await complete(trial, returned);
      expect(await complete(trial, returned)).toEqual(first);
      expect(await rig().taken(trial.attempt.id)).toBe(1_250n);
    });

    it.runIf(asks)('approves when the shopper answered and never came back', async () => {
      const { trial, url } = await challenged();
      await rig().answerChallenge(url, 'approve');
      expect(await ended(rig(), trial)).toMatchObject({ outcome: 'approved' });
    });

    it.runIf(!asks)('takes nothing when the shopper answered and never came back', async () => {
      const { trial, url } = await challenged();
      await rig().answerChallenge(url, 'approve');
      await giveUp(trial);
      expect((await ended(rig(), trial)).outcome).toBe('abandoned');
      expect(await rig().taken(trial.attempt.id)).toBe(0n);
    });

    it('stays a challenge until answered', async () => {
      const { trial, url } = await challenged();
      expect(await trial.findOutcome()).toMatchObject({ outcome: 'challenge', url });
    });

    it.each<[string, ReturnedMembers]>([
      ['nothing', {}],
      ['foreign members', { a: '1', redirectResult: 'forged', payment_intent: 'pi_forged' }],
      [
        'words of success',
        { status: 'success', redirect_status: 'succeeded', resultCode: 'Authorised' },
      ],
    ])('approves nothing on a return with %s', async (_, returned) => {
      const { trial } = await challenged();
      const outcome = await complete(trial, returned).catch(() => undefined);
      expect(outcome?.outcome).not.toBe('approved');
      expect(await rig().taken(trial.attempt.id)).toBe(0n);
      expect((await trial.findOutcome()).outcome).toBe('challenge');
    });

    it("approves nothing on another attempt's return", async () => {
      const mine = await challenged();
      const other = await challenged();
      const returned = await rig().answerChallenge(other.url, 'approve');
      const outcome = await complete(mine.trial, returned).catch(() => undefined);
      expect(outcome?.outcome).not.toBe('approved');
      expect(await rig().taken(mine.trial.attempt.id)).toBe(0n);
    });

    it('is abandoned for good, or continues if the adapter declares so', async () => {
      const { trial, url } = await challenged();
      const given = await giveUp(trial);
      if (!abilitiesOf(rig()).givesUpChallenges) {
        expect(given).toMatchObject({ outcome: 'challenge', url });
        return;
      }
      const end = given.outcome === 'pending' ? await ended(rig(), trial) : given;
      expect(end.outcome).toBe('abandoned');
      const late = await rig()
        .answerChallenge(url, 'approve')
        .catch(() => ({}));
      await complete(trial, late).catch(() => undefined);
      expect(await rig().taken(trial.attempt.id)).toBe(0n);
    });

    it('returns its answer when abandoned too late', async () => {
      const { trial, url } = await challenged();
      const returned = await rig().answerChallenge(url, 'approve');
      await complete(trial, returned);
      expect(await giveUp(trial)).toMatchObject({ outcome: 'approved' });
      expect(await rig().taken(trial.attempt.id)).toBe(1_250n);
    });
  });
}
