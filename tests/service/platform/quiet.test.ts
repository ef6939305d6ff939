/** A copy that must not act (QUIET=true): nothing leaves it, whoever asks, and nothing is lost in it. */
import { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS, type EndpointName } from '#contract/endpoints.ts';
import { OPERATOR_COMMANDS } from '#service/operator/commands.ts';
import { newServiceData, type ServiceData } from '../../support/database/seeds/service-data.ts';
import { cardDataBody, createdPayin, paidPayin, payinBody } from '../../support/orders/orders.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { CHANGES } from '../operator/changes.ts';

/** A port of the receiver, the acquirer and the mail server: nothing listens there, and each connection is counted. */
const ELSEWHERE = 1;
const OUTSIDE = `http://127.0.0.1:${ELSEWHERE}`;
const env = { SMTP_URL: `smtp://127.0.0.1:${ELSEWHERE}`, ALERT_FROM: 'tollgate@pay.example' };

/** The commands that call others or end orders. */
const HELD = Object.entries(OPERATOR_COMMANDS)
  .filter(([, { isHeldInQuiet }]) => isHeldInQuiet === true)
  .map(([name]) => name);

let data: ServiceData;
let quiet: RunningService;
let waiting: { id: string };
let terminal: string;
const inputs: Record<string, object> = {};
/** The addresses that were connected to since the quiet copy started, other than its own and the database's. */
const connected: string[] = [];
const ownAddresses: string[] = [];
const original = Socket.prototype.connect;

beforeAll(async () => {
  data = await newServiceData();
  const loud = await startService({ data, env });
  const merchant = loud.sandbox.merchant_id;
  const url = `${OUTSIDE}/webhooks`;
  await loud.operator('webhooks configure', { merchant, payin_url: url });
  const channel = await loud.operator('alerts add', { kind: 'email', to: 'night@pay.example' });
  expect(channel.status, JSON.stringify(channel.body)).toBe(200);
  await paidPayin(loud);
  waiting = await createdPayin(loud);
  for (const name of HELD) {
    inputs[name] = (await CHANGES[name]?.(loud)) ?? {};
  }
  terminal = `remote-${randomUUID()}`;
  const made = await loud.operator('terminals create', {
    name: terminal,
    adapter: 'orders-api',
    settings: { base_url: OUTSIDE },
    credentials: { api_key_id: randomUUID(), api_secret: 'x'.repeat(32), webhook_secret: 'y' },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  for (const name of ['terminals check', 'terminals try']) inputs[name] = { terminal };
  await loud.close();
  const unasked = unaskedPorts();
  Socket.prototype.connect = function connect(this: Socket, ...args: unknown[]) {
    const port = portOf(args);
    if (port !== undefined && !unasked().has(port)) connected.push(String(port));
    return Reflect.apply(original, this, args) as Socket;
  };
  quiet = await startService({ data, env: { ...env, QUIET: 'true' }, tickMs: 20 });
  ownAddresses.push(quiet.baseUrl, quiet.operatorUrl);
});

afterAll(async () => {
  Socket.prototype.connect = original;
  await quiet.close();
  await data.remove();
});

/** Returns the ports that the test itself and the database use. */
function unaskedPorts(): () => Set<number> {
  const ofDatabase = [data.databaseUrl, data.directUrl].map((url) => url && new URL(url).port);
  return () => {
    const own = ownAddresses.map((url) => new URL(url).port);
    return new Set([...ofDatabase, ...own].map(Number));
  };
}

function portOf(args: unknown[]): number | undefined {
  const [first] = args.flat();
  const read = z.object({ port: z.coerce.number() }).safeParse(first);
  if (read.success) return read.data.port;
  return typeof first === 'number' ? first : undefined;
}

async function stored(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from payins) as payins, (select count(*) from payouts) as payouts,
      (select count(*) from refunds) as refunds, (select count(*) from payin_attempts) as attempts,
      (select count(*) from webhook_attempts) as deliveries,
      (select max(updated_at) from payins) as moved`.execute(quiet.db);
  return rows;
}

describe('a quiet copy', () => {
  it.each(
    (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => ENDPOINTS[name].method === 'POST'),
  )('refuses %s, and writes nothing', async (name) => {
    const before = await stored();
    const path = ENDPOINTS[name].path.replaceAll(/\{\w+\}/g, waiting.id);
    const answer = await fetch(quiet.baseUrl + path, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ title: 'This copy is quiet' });
    expect(await stored()).toEqual(before);
  });

  it('refuses signed requests and notifications alike', async () => {
    const { body } = await quiet.operator('terminals show', { terminal });
    const { id } = z.object({ id: z.uuid() }).parse(body);
    const notified = await fetch(`${quiet.baseUrl}/api/v1/notifications/${id}`, { method: 'POST' });
    expect(notified.status).toBe(503);
    for (const sent of [
      quiet.client.createPayin(payinBody(quiet)),
      quiet.client.submitCardData(cardDataBody(waiting.id)),
    ]) {
      expect(await sent).toMatchObject({ ok: false });
    }
  });

  it('answers what is read', async () => {
    expect(await quiet.client.getPayin(waiting.id)).toMatchObject({ ok: true });
    expect(await quiet.client.listMethods()).toMatchObject({ ok: true });
    expect(await quiet.client.getBalances()).toMatchObject({ ok: true });
  });

  it.each(HELD)('refuses the command %s', async (command) => {
    const before = await stored();
    const { status, body } = await quiet.operator(command, inputs[command]);
    expect(status, JSON.stringify(body)).toBe(409);
    expect(JSON.stringify(body)).toContain('This copy is quiet');
    expect(await stored()).toEqual(before);
  });

  it('names each command that calls others or ends orders', () => {
    expect(HELD.toSorted()).toEqual([
      'alerts try',
      'attention retake',
      'orders fail',
      'payins cancel',
      'refunds create',
      'terminals check',
      'terminals try',
      'webhooks resend',
      'webhooks resend-failed',
    ]);
  });

  it('runs the other commands', async () => {
    for (const name of Object.keys(OPERATOR_COMMANDS)) {
      if (HELD.includes(name)) continue;
      const { status } = await quiet.operator(name, {});
      expect([200, 400], `${name}: ${status}`).toContain(status);
    }
    const merchant = quiet.sandbox.merchant_id;
    for (const [name, input] of Object.entries({
      'merchants create': { name: `Made ${randomUUID()}` },
      'webhooks configure': { merchant, payout_url: `${OUTSIDE}/payouts` },
      'alerts add': { kind: 'email', to: 'day@pay.example' },
      'people invite': { email: 'ada@pay.example', role: 'viewer' },
      'terminals down': { terminal },
      'orders show': { order: waiting.id },
    })) {
      const { status, body } = await quiet.operator(name, input);
      expect(status, `${name}: ${JSON.stringify(body)}`).toBe(200);
    }
  });

  it('is alive, not ready, and says why', async () => {
    const health = async (of: string) => {
      const answer = await fetch(`${quiet.baseUrl}/api/health/${of}`);
      return { status: answer.status, body: (await answer.json()) as object };
    };
    expect(await health('ready')).toMatchObject({ status: 503, body: { quiet: true } });
    expect(await health('live')).toMatchObject({ status: 200 });
    const shown = await fetch(`${quiet.operatorUrl}/api/operator/v1/session/deployment`);
    expect(await shown.json()).toMatchObject({ quiet: true });
  });

  it('has connected to nobody, though a webhook and an inquiry were due all the while', () => {
    expect(connected).toEqual([]);
  });
});
