import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ContradictionError } from '#service/acquirers/port.ts';
import type { AdapterDescription } from '#service/acquirers/adapter.ts';
import type { Fault } from './fault-proxy.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { printedBy, untilSilence } from './network.ts';
import { networkOf, type Rig } from './rig.ts';
import {
  AMOUNT_MINOR,
  begunTransfer,
  newTransfer,
  PRIVATE_TEXTS,
  receivedOf,
  transferEnded,
  transferRigOf,
  transfersOf,
} from './transfer-rig.ts';

/** Network faults, tested with the first source, which stands for all requests of the adapter. */
export function transferNetwork(rig: Rig, { cards, transfers }: AdapterDescription): void {
  const [source] = transfers;
  if (source === undefined) return;
  const asks = cards?.outcomes === 'asked';
  const trialOf = () => newTransfer(rig(), source);
  const beginning = () => transferRigOf(rig()).beginning ?? /^/;

  describe('transfers over a network', () => {
    it('are not taken when the acquirer cannot be reached', async () => {
      const { proxy } = networkOf(rig());
      await proxy.break({ does: 'refuse' });
      const trial = trialOf();
      expect(await trial.begin()).toEqual({ outcome: 'not_taken', cause: 'unreachable' });
      await proxy.heal();
      expect(await transferRigOf(rig()).arrived(trial.attempt.id)).toBe(0n);
    });

    it('are not taken with wrong credentials', async () => {
      const { wrong } = rig();
      if (wrong === undefined) return;
      const { attempt, saver } = trialOf();
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await transfersOf({ acquirer: wrong }).begin(attempt, saver(), signal);
      expect(answer).toEqual({ outcome: 'not_taken', cause: 'credentials' });
    });

    it('are not taken when rate-limited', async () => {
      await networkOf(rig()).proxy.break({ does: 'status', status: 429, accepted: false });
      expect(await trialOf().begin()).toEqual({ outcome: 'not_taken', cause: 'rate_limited' });
    });

    it.each<[string, Fault]>([
      ['silence', { does: 'silence', accepted: false }],
      ['a cut connection', { does: 'cut', accepted: false }],
      ['500', { does: 'status', status: 500, accepted: false }],
      ['503', { does: 'status', status: 503, accepted: false }],
      ['408', { does: 'status', status: 408, accepted: false }],
      ['a redirect', { does: 'redirect' }],
    ])('are not reported as refused after %s before acceptance', async (_, fault) => {
      const net = networkOf(rig());
      await net.proxy.break(fault, beginning());
      const trial = trialOf();
      await expect(trial.begin(untilSilence(net))).rejects.toThrow();
      await net.proxy.heal();
      const found = await trial.findOutcome().catch(() => ({ outcome: 'unknown' }));
      expect(found.outcome).toMatch(/^(waiting|unknown)$/);
      expect(await transferRigOf(rig()).arrived(trial.attempt.id)).toBe(0n);
      expect(net.proxy.lured).toEqual([]);
    });

    it.each<[string, Fault]>([
      ['silence', { does: 'silence', accepted: true }],
      ['a cut connection', { does: 'cut', accepted: true }],
      ['500', { does: 'status', status: 500, accepted: true }],
      ['408', { does: 'status', status: 408, accepted: true }],
      ['409', { does: 'status', status: 409, accepted: true }],
    ])('are found and paid after %s after acceptance', async (_, fault) => {
      const net = networkOf(rig());
      await net.proxy.break(fault, beginning());
      const trial = trialOf();
      await expect(trial.begin(untilSilence(net))).rejects.toThrow();
      await net.proxy.heal();
      expect(await trial.findOutcome()).toMatchObject({ outcome: 'waiting' });
      await transferRigOf(rig()).pay(trial.attempt);
      expect(receivedOf(await transferEnded(rig(), trial))).toBe(AMOUNT_MINOR);
      expect(await transferRigOf(rig()).arrived(trial.attempt.id)).toBe(AMOUNT_MINOR);
    });

    it.each<Fault>([{ does: 'garbage' }, { does: 'empty' }, { does: 'huge' }])(
      'trust no invalid answer: %o',
      async (fault) => {
        const net = networkOf(rig());
        await net.proxy.break(fault, beginning());
        await expect(trialOf().begin()).rejects.toThrow();
      },
    );

    it('wait for a slow answer', async () => {
      await networkOf(rig()).proxy.break({ does: 'slow', ms: 400 }, beginning());
      expect(await trialOf().begin()).toMatchObject({ outcome: 'waiting' });
    });

    it.runIf(asks)('have no outcome when a status inquiry is not answered', async () => {
      const net = networkOf(rig());
      const trial = await begunTransfer(rig(), source);
      for (const fault of [
        { does: 'status', status: 500, accepted: false },
        { does: 'status', status: 404, accepted: false },
        { does: 'garbage' },
      ] as const) {
        await net.proxy.break(fault);
        await expect(trial.findOutcome()).rejects.toThrow();
        await expect(trial.giveUp()).rejects.toThrow();
      }
    });

    it.each(['otherAmount', 'otherAttempt'] as const)(
      'throw a ContradictionError on an answer about %s',
      async (which) => {
        const net = networkOf(rig());
        await net.proxy.break({ does: 'rewrite', body: net[which] });
        await expect(trialOf().begin()).rejects.toThrow(ContradictionError);
        await net.proxy.heal();
        if (!asks) return;
        const trial = await begunTransfer(rig(), source);
        await net.proxy.break({ does: 'rewrite', body: net[which] });
        await expect(trial.findOutcome()).rejects.toThrow(ContradictionError);
      },
    );

    it.each<Fault>([
      { does: 'silence', accepted: false },
      { does: 'status', status: 500, accepted: true },
      { does: 'rewrite', body: () => `{"message":"${PRIVATE_TEXTS.join(' ')}"}` },
      { does: 'rewrite', body: () => PRIVATE_TEXTS.join(' ') },
    ])('put no input of the payer in errors or logs: %o', async (fault) => {
      const net = networkOf(rig());
      await net.proxy.break(fault, beginning());
      for (const each of transfers) {
        const printed = await printedBy(async () => {
          const answer = newTransfer(rig(), each).begin(untilSilence(net));
          return inspect(await answer.catch((error: unknown) => error), { depth: 12 });
        });
        for (const text of PRIVATE_TEXTS) expect(printed).not.toContain(text);
      }
    });

    it('put no input of the payer in a URL', () => {
      const addresses = networkOf(rig()).proxy.requests.join('\n');
      for (const text of PRIVATE_TEXTS) expect(addresses).not.toContain(text);
    });
  });
}
