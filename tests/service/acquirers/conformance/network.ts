import { describe, expect, it } from 'vitest';
import { inspect } from 'node:util';
import type { Fault } from './fault-proxy.ts';
import { ended, networkOf, newTrial, SECURITY_CODE, type AcquirerNetwork } from './rig.ts';
import { asValue } from '../../../support/traces.ts';
import type { AdapterDescription } from '#service/acquirers/adapter.ts';
import type { Rig } from './rig.ts';

export function network(rig: Rig, { cards }: AdapterDescription): void {
  const asks = cards?.outcomes === 'asked';
  describe('network', () => {
    it('takes nothing, and reports so, when it cannot connect', async () => {
      const net = networkOf(rig());
      await net.proxy.break({ does: 'refuse' });
      const trial = newTrial(rig());
      const answer = await trial.authorize();
      expect(answer).toEqual({ outcome: 'not_taken', cause: 'unreachable' });
      await net.proxy.heal();
      expect(await rig().taken(trial.attempt.id)).toBe(0n);
    });

    it.each<[string, Fault]>([
      ['silence before acceptance', { does: 'silence', accepted: false }],
      ['a cut connection before acceptance', { does: 'cut', accepted: false }],
      ['an error before acceptance', { does: 'status', status: 500, accepted: false }],
      ['503 before acceptance', { does: 'status', status: 503, accepted: false }],
      ['408 before acceptance', { does: 'status', status: 408, accepted: false }],
      ['a redirect that is JSON', { does: 'status', status: 302, accepted: false }],
      ['a redirect', { does: 'redirect' }],
    ])('never approves after %s', async (_, fault) => {
      const net = networkOf(rig());
      await net.proxy.break(fault, net.charging);
      const trial = newTrial(rig());
      await expect(trial.authorize(untilSilence(net))).rejects.toThrow();
      await net.proxy.heal();
      expect((await trial.findOutcome()).outcome).not.toBe('approved');
      expect(await rig().taken(trial.attempt.id)).toBe(0n);
      expect(net.proxy.lured).toEqual([]);
    });

    it.each<[string, Fault]>([
      ['silence after acceptance', { does: 'silence', accepted: true }],
      ['a cut connection after acceptance', { does: 'cut', accepted: true }],
      ['an error after acceptance', { does: 'status', status: 500, accepted: true }],
      ['408 after acceptance', { does: 'status', status: 408, accepted: true }],
      ['a redirect after acceptance', { does: 'status', status: 302, accepted: true }],
      ['409 after acceptance', { does: 'status', status: 409, accepted: true }],
      ['424 after acceptance', { does: 'status', status: 424, accepted: true }],
    ])('finds the outcome in the end after %s', async (_, fault) => {
      const net = networkOf(rig());
      await net.proxy.break(fault, net.charging);
      const trial = newTrial(rig());
      await expect(trial.authorize(untilSilence(net))).rejects.toThrow();
      await net.proxy.heal();
      const { outcome } = await ended(rig(), trial);
      const taken = await rig().taken(trial.attempt.id);
      expect([outcome, taken]).toEqual(
        asks || outcome === 'approved' ? ['approved', 1_250n] : ['never_seen', 0n],
      );
    });

    it.each<Fault>([{ does: 'garbage' }, { does: 'empty' }, { does: 'huge' }])(
      'trusts no invalid answer: %o',
      async (fault) => {
        const net = networkOf(rig());
        await net.proxy.break(fault);
        const trial = newTrial(rig());
        const answer = await trial.authorize().catch(() => undefined);
        expect(['approved', 'soft_decline', 'hard_decline']).not.toContain(answer?.outcome);
        if (answer?.outcome === 'not_taken') {
          await net.proxy.heal();
          expect(await rig().taken(trial.attempt.id)).toBe(0n);
        }
      },
    );

    it('takes nothing, and reports so, when rate-limited', async () => {
      const net = networkOf(rig());
      await net.proxy.break({ does: 'status', status: 429, accepted: false });
      const trial = newTrial(rig());
      expect(await trial.authorize()).toEqual({ outcome: 'not_taken', cause: 'rate_limited' });
      await net.proxy.heal();
      expect(await rig().taken(trial.attempt.id)).toBe(0n);
    });

    it('waits for a slow answer', async () => {
      const net = networkOf(rig());
      await net.proxy.break({ does: 'slow', ms: 400 }, net.charging);
      expect(await newTrial(rig()).authorize()).toMatchObject({ outcome: 'approved' });
    });

    it.runIf(asks)(
      'throws rather than declines when a status inquiry is not answered',
      async () => {
        const net = networkOf(rig());
        const trial = newTrial(rig());
        await trial.authorize();
        await net.proxy.break({ does: 'status', status: 500, accepted: false });
        await expect(trial.findOutcome()).rejects.toThrow();
        await net.proxy.break({ does: 'garbage' });
        await expect(trial.findOutcome()).rejects.toThrow();
      },
    );

    it.each<Fault>([
      { does: 'silence', accepted: false },
      { does: 'status', status: 500, accepted: true },
      {
        does: 'rewrite',
        body: () => `{"error":{"message":"card 4242424242424242 ${SECURITY_CODE}"}}`,
      },
      { does: 'rewrite', body: () => `card 4242424242424242 code ${SECURITY_CODE}` },
    ])('puts no card number and no code in errors or logs: %o', async (fault) => {
      const net = networkOf(rig());
      await net.proxy.break(fault, net.charging);
      const printed = await printedBy(async () => {
        const trial = newTrial(rig());
        const answer = trial.authorize(untilSilence(net));
        return inspect(await answer.catch((error: unknown) => error), { depth: 12 });
      });
      expect(printed).not.toContain('4242424242424242');
      expect(printed).not.toMatch(asValue(SECURITY_CODE));
    });

    it('puts no card number and no code in a URL', () => {
      const net = networkOf(rig());
      const addresses = net.proxy.requests.join('\n');
      expect(addresses).not.toMatch(/4242424242424242|40000000/);
      expect(addresses).not.toMatch(asValue(SECURITY_CODE));
    });
  });
}

/** Returns a signal that aborts once a request is left without an answer, as when the caller's time is over. */
export function untilSilence({ proxy }: AcquirerNetwork): AbortSignal {
  const giveUp = new AbortController();
  const over = new DOMException('The time is over', 'TimeoutError');
  void proxy.silenced().then(() => {
    giveUp.abort(over);
  });
  return giveUp.signal;
}

/** Returns a call's result, with everything written to the process's outputs meanwhile. */
export async function printedBy(call: () => Promise<string>): Promise<string> {
  const written: string[] = [];
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write.bind(stream));
  const { warn, error, log } = console;
  const keep = (...given: unknown[]) => void written.push(inspect(given, { depth: 12 }));
  Object.assign(console, { warn: keep, error: keep, log: keep });
  for (const stream of streams) {
    stream.write = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0;
  }
  try {
    written.push(await call());
  } finally {
    Object.assign(console, { warn, error, log });
    streams.forEach((stream, index) => Object.assign(stream, { write: writes[index] }));
  }
  return written.join('\n');
}
