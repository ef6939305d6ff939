import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  signal,
  startScriptedAdyen,
  type ScriptedAdyen,
} from '../../../../tests/service/acquirers/adyen/scripted-adyen.ts';
import { ContradictionError, type KnownAttempt } from '../port.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const LONG_AGO = '2026-03-01T10:59:59.000Z';
const JUST_NOW = '2026-03-01T11:59:00.000Z';
const CHALLENGE = 'https://bank.test/challenge';

let adyen: ScriptedAdyen;
beforeAll(async () => {
  adyen = await startScriptedAdyen(() => NOW);
});
beforeEach(() => {
  adyen.requests.length = 0;
  adyen.answers(201, { status: 'received' });
});
afterAll(() => adyen.close());

/** Inquires about an attempt with this reference. */
function askedAbout(reference: string, challengeUrl?: string) {
  const record = { reference };
  const attempt = (): KnownAttempt => ({
    ...adyen.trialOf().known(),
    reference: record.reference,
    challengeUrl,
  });
  const saveReference = (next: string) => {
    record.reference = next;
    return Promise.resolve();
  };
  const ask = () => adyen.cards.findOutcome(attempt(), saveReference, signal());
  const giveUp = () => adyen.cards.giveUp(attempt(), saveReference, signal());
  return { record, ask, giveUp };
}

describe('findOutcome for Adyen, which has no status inquiry', () => {
  it('cancels a payment that has no answer, and keeps its pspReference', async () => {
    const { record, ask } = askedAbout('sent PX');
    expect(await ask()).toEqual({ outcome: 'pending', reference: 'PX' });
    expect(record.reference).toBe(`cancelling PX ${NOW.toISOString()}`);
    expect(adyen.requests).toEqual(['/v72/cancels']);
  });

  it('reverses a payment authorised during its cancellation, and reports a contradiction', async () => {
    const { record, ask } = askedAbout('authorised_late PX');
    await expect(ask()).rejects.toThrow(ContradictionError);
    expect(record.reference).toBe('reversing PX');
    expect(await ask()).toEqual({ outcome: 'pending', reference: 'PX' });
    expect(adyen.requests).toEqual(['/v72/payments/PX/reversals', '/v72/payments/PX/reversals']);
  });

  it('keeps the saved state if the reversal gets no answer, so that it is requested again', async () => {
    adyen.answers(500, {});
    const { record, ask } = askedAbout('authorised_late PX');
    await expect(ask()).rejects.toThrow('500');
    expect(record.reference).toBe('authorised_late PX');
  });

  it.each([
    ['what was not cancelled and never authorised', `uncancelled PX ${LONG_AGO}`, undefined],
    ['a challenge that was left', `cancelling - ${LONG_AGO}`, CHALLENGE],
    ['a challenge that was left and not cancelled', `uncancelled - ${LONG_AGO}`, CHALLENGE],
    ['what was cancelled', 'cancelled PX', undefined],
  ])('ends %s', async (_, reference, challengeUrl) => {
    const outcome = challengeUrl === undefined ? 'never_seen' : 'abandoned';
    expect(await askedAbout(reference, challengeUrl).ask()).toEqual({ outcome });
  });

  it.each([
    [`uncancelled PX ${JUST_NOW}`, undefined],
    [`cancelling - ${JUST_NOW}`, CHALLENGE],
    // It is unknown whether money was taken, so the attempt stays in the exception queue.
    [`cancelling - ${LONG_AGO}`, undefined],
  ])('waits for the webhook about a payment in the state %s', async (reference, challengeUrl) => {
    expect(await askedAbout(reference, challengeUrl).ask()).toMatchObject({ outcome: 'pending' });
  });

  it.each(['authorised PX', 'PX'])(
    'finds an approved payment without a request: %s',
    async (reference) => {
      const approved = { outcome: 'approved', reference: 'PX', rrn: undefined };
      expect(await askedAbout(reference).ask()).toEqual(approved);
      expect(await askedAbout(reference, CHALLENGE).giveUp()).toEqual(approved);
      expect(adyen.requests).toEqual([]);
    },
  );
});
