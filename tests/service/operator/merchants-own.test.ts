/** Somebody who acts for one merchant: what is theirs they may, and of another merchant they see and change nothing. */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OPERATOR_COMMANDS } from '#service/operator/commands.ts';
import { FOR_MERCHANTS } from '#service/operator/roles.ts';
import { CHANGES } from '../../support/operator/changes.ts';
import { commandAs, newPerson } from '../../support/operator/people.ts';
import { createdPayin } from '../../support/orders/orders.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { keyAnswer, listed } from '../../support/process/operator-answers.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const clock = frozenClock(new Date());
const EMAIL = 'erika@shop.example';

let running: RunningService;
/** Acts for the sandbox's other merchant; everything here is the first one's. */
let stranger: string;
/** Acts for the first one. */
let own: string;
let order: { id: string; reference: string };
let event: string;

beforeAll(async () => {
  running = await startService({ now: clock.now });
  const { merchant_id: first, other_merchant: other } = running.sandbox;
  own = (await newPerson(running, clock, { role: 'merchant', merchant: first })).cookie;
  const input = { role: 'merchant', merchant: other.merchant_id };
  stranger = (await newPerson(running, clock, input)).cookie;
  const body = { reference_id: randomUUID(), customer: { email: EMAIL } };
  const { id } = await createdPayin(running, body);
  order = { id, reference: body.reference_id };
  await running.operator('payins comment', { order: id, text: 'Between us.' });
  await running.operator('payins cancel', { order: id });
  ({ id: event } = await running.db
    .selectFrom('webhook_events')
    .select('id')
    .where('group_id', '=', id)
    .executeTakeFirstOrThrow());
});
afterAll(() => running.close());

const merchant = () => running.sandbox.merchant_id;

/** All that is the first merchant's, as it stands, but for what deliveries and the use of keys do meanwhile. */
async function state(): Promise<string> {
  const { db } = running;
  const rows = await Promise.all([
    db.selectFrom('merchants').selectAll().where('id', '=', merchant()).execute(),
    db.selectFrom('api_keys').selectAll().where('merchant_id', '=', merchant()).execute(),
    db.selectFrom('gates').selectAll().where('merchant_id', '=', merchant()).execute(),
    db.selectFrom('payins').selectAll().where('merchant_id', '=', merchant()).execute(),
    db.selectFrom('webhook_events').select(['id', 'body', 'destination_url']).execute(),
    recordedOfFirst(),
    db.selectFrom('terminals').selectAll().execute(),
    db.selectFrom('people').selectAll().execute(),
  ]);
  // A row that is written anew comes last where none is asked to be first.
  const texts = rows.map((table) => table.map((row) => JSON.stringify(row, shown)).toSorted());
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

function shown(name: string, value: unknown): unknown {
  if (name === 'last_used_at') return undefined;
  return typeof value === 'bigint' ? String(value) : value;
}

/** What the audit says that is about the first merchant. */
async function recordedOfFirst() {
  const rows = await running.db.selectFrom('audit').select(['subject', 'after']).execute();
  return rows.filter(({ subject, after }) =>
    [merchant(), order.id, event].some((id) => `${subject} ${after ?? ''}`.includes(id)),
  );
}

/** Ways to ask each command for what is the first merchant's. */
async function inputsFor(command: string): Promise<object[]> {
  const arranged = await CHANGES[command]?.(running);
  const named = { merchant: merchant(), order: order.id, event };
  const { input } = OPERATOR_COMMANDS[command]!;
  const known = Object.entries(named).filter(([name]) => name in input.shape);
  const searches = ['id', 'reference', 'email'].filter((name) => name in input.shape);
  const sought: Record<string, string> = { ...order, email: EMAIL };
  return [
    {},
    ...known.map((entry) => Object.fromEntries([entry])),
    ...('merchant' in input.shape ? [{ merchant: 'Sandbox Merchant', ...arranged }] : []),
    ...searches.map((name) => ({ [name]: sought[name] })),
    ...searches.map((name) => ({ [name]: sought[name], merchant: merchant() })),
    ...(arranged === undefined ? [] : [arranged, { ...arranged, ...Object.fromEntries(known) }]),
  ];
}

describe('of another merchant, somebody of one', () => {
  it.each(Object.keys(OPERATOR_COMMANDS))('sees and changes nothing by %s', async (command) => {
    for (const input of await inputsFor(command)) {
      const before = await state();
      const { status, body } = await commandAs(running, stranger, command, input);
      const asked = `${JSON.stringify(input)}: ${status} ${JSON.stringify(body)}`;
      expect(await state(), asked).toBe(before);
      if (!(command in FOR_MERCHANTS)) expect(status, asked).toBe(403);
      if (status !== 200) continue;
      const told = JSON.stringify(body);
      for (const secret of [merchant(), order.id, order.reference, EMAIL, event]) {
        expect(told, asked).not.toContain(secret);
      }
    }
  });

  it('is told of what does not exist, wherever it is named', async () => {
    const { body: issued } = await running.operator('keys issue', { merchant: merchant() });
    const key = keyAnswer.parse(issued).keyId;
    const period = { from: '2026-01-01', to: '2026-01-31', merchant: merchant() };
    const made = await running.operator('reports create', { kind: 'fees', ...period });
    const { report } = z.object({ report: z.uuid() }).parse(made.body);
    const ids = { merchant: merchant(), key, order: order.id, event, report };
    for (const [command, option] of Object.entries(FOR_MERCHANTS)) {
      if (option === 'nobody') continue;
      const { status } = await commandAs(running, stranger, command, { [option]: ids[option] });
      expect({ command, status }).toEqual({ command, status: 404 });
    }
  });
});

describe('of their own merchant, somebody of one', () => {
  const items = z.array(z.looseObject({ id: z.string() }));

  it('has what they may done, without saying whose it is', async () => {
    const keys = await commandAs(running, own, 'keys list');
    const all = await running.operator('keys list', { merchant: merchant() });
    expect(listed(items, keys.body)).toEqual(listed(items, all.body));
    const shown = await commandAs(running, own, 'merchants show');
    expect(shown.body).toMatchObject({ id: merchant() });
    const issued = await commandAs(running, own, 'keys issue', { kind: 'test' });
    const { keyId: key } = keyAnswer.parse(issued.body);
    expect((await commandAs(running, own, 'keys revoke', { key })).status).toBe(200);
    const found = await commandAs(running, own, 'orders search', { email: EMAIL });
    expect(JSON.stringify(found.body)).toContain(order.id);
    const events = await commandAs(running, own, 'webhooks list', { order: order.id });
    expect(JSON.stringify(events.body)).toContain(event);
  });

  it('is not told what the operator writes, does and has terminals for', async () => {
    const told = await commandAs(running, own, 'orders show', { order: order.id });
    expect(told).toMatchObject({
      status: 200,
      body: { id: order.id, comments: { internal: null }, actions: [], attention: [] },
    });
    expect(JSON.stringify(told.body)).not.toContain('Between us.');
    expect(JSON.stringify(told.body)).not.toContain('operator key');
    const searched = await commandAs(running, own, 'orders search', { terminal: 'sandbox' });
    expect(searched.status).toBe(404);
  });

  it('finds every option that says whose it is among what its command takes', () => {
    for (const [command, option] of Object.entries(FOR_MERCHANTS)) {
      const taken = Object.keys(OPERATOR_COMMANDS[command]?.input.shape ?? {});
      if (option !== 'nobody') expect(taken).toContain(option);
      else expect(OPERATOR_COMMANDS[command]?.changes).toBe(false);
    }
  });
});
