import { describe, expect, it } from 'vitest';
import { ContradictionError } from '#service/acquirers/port.ts';
import { deliver, firstNotification, networkOf, newTrial, type Rig } from './rig.ts';
import type { AdapterDescription } from '#service/acquirers/adapter.ts';

export function contradictions(rig: Rig, { cards, notifications }: AdapterDescription): void {
  const asks = cards?.outcomes === 'asked';
  describe('contradictions', () => {
    it.each(['otherAmount', 'otherAttempt'] as const)(
      'approves nothing on an answer about %s',
      async (which) => {
        const net = networkOf(rig());
        await net.proxy.break({ does: 'rewrite', body: net[which] });
        await expect(newTrial(rig()).authorize()).rejects.toThrow(ContradictionError);
      },
    );

    it.runIf(asks && notifications)(
      'is a notification of success if the status inquiry answers that nothing was taken',
      async () => {
        const { proxy, nothingTaken } = networkOf(rig());
        if (nothingTaken === undefined) throw new Error('The rig cannot rewrite that answer');
        const trial = newTrial(rig());
        await trial.authorize();
        const sent = await firstNotification(rig(), trial);
        const before = trial.known();
        await proxy.break({ does: 'rewrite', body: nothingTaken });
        await expect(deliver(rig(), trial, sent)).rejects.toThrow(ContradictionError);
        expect(trial.known()).toEqual(before);
      },
    );

    it.runIf(asks)(
      "leaves an attempt open if the status inquiry's answer has another amount",
      async () => {
        const net = networkOf(rig());
        const trial = newTrial(rig());
        await trial.authorize();
        await net.proxy.break({ does: 'rewrite', body: net.otherAmount });
        await expect(trial.findOutcome()).rejects.toThrow(ContradictionError);
      },
    );
  });
}
