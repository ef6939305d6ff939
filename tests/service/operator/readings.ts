/** Commands that read, and an input for each. */
import { z } from 'zod';
import type { RunningService } from '../../support/process/service.ts';
import { openedDispute } from '../../support/orders/disputes.ts';
import { CHANGES, eurGate } from './changes.ts';

/** The criteria of `orders search`. */
export const SEARCHES = [
  { reference: 'x' },
  { email: 'a@shop.example' },
  { last_four: '4242' },
  { rrn: '1' },
  { provider_reference: 'x' },
  { text: '0198c1d2' },
  { amount: '12.50', currency: 'EUR' },
];

/** The period of reports. */
const PERIOD = { from: '2026-01-01', to: '9999-01-01' };

/** Commands that ask an acquirer and read no table. */
export const NOT_READ = ['terminals try'];

/** Returns the inputs of commands that read; the rest need none. `order` must be paid and have an event. */
export async function readingInputs(
  running: RunningService,
  { order, person }: { order: string; person: string },
): Promise<Record<string, object>> {
  const { db, sandbox } = running;
  const merchant = sandbox.merchant_id;
  const { id: event } = await db
    .selectFrom('webhook_events')
    .select('id')
    .executeTakeFirstOrThrow();
  const { id: key } = await db
    .selectFrom('api_keys')
    .select('id')
    .where('merchant_id', '=', merchant)
    .executeTakeFirstOrThrow();
  const dispute = await openedDispute(running);
  const gate = await eurGate(running);
  const method = sandbox.methods['card_eur'];
  const reconciliation = await madeBy(running, 'reconciliations create', 'reconciliation');
  return {
    'terminals show': { terminal: 'sandbox' },
    'terminals check': { terminal: 'sandbox' },
    'merchants show': { merchant },
    'keys list': { merchant },
    'keys show': { key },
    'gates list': { merchant },
    'gates show': { gate },
    'methods list': { gate },
    'methods show': { method },
    'routes list': { method },
    'routes choose': { method, amount: '10' },
    'blocks list': { merchant },
    'limits show': { merchant },
    'orders search': { merchant, status: 'SUCCESS' },
    'orders show': { order },
    'disputes list': { merchant },
    'disputes show': { dispute },
    'disputes evidence': { dispute },
    'disputes ratio': { merchant },
    'overview show': { days: 2, by: 'merchant' },
    'orders explain': { code: 'ACCESS_DENIED' },
    'webhooks events': { merchant },
    'webhooks event': { event },
    'webhooks list': { order },
    'webhooks show': { merchant },
    'refunds show': { refund: await madeBy(running, 'refunds create', 'id') },
    'links methods': { merchant },
    'reports orders': PERIOD,
    'reports settlement': { ...PERIOD, merchant },
    'reports fees': PERIOD,
    'links show': { link: await madeBy(running, 'links create', 'id') },
    'reconciliations show': { reconciliation },
    'people show': { person },
  };
}

/** Creates an object by a command. @returns its id */
async function madeBy(running: RunningService, command: string, name: string): Promise<string> {
  const { body } = await running.operator(command, await CHANGES[command]?.(running));
  return z.looseObject({ [name]: z.string() }).parse(body)[name]!;
}

/** Issues a token. @returns a function that reads a path with it and returns the status */
export async function getsByToken(
  running: RunningService,
): Promise<(path: string) => Promise<number>> {
  const { body } = await running.operator('tokens issue', { name: 'reader', role: 'admin' });
  const { token } = z.looseObject({ token: z.string() }).parse(body);
  return async (path) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(running.operatorUrl + path, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
}
