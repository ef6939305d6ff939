import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewAttempt } from '#service/providers/acquirer.ts';
import { ContradictionError } from '#service/providers/acquirer.ts';
import { createPayin, payWith, readPayin } from '../../conformance/orders.ts';
import { targetOf, type Target } from '../../conformance/target.ts';
import { APPROVED, silence } from '../../support/acquirers/provider-doubles.ts';
import { scriptedAdapter } from '../../support/acquirers/scripted-adapter.ts';
import { attentionOf, resolveAll } from '../../support/process/operator-answers.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { methodTo } from './terminals-and-routes.ts';

const { adapter, behaviours } = scriptedAdapter();
let running: RunningService;
let target: Target;

beforeAll(async () => {
  running = await startService({ adapters: [adapter] });
  target = targetOf(running);
});
afterAll(() => running.close());

type Does = NonNullable<Parameters<(typeof behaviours)['set']>[1]['cards']>;

/** An order whose first answer was lost. */
async function unknown(does: Does = {}) {
  let attemptId = '';
  const authorize = ({ id }: NewAttempt) => {
    attemptId = id;
    return silence();
  };
  const { methodId, terminalIds } = await methodTo(running, behaviours, [
    { does: { cards: { authorize, ...does } } },
  ]);
  const { id } = await createPayin(target, { merchant_gate_method_id: methodId });
  expect(await payWith(target, id, '4242424242424242')).toMatchObject({
    status: 'PROCESS_PENDING',
  });
  return { id, attemptId, terminalId: terminalIds[0] ?? '' };
}

const SIGNED = { 'x-signed': 'by the acquirer' };

async function notify(
  terminalId: string,
  body: BodyInit,
  headers: Record<string, string> = SIGNED,
) {
  const url = `${running.baseUrl}/api/v1/notifications/${terminalId}`;
  const answer = await fetch(url, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

const approved: Does = { confirmNotification: () => Promise.resolve(APPROVED) };

describe('a notification', () => {
  it('ends the order that it is about, once however often it comes', async () => {
    const { id, attemptId, terminalId } = await unknown(approved);
    const body = JSON.stringify([attemptId]);
    expect(await notify(terminalId, body)).toBe(200);
    const order = await readPayin(target, id);
    expect(order).toMatchObject({ status: 'SUCCESS', rrn: '1' });
    expect(await Promise.all([notify(terminalId, body), notify(terminalId, body)])).toEqual([
      200, 200,
    ]);
    expect(await readPayin(target, id)).toEqual(order);
  });

  it('ends an order of a terminal that was switched off meanwhile', async () => {
    const { id, attemptId, terminalId } = await unknown(approved);
    expect(await running.operator('terminals down', { terminal: terminalId })).toMatchObject({
      status: 200,
    });
    expect(await notify(terminalId, JSON.stringify([attemptId]))).toBe(200);
    expect(await readPayin(target, id)).toMatchObject({ status: 'SUCCESS' });
  });

  it('changes nothing through another terminal', async () => {
    const { id, attemptId } = await unknown(approved);
    const other = await unknown(approved);
    expect(await notify(other.terminalId, JSON.stringify([attemptId]))).toBe(200);
    expect(await readPayin(target, id)).toMatchObject({ status: 'PROCESS_PENDING' });
  });

  it('has to come again where nobody could confirm it', async () => {
    const { attemptId, terminalId } = await unknown();
    expect(await notify(terminalId, JSON.stringify([attemptId]))).toBe(503);
  });

  it('of unknown attempts, or of what is no id, is done with', async () => {
    const { terminalId } = await unknown();
    expect(await notify(terminalId, JSON.stringify([randomUUID(), 'x', '']))).toBe(200);
  });

  it.each<[why: string, body: string, headers: Record<string, string>, status: number]>([
    ['that nobody signed', '[]', {}, 401],
    ['that is signed and unreadable', '{', SIGNED, 400],
    ['of ten megabytes', 'x'.repeat(10 * 1024 * 1024), SIGNED, 413],
  ])('%s is refused', async (_why, body, headers, status) => {
    const { terminalId } = await unknown();
    expect(await notify(terminalId, body, headers)).toBe(status);
  });

  it.each(['nothing', randomUUID(), `${randomUUID()}%00`])(
    'to a terminal that does not exist is refused: %s',
    async (terminal) => {
      expect(await notify(terminal, '[]')).toBe(404);
    },
  );

  it('is sent, not fetched', async () => {
    const answer = await fetch(`${running.baseUrl}/api/v1/notifications/${randomUUID()}`);
    expect(answer.status).toBe(405);
  });
});

describe('an acquirer that says what cannot be true', () => {
  it('succeeds in nothing, and a person has to look', async () => {
    const { id, attemptId, terminalId } = await unknown({
      confirmNotification: () => Promise.reject(new ContradictionError('Another amount')),
    });
    expect(await notify(terminalId, JSON.stringify([attemptId]))).toBe(503);
    expect(await readPayin(target, id)).toMatchObject({ status: 'PROCESS_PENDING' });
    expect(await attentionOf(running)).toMatchObject([
      { kind: 'provider_contradicts', order_id: id, detail: 'Another amount' },
    ]);
    await resolveAll(running);
  });

  it('and took money for an order that had ended, gives it back', async () => {
    const { id, attemptId, terminalId } = await unknown({
      ...approved,
      void: () => Promise.resolve('voided'),
    });
    await running.operator('orders fail', { order: id });
    expect(await notify(terminalId, JSON.stringify([attemptId]))).toBe(200);
    await expect
      .poll(() => attentionOf(running))
      .toMatchObject([
        {
          kind: 'payin_approved_after_end',
          detail: expect.stringContaining('has given it back') as string,
        },
      ]);
    await resolveAll(running);
  });
});
