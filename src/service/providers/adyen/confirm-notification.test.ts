import { describe, expect, it } from 'vitest';
import { ContradictionError, type KnownAttempt, type ReportedPayment } from '../acquirer.ts';
import { confirmNotification } from './confirm-notification.ts';

const AUTHORISED: ReportedPayment = {
  event: 'AUTHORISATION',
  success: true,
  reference: 'PSP1',
  amountMinor: 1_250n,
  currency: 'EUR',
  reason: undefined,
};
const CANCELLED = { ...AUTHORISED, event: 'TECHNICAL_CANCEL' };

function attemptWith(reference: string | undefined, challengeUrl?: string) {
  const remembered: string[] = [];
  const attempt: KnownAttempt = {
    id: '5c1e9f44-3c0f-4c4e-9d55-6f6d0d1f6a01',
    orderId: '5c1e9f44-3c0f-4c4e-9d55-6f6d0d1f6a02',
    amountMinor: 1_250n,
    currency: 'EUR',
    reference,
    challengeUrl,
    outcome: undefined,
    remember: (next) => Promise.resolve(void remembered.push(next)),
  };
  return { attempt, remembered };
}

describe('a webhook about a payment', () => {
  it('approves what was sent, and remembers its pspReference', async () => {
    const { attempt, remembered } = attemptWith('sent');
    const outcome = await confirmNotification(attempt, AUTHORISED);
    expect(outcome).toEqual({ outcome: 'approved', reference: 'PSP1', rrn: undefined });
    expect(remembered).toEqual(['authorised PSP1']);
  });

  it('approves nothing whose cancellation was asked for: that has the last word', async () => {
    const { attempt, remembered } = attemptWith('cancelling');
    expect(await confirmNotification(attempt, AUTHORISED)).toMatchObject({ outcome: 'pending' });
    expect(remembered).toEqual([]);
    expect(await confirmNotification(attempt, CANCELLED)).toEqual({ outcome: 'never_seen' });
  });

  it('leaves open what could not be cancelled', async () => {
    const { attempt } = attemptWith('cancelling');
    const refused = { ...CANCELLED, success: false };
    expect(await confirmNotification(attempt, refused)).toMatchObject({ outcome: 'pending' });
  });

  it('abandons a challenge that was cancelled', async () => {
    const { attempt } = attemptWith('cancelling', 'https://bank.test/challenge');
    expect(await confirmNotification(attempt, CANCELLED)).toEqual({ outcome: 'abandoned' });
  });

  it('changes nothing of what was authorised', async () => {
    const { attempt } = attemptWith('authorised PSP1');
    for (const reported of [
      { ...AUTHORISED, success: false },
      { ...CANCELLED, success: false },
    ]) {
      const outcome = await confirmNotification(attempt, reported);
      expect(outcome).toMatchObject({ outcome: 'approved', reference: 'PSP1' });
    }
  });

  it.each([undefined, 'never_sent'])('contradicts what was never sent: %s', async (reference) => {
    const { attempt } = attemptWith(reference);
    await expect(confirmNotification(attempt, AUTHORISED)).rejects.toThrow(ContradictionError);
  });

  it.each([{ amountMinor: 1_249n }, { currency: 'USD' }])('contradicts %o', async (other) => {
    const { attempt } = attemptWith('sent');
    const reported = { ...AUTHORISED, ...other };
    await expect(confirmNotification(attempt, reported)).rejects.toThrow(ContradictionError);
  });
});
