/** The operators' API matches its OpenAPI document: inputs, answers, refusals and pages. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inputSchema, optionsOf } from '#service/operator/command-options.ts';
import { OPERATOR_COMMANDS } from '#service/operator/commands.ts';
import { OPERATOR_PROBLEMS } from '#service/http/operator/problems.ts';
import { faultsBy, type FaultsAt } from '../../../packages/tollgate/conformance/validate.ts';
import { startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { createdPayin } from '../../support/orders/orders.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

let running: RunningService;
let receiver: Receiver;
let faultsAt: FaultsAt;
let authorization: string;

beforeAll(async () => {
  [running, receiver] = await Promise.all([startService(), startReceiver()]);
  const key = await readFile(join(running.dataDirectory, 'operator.key'), 'utf8');
  authorization = `Bearer ${key.trim()}`;
  faultsAt = faultsBy(z.looseObject({}).parse(await (await ask('/openapi.json')).json()));
});
afterAll(() => Promise.all([running.close(), receiver.close()]));

function ask(path: string, init: RequestInit = {}) {
  return fetch(`${running.operatorUrl}/api/operator/v1${path}`, init);
}

function post(path: string, body: string, headers: Record<string, string> = { authorization }) {
  return ask(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Returns an answer's deviations from the document. */
function faultsOf(command: string, { status, body }: { status: number; body: unknown }): string[] {
  const path = `/${command.replace(' ', '/')}`;
  const place =
    status === 200
      ? ['paths', path, 'post', 'responses', '200', 'content', 'application/json', 'schema']
      : [
          'components',
          'responses',
          String(status),
          'content',
          'application/problem+json',
          'schema',
        ];
  return faultsAt(place, body);
}

/** The period of reports and settlement files. */
const JANUARY = { from: '2026-01-01', to: '2026-01-31' };

/** Returns the commands that list, each with its required input. */
function listsOf(merchant: string, order: string) {
  return Object.entries({
    'audit list': {},
    'attention list': {},
    'keys list': { merchant },
    'merchants list': {},
    'reconciliations list': {},
    'terminals list': {},
    'tokens list': {},
    'webhooks list': { order },
  });
}

describe('the OpenAPI document', () => {
  it('has every command with its input', () => {
    for (const [name, command] of Object.entries(OPERATOR_COMMANDS)) {
      if (command.isDownload) continue;
      const place = ['paths', `/${name.replace(' ', '/')}`, 'post', 'requestBody', 'content'];
      const unknown = faultsAt([...place, 'application/json', 'schema'], { nonsense: 1 });
      expect(unknown.join()).toContain('additional');
      for (const { name: option, required } of optionsOf(inputSchema(command))) {
        if (required) expect(unknown.join()).toContain(`"missingProperty":"${option}"`);
      }
    }
  });

  it('matches the answers of lists', async () => {
    const { id: order } = await createdPayin(running);
    await running.operator('payins cancel', { order });
    await running.operator('tokens issue', { name: 'described', role: 'viewer' });
    await running.operator('reconciliations create', {
      terminal: 'sandbox',
      ...JANUARY,
      format: 'csv',
    });
    const { merchant_id: merchant } = running.sandbox;
    for (const [command, input] of listsOf(merchant, order)) {
      const answer = await running.operator(command, input);
      expect(faultsOf(command, answer)).toEqual([]);
      if (command !== 'attention list') expect(answer.body).not.toEqual({ items: [] });
    }
  });
});

describe('a refusal', () => {
  it.each<[keyof typeof OPERATOR_PROBLEMS, () => Promise<Response>]>([
    ['unauthenticated', () => post('/merchants/list', '{}', {})],
    ['invalid', () => post('/keys/revoke', '{"key":1}')],
    ['invalid', () => post('/keys/revoke', 'no JSON')],
    ['no_such_command', () => post('/keys/revok', '{}')],
    ['not_found', () => post('/keys/revoke', JSON.stringify({ key: randomUUID() }))],
    ['refused', () => post('/tokens/issue', '{"name":"described","role":"viewer"}')],
    ['too_large', () => post('/apply', 'x'.repeat(4 * 1024 * 1024 + 1))],
    [
      'unsupported_type',
      () => post('/keys/list', '{}', { authorization, 'content-type': 'text/plain' }),
    ],
    ['method_not_allowed', () => ask('/apply', { method: 'PUT' })],
    ['method_not_allowed', () => ask('/keys/revoke')],
    ['method_not_allowed', () => ask('/openapi.json', { method: 'DELETE' })],
    ['method_not_allowed', () => post('/openapi.json', '{}')],
    ['method_not_allowed', () => post('/commands', '{}')],
    ['method_not_allowed', () => post('/session', '{}', { 'sec-fetch-site': 'same-origin' })],
    ['no_such_path', () => ask('/keys/revok')],
    ['no_such_path', () => ask('/revok', { method: 'PUT' })],
    ['method_not_allowed', () => post('/reports/fees', '{}')],
    ['no_such_path', () => ask('/a/b/c')],
  ])('is a problem: %s', async (name, call) => {
    const answer = await call();
    const [status, title] = OPERATOR_PROBLEMS[name];
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.has('allow')).toBe(status === 405);
    const body: unknown = await answer.json();
    const type = `/api/operator/v1/problems#${name.replaceAll('_', '-')}`;
    const request_id = answer.headers.get('x-request-id');
    expect(body).toMatchObject({ type, title, status, request_id });
    if (status !== 405) expect(faultsOf('', { status, body })).toEqual([]);
  });

  it('refers to a page that explains what to do', async () => {
    const page = await (await ask('/problems')).text();
    for (const name of Object.keys(OPERATOR_PROBLEMS)) {
      expect(page).toContain(`id="${name.replaceAll('_', '-')}"`);
    }
  });
});

describe('a list', () => {
  const page = z.object({ items: z.array(z.looseObject({})), next: z.string().optional() });
  const listed = async (command: string, input: object) =>
    page.parse((await running.operator(command, input)).body);

  async function inPages(command: string, input: object, limit: number) {
    const items: object[] = [];
    for (let after: string | undefined; ;) {
      const { items: some, next } = await listed(command, { ...input, limit, after });
      expect(some.length).toBeLessThanOrEqual(limit);
      items.push(...some);
      if (next === undefined) return items;
      after = next;
    }
  }

  it('is the same in pages of any size', async () => {
    const { merchant_id: merchant } = running.sandbox;
    const { id: order } = await createdPayin(running, { callback_url: receiver.url });
    await running.operator('payins cancel', { order });
    for (let count = 0; count < 5; count += 1) {
      await running.operator('keys issue', { merchant, kind: 'test' });
      await running.operator('reconciliations create', {
        terminal: 'sandbox',
        ...JANUARY,
        format: 'csv',
      });
      await running.operator('tokens issue', { name: `paged-${String(count)}`, role: 'viewer' });
      const row = { id: randomUUID(), kind: 'row_quarantined', order_id: randomUUID() } as const;
      // All at one time, like items raised by one statement.
      const rest = { detail: 'x', created_at: new Date(0), attempt_id: null, resolved_at: null };
      await running.db
        .insertInto('attention')
        .values({ ...row, ...rest })
        .execute();
    }
    // Webhooks may still be under way: their list is stable once those end.
    const underWay = async () =>
      (await listed('webhooks list', { order })).items.filter((item) => item['ended_at'] === null);
    await expect.poll(underWay).toEqual([]);
    for (const [command, input] of listsOf(merchant, order)) {
      const { items: whole } = await listed(command, { ...input, limit: 200 });
      for (const limit of [1, 3]) expect(await inPages(command, input, limit)).toEqual(whole);
    }
  });

  it.each([0, 201, 1.5, '', '1', 'ten', null])('refuses a limit of %j', async (limit) => {
    expect(await running.operator('merchants list', { limit })).toMatchObject({ status: 400 });
  });

  it.each([1, 200])('accepts a limit of %j', async (limit) => {
    expect(await running.operator('merchants list', { limit })).toMatchObject({ status: 200 });
  });

  it('refuses an invalid page key', async () => {
    for (const command of ['audit list', 'merchants list']) {
      expect(await running.operator(command, { after: 'x' })).toMatchObject({ status: 400 });
    }
  });
});
