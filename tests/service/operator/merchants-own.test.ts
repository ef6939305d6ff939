/** A merchant's person may see and change their own merchant's objects, and nothing of another merchant. */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OperatorCommand } from '#service/operator/command.ts';
import { findCommand, OPERATOR_COMMANDS } from '#service/operator/commands.ts';
import { CHANGES, eurGate } from './changes.ts';
import { openedDispute } from '../../support/orders/disputes.ts';
import { commandAs, newPerson } from '../../support/operator/people.ts';
import { cardDataBody, createdPayin, payinWhen, paidPayin } from '../../support/orders/orders.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { issuedKey, keyAnswer, listed } from '../../support/process/operator-answers.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock(new Date());
const EMAIL = 'erika@shop.example';
/** An amount that no other order has. */
const AMOUNT = '77.31';
const ANSWER_BY = new Date('2026-12-24T12:00:00.000Z');

const running = serviceForTests({ now: clock.now });
/** The session of a person of the sandbox's other merchant; all objects below belong to the first one. */
let stranger: string;
/** The session of a person of the first merchant. */
let own: string;
let order: { id: string; reference: string };
let event: string;
let key: string;
let refund: string;
let dispute: string;
let link: string;
let gate: string;
/** The acquirer's reference of a paid order's attempt. */
let acquirerReference: string;

beforeAll(async () => {
  const { merchant_id: first, other_merchant: other } = running.sandbox;
  own = (await newPerson(running, { role: 'merchant', merchant: first })).cookie;
  const input = { role: 'merchant', merchant: other.merchant_id };
  stranger = (await newPerson(running, input)).cookie;
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
  key = (await issuedKey(running, first, 'live')).apiKeyId;
  gate = await eurGate(running);
  // Paid now for later disputes, since commands may make payments impossible.
  for (let disputes = 0; disputes < 4; disputes += 1) await paidPayin(running);
  acquirerReference = await paid();
  dispute = await openedDispute(running, undefined, { answerBy: ANSWER_BY });
  const linked = await running.operator('links create', await CHANGES['links create']?.(running));
  link = z.object({ id: z.uuid() }).parse(linked.body).id;
});

/** Takes the refunds that were made after their end, which are findings of the ledger until then. */
afterAll(async () => {
  const refunds = await running.db
    .selectFrom('refunds')
    .select('id')
    .where('made_after_end', '=', true)
    .execute();
  for (const { id } of refunds) await running.operator('refunds take', { refund: id });
});

function merchant() {
  return running.sandbox.merchant_id;
}

/** Pays an order. @returns the acquirer's reference */
async function paid(): Promise<string> {
  const { id } = await createdPayin(running, { amount: Number(AMOUNT) });
  await running.client.submitCardData(cardDataBody(id));
  await payinWhen(running, id, 'SUCCESS');
  const { provider_reference: reference } = await running.db
    .selectFrom('payin_attempts')
    .select('provider_reference')
    .where('payin_id', '=', id)
    .executeTakeFirstOrThrow();
  const made = await running.operator('refunds create', { order: id, amount: '1.00' });
  refund = z.object({ id: z.uuid() }).parse(made.body).id;
  return reference ?? '';
}

/** The commands of the role merchant, each with the option that says whose it is. */
const FOR_MERCHANTS = Object.fromEntries(
  Object.entries<OperatorCommand>(OPERATOR_COMMANDS).flatMap(([name, { owner }]) =>
    owner === undefined ? [] : [[name, owner]],
  ),
);

/** Returns the options of a command that others of its kind need not have. */
function ownOptions(command: string): string[] {
  const { input, common } = findCommand(command)!;
  return Object.keys(input.shape).filter((name) => !(name in common.shape));
}

/**
 * An object of the first merchant for each option that can name one; null for an option that names no merchant's
 * object.
 */
const REFERENCES: Readonly<Record<string, (() => string) | null>> = {
  merchant,
  gate: () => gate,
  key: () => key,
  order: () => order.id,
  event: () => event,
  refund: () => refund,
  dispute: () => dispute,
  link: () => link,
  payin: () => order.id,
  method: () => running.sandbox.methods['card_eur'] ?? '',
  terminal: () => 'sandbox',
  id: () => order.id,
  reference: () => order.reference,
  text: () => order.reference,
  comment: null,
  email: () => EMAIL,
  last_four: () => '4242',
  card: () => '424242******4242',
  provider_reference: () => acquirerReference,
  amount: () => AMOUNT,
  amount_min: null,
  amount_max: null,
  description: null,
  reference_prefix: null,
  expires_at: null,
  callback_url: null,
  success_url: null,
  fail_url: null,
  pending_url: null,
  use: null,
  pay_again: null,
  after: () => key,
  from: null,
  to: null,
  since: null,
  days: null,
  hours: null,
  limit: null,
  by: null,
  step: null,
  brand: null,
  reversal: null,
  payer_address: () => '203.0.113.7',
  kind: null,
  currency: null,
  direction: null,
  status: null,
  all: null,
  resolution_code: null,
  host: () => 'shop.example',
  state: null,
  rrn: null,
  code: null,
  reason: null,
  overlap_hours: null,
  switch_at: null,
  payin_url: null,
  payout_url: null,
  refund_url: null,
  dispute_url: null,
  payload: null,
};

/** Returns a hash of the first merchant's rows, without what deliveries and the use of keys change meanwhile. */
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
  // Sorted, since an updated row would come last in an unordered query.
  const texts = rows.map((table) => table.map((row) => JSON.stringify(row, shown)).toSorted());
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

function shown(name: string, value: unknown): unknown {
  if (name === 'last_used_at') return undefined;
  return typeof value === 'bigint' ? String(value) : value;
}

/** Returns the audit rows about the first merchant. */
async function recordedOfFirst() {
  const rows = await running.db.selectFrom('audit').select(['subject', 'after']).execute();
  return rows.filter(({ subject, after }) =>
    [merchant(), order.id, event].some((id) => `${subject} ${after ?? ''}`.includes(id)),
  );
}

/** Returns the input of a command besides what names an object; undefined if it needs none. */
async function arrangedFor(command: string): Promise<object | undefined> {
  if (findCommand(command)?.isDownload) return { from: '2020-01-01', to: '2099-12-31' };
  return CHANGES[command]?.(running);
}

/** Returns inputs by which a command could reach the first merchant's objects, through each of its options. */
async function inputsFor(command: string): Promise<object[]> {
  const arranged = await arrangedFor(command);
  const options = ownOptions(command);
  const named = Object.entries(REFERENCES).flatMap(([name, value]) =>
    value && options.includes(name) ? [{ [name]: value() }] : [],
  );
  const all = { ...arranged, ...Object.fromEntries(named.flatMap((one) => Object.entries(one))) };
  // A command that is not for merchants is refused before its input is read.
  if (!(command in FOR_MERCHANTS)) return [{}, all];
  const takesMerchant = options.includes('merchant');
  const other = { merchant: running.sandbox.other_merchant.merchant_id };
  return [
    {},
    ...named,
    ...(takesMerchant ? named.map((one) => ({ ...other, ...one })) : []),
    ...(takesMerchant ? named.map((one) => ({ ...one, merchant: merchant() })) : []),
    ...(takesMerchant ? [{ merchant: 'Sandbox Merchant', ...arranged }] : []),
    ...(arranged === undefined ? [all] : [arranged, all]),
  ];
}

function secrets(): string[] {
  const named = [merchant(), gate, key, order.id, order.reference, event, refund, dispute, link];
  return [...named, EMAIL, AMOUNT, acquirerReference];
}

describe("a merchant's person, of another merchant's objects", () => {
  it.each(Object.keys(OPERATOR_COMMANDS))('sees and changes nothing by %s', async (command) => {
    const inputs = await inputsFor(command);
    const before = await state();
    const answers = [];
    for (const input of inputs) {
      const { status, body } = await commandAs(running, stranger, command, input);
      const answer = `${JSON.stringify(input)}: ${status} ${JSON.stringify(body)}`;
      answers.push(answer);
      if (!(command in FOR_MERCHANTS)) expect(status, answer).toBe(403);
      if (status !== 200) continue;
      const told = JSON.stringify(body);
      for (const secret of secrets()) expect(told, answer).not.toContain(secret);
    }
    expect(await state(), answers.join('\n')).toBe(before);
  });

  it('is told that they do not exist, whatever names them', async () => {
    for (const [command, option] of Object.entries(FOR_MERCHANTS)) {
      if (option === 'nobody') continue;
      const input = { ...(await arrangedFor(command)), [option]: REFERENCES[option]?.() };
      const { status } = await commandAs(running, stranger, command, input);
      expect({ command, status }).toEqual({ command, status: 404 });
    }
  });

  it('gets no metrics', async () => {
    const { status } = await fetch(`${running.operatorUrl}/metrics`, {
      headers: { cookie: stranger },
    });
    expect(status).toBe(403);
  });

  it('is tested with every option of the commands for merchants', () => {
    const unknown = Object.keys(FOR_MERCHANTS).flatMap((command) =>
      ownOptions(command)
        .filter((option) => !(option in REFERENCES))
        .map((option) => `${command}: ${option}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe("a merchant's person, of their own merchant's objects", () => {
  const items = z.array(z.looseObject({ id: z.string() }));

  it.each(Object.entries(FOR_MERCHANTS))('may run %s, which names %s', async (command, option) => {
    const arranged = await arrangedFor(command);
    const named =
      option === 'nobody' ? { code: 'ACCESS_DENIED' } : { [option]: REFERENCES[option]?.() };
    const { status, body } = await commandAs(running, own, command, { ...named, ...arranged });
    expect(status, JSON.stringify(body)).toBe(200);
  });

  it('may run commands without naming their merchant', async () => {
    const keys = await commandAs(running, own, 'keys list');
    const all = await running.operator('keys list', { merchant: merchant() });
    expect(listed(items, keys.body)).toEqual(listed(items, all.body));
    const shown = await commandAs(running, own, 'merchants show');
    expect(shown.body).toMatchObject({ id: merchant() });
    const issued = await commandAs(running, own, 'keys issue', { kind: 'test' });
    const { apiKeyId: key } = keyAnswer.parse(issued.body);
    expect((await commandAs(running, own, 'keys revoke', { key })).status).toBe(200);
    const found = await commandAs(running, own, 'orders search', { email: EMAIL });
    expect(JSON.stringify(found.body)).toContain(order.id);
    const events = await commandAs(running, own, 'webhooks list', { order: order.id });
    expect(JSON.stringify(events.body)).toContain(event);
  });

  it("sees no internal comments, operators' actions or shared terminals", async () => {
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

  it("sees its disputes with their deadlines, without the operators' names and notes", async () => {
    const { body } = await commandAs(running, own, 'disputes list');
    expect(listed(items, body).find(({ id }) => id === dispute)).toMatchObject({
      status: 'OPEN',
      answer_by: ANSWER_BY.toISOString(),
    });
    const input = { dispute, note: 'Between us.' };
    expect((await running.operator('disputes answered', input)).status).toBe(200);
    const shown = await commandAs(running, own, 'disputes show', { dispute });
    expect(shown.body).toMatchObject({
      status: 'UNDER_REVIEW',
      history: [{ actor: null }, { actor: 'the operator', detail: null }],
    });
    expect(JSON.stringify(shown.body)).not.toContain('Between us.');
  });

  it('needs for each command an option that the command takes', () => {
    for (const [command, option] of Object.entries(FOR_MERCHANTS)) {
      if (option !== 'nobody') expect(ownOptions(command)).toContain(option);
      else expect(findCommand(command)?.changes).toBe(false);
    }
  });
});

describe("a merchant's own person", () => {
  it.each([
    [400, 'what is no JSON', '{', 'application/json'],
    [400, 'nothing', '', 'application/json'],
    [400, 'a list', '[]', 'application/json'],
    [400, 'a member given twice', '{"kind":"live","kind":"live"}', 'application/json'],
    [415, 'a form', '{}', 'application/x-www-form-urlencoded'],
    [415, 'plain text', '{}', 'text/plain'],
  ])('answers %i and issues no key with a body that is %s', async (status, _what, body, type) => {
    const before = await state();
    const answer = await fetch(`${running.operatorUrl}/api/operator/v1/keys/issue`, {
      method: 'POST',
      headers: { cookie: own, 'content-type': type, 'sec-fetch-site': 'same-origin' },
      body,
    });
    expect(answer.status).toBe(status);
    expect(await state()).toBe(before);
  });
});
