import { describe, expect, it } from 'vitest';
import { cardsOf, newTrial } from './rig.ts';
import type { Rig } from './rig.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';

export function terminals(rig: Rig): void {
  const patience = () => AbortSignal.timeout(PATIENCE_MS);

  describe('terminals', () => {
    it('validate their credentials without moving money', async () => {
      expect(await rig().acquirer.check(patience())).toBe('good');
    });

    it('take nothing with wrong credentials, and report so', async () => {
      const { wrong } = rig();
      if (!wrong) return;
      expect(await wrong.check(patience())).toBe('credentials_refused');
      const { attempt, saveReference } = newTrial(rig());
      const cards = cardsOf({ acquirer: wrong });
      const answer = await cards.authorize(attempt, saveReference, patience());
      expect(answer).toEqual({ outcome: 'not_taken', cause: 'credentials' });
      expect(await rig().taken(attempt.id)).toBe(0n);
    });

    it('report that the acquirer cannot be reached', async () => {
      const { network, acquirer } = rig();
      if (!network) return;
      await network.proxy.break({ does: 'refuse' });
      expect(await acquirer.check(patience())).toBe('unreachable');
    });

    it('take payouts and read notifications only if declared', () => {
      const { acquirer, description } = rig();
      expect(acquirer.payouts !== undefined).toBe(description.payouts);
      expect(acquirer.readNotification !== undefined).toBe(description.notifications);
    });

    it('refuse invalid settings and credentials', () => {
      const { settings, credentials } = rig().description;
      expect(settings.safeParse({ no: 'such setting' }).success).toBe(false);
      expect(credentials.safeParse({ no: 'such credential' }).success).toBe(false);
    });
  });
}
