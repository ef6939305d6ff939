/** The log and metrics of an acquirer that does not answer, and of one that recovers. */
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { APPROVED } from '../../support/acquirers/acquirer-doubles.ts';
import { scriptedAdapter } from '../../support/acquirers/scripted-adapter.ts';
import { listen, type Listening } from '../../support/network/listen.ts';
import { cardDataBody, createdPayin } from '../../support/orders/orders.ts';
import { freePort } from '../../support/process/free-port.ts';
import { scrape, valueOf } from '../../support/process/metrics.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { methodAt, methodTo } from './terminals-and-routes.ts';

const { adapter, behaviours } = scriptedAdapter();
let running: RunningService;
let nowMs = Date.now();

beforeAll(async () => {
  running = await startService({ adapters: [adapter], now: () => new Date(nowMs) });
});
afterAll(() => running.close());

const line = z.looseObject({ level: z.number(), msg: z.string().optional() });

/** Returns the log lines about a terminal, without members that differ between runs. */
function linesAbout(terminalId: string) {
  return running
    .logs()
    .trim()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)))
    .filter((entry) => entry['terminalId'] === terminalId && 'terminal' in entry);
}

function failures(terminalId: string) {
  return linesAbout(terminalId).filter(({ msg }) => msg === 'Calls to an acquirer fail');
}

async function pay(methodId: string): Promise<string> {
  const { id } = await createdPayin(running, { merchant_gate_method_id: methodId });
  await running.client.submitCardData(cardDataBody(id));
  return id;
}

async function callsOf(terminal: string, result: string) {
  return valueOf(await scrape(running), 'tollgate_provider_call_duration_seconds_count', {
    terminal,
    call: 'authorize',
    result,
  });
}

describe('an acquirer that is stopped', () => {
  it('is logged as a warning with its terminal and the reason, and counted', async () => {
    const { terminalId, methodId } = await methodAt(
      running,
      `http://127.0.0.1:${await freePort()}`,
    );
    await pay(methodId);
    const reason = 'unreachable';
    expect(failures(terminalId)).toMatchObject([
      { level: 40, terminal: terminalId, call: 'authorize', reason, failures: 1 },
    ]);
    expect(await callsOf(terminalId, reason)).toBe(1);
  });
});

describe('an acquirer that is frozen', () => {
  let frozen: Listening;

  beforeAll(async () => {
    // Accepts connections, as a machine does for a frozen process, but never answers.
    frozen = await listen(createServer(() => undefined));
  });
  afterAll(() => frozen.close());

  it('is logged and counted as a timeout', async () => {
    const { terminalId, methodId } = await methodAt(running, frozen.baseUrl);
    await pay(methodId);
    await expect.poll(() => failures(terminalId)).toMatchObject([{ reason: 'timeout' }]);
    expect(await callsOf(terminalId, 'timeout')).toBe(1);
  });
});

describe('a terminal that fails', () => {
  it('is logged once a minute with its number of failures, and when its circuit opens and closes', async () => {
    // Only payments fail: failing status inquiries would be counted too, at uncertain times.
    let answer: () => Promise<typeof APPROVED> = () => Promise.reject(new Error('No answer'));
    const { methodId, terminalIds } = await methodTo(running, behaviours, [
      {
        does: {
          cards: { authorize: () => answer(), findOutcome: () => Promise.resolve(APPROVED) },
        },
      },
    ]);
    const [terminalId = ''] = terminalIds;
    for (let payments = 0; payments < 5; payments += 1) await pay(methodId);
    nowMs += 60_000;
    await pay(methodId);
    answer = () => Promise.resolve(APPROVED);
    nowMs += 10_000;
    await pay(methodId);
    const { name: terminal } = await running.db
      .selectFrom('terminals')
      .select('name')
      .where('id', '=', terminalId)
      .executeTakeFirstOrThrow();
    const of = { terminal, terminalId };
    const fails = { ...of, level: 40, reason: 'error', msg: 'Calls to an acquirer fail' };
    expect(linesAbout(terminalId)).toMatchObject([
      { ...fails, failures: 1 },
      {
        ...of,
        level: 40,
        msg: 'The circuit of a terminal opened: payments take other routes, or are refused',
      },
      { ...fails, failures: 5 },
      { ...of, level: 30, msg: 'The circuit of a terminal closed: payments go to it again' },
    ]);
  });

  it('is named by an order that it could not take, with the time since when it failed', async () => {
    let answer: () => Promise<typeof APPROVED> = () => Promise.reject(new Error('No answer'));
    const { methodId, terminalIds } = await methodTo(running, behaviours, [
      {
        does: {
          cards: {
            authorize: () => answer(),
            findOutcome: () => Promise.resolve({ outcome: 'never_seen' }),
          },
        },
      },
    ]);
    const began = new Date(nowMs).toISOString();
    for (let payments = 0; payments < 5; payments += 1) await pay(methodId);
    nowMs += 1_000;
    const order = await pay(methodId);
    const refused = new Date(nowMs).toISOString();
    const { name } = await running.db
      .selectFrom('terminals')
      .select('name')
      .where('id', '=', terminalIds[0]!)
      .executeTakeFirstOrThrow();
    const why = `No acquirer could take the payment at ${refused}, so it was not sent. ${name} had not answered since ${began}. Now `;
    const show = async () => {
      const { body } = await running.operator('orders show', { order });
      return z.object({ why: z.string(), resolution_code: z.string() }).parse(body);
    };
    const shown = await show();
    expect(shown.resolution_code).toBe('ORDER_CANNOT_BE_ROUTED');
    expect(shown.why).toContain(why);
    expect(shown.why).toContain(`${name} does not answer`);
    answer = () => Promise.resolve(APPROVED);
    nowMs += 10_000;
    await pay(methodId);
    expect((await show()).why).toContain(why);
    expect((await show()).why).toContain(`${name} takes payments`);
  });
});
