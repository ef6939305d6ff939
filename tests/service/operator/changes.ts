/** Every command that changes something, and an input with which it does. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { invite } from '#service/operator/people/invitations.ts';
import { beginSession } from '#service/operator/people/sessions.ts';
import { insertPerson } from '#service/operator/people/store.ts';
import { recordContradiction } from '#service/orders/contradictions.ts';
import { openedDispute } from '../../support/orders/disputes.ts';
import { commandAs, newPerson } from '../../support/operator/people.ts';
import { createdPayin, paidPayin } from '../../support/orders/orders.ts';
import { refundMadeAfterEnd } from '../../support/orders/refunds.ts';
import { issuedKey } from '../../support/process/operator-answers.ts';
import type { RunningService } from '../../support/process/service.ts';

function merchantOf(running: RunningService) {
  return running.sandbox.merchant_id;
}

async function issueKey(running: RunningService): Promise<string> {
  return (await issuedKey(running, merchantOf(running), 'live')).apiKeyId;
}

async function alertChannel(running: RunningService): Promise<string> {
  const to = `${randomUUID()}@pay.example`;
  const { body } = await running.operator('alerts add', { kind: 'email', to });
  return z.object({ id: z.uuid() }).parse(body).id;
}

export async function eurGate(running: RunningService): Promise<string> {
  const row = await running.db
    .selectFrom('gates')
    .select('id')
    .where('merchant_id', '=', merchantOf(running))
    .where('name', '=', 'main')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Returns an already paid payin, since earlier changes may have made new payments impossible. */
async function somePaidPayin(running: RunningService): Promise<string> {
  const paid = await running.db
    .selectFrom('payins')
    .select('id')
    .where('merchant_id', '=', merchantOf(running))
    .where('status', '=', 'SUCCESS')
    .where('payment_method_currency', '=', 'EUR')
    .where('id', 'not in', (eb) => eb.selectFrom('disputes').select('payin_id'))
    .executeTakeFirst();
  return (paid ?? (await paidPayin(running))).id;
}

/** Creates a webhook event without a destination, then configures a destination. */
async function undeliveredEvent(running: RunningService): Promise<string> {
  const configure = (url: string | null) =>
    running.operator('webhooks configure', { merchant: merchantOf(running), payin_url: url });
  await configure(null);
  const { id } = await createdPayin(running);
  await running.operator('payins cancel', { order: id });
  await configure('http://127.0.0.1:1/');
  const event = await running.db
    .selectFrom('webhook_events')
    .select('id')
    .where('group_id', '=', id)
    .executeTakeFirstOrThrow();
  return event.id;
}

/** Stores a notification that contradicted, about an attempt that no terminal made. @returns its attempt's id */
async function contradiction(running: RunningService): Promise<string> {
  const attemptId = randomUUID();
  const [id, terminalId, orderId] = [randomUUID(), randomUUID(), randomUUID()];
  const notification = { kind: 'card', attemptId, reported: undefined } as const;
  await recordContradiction(
    { ...running.context, newId: () => id },
    { terminalId, notification },
    { orderId, attemptId, message: 'Another amount' },
  );
  await running.db
    .updateTable('attention')
    .set({ resolved_at: new Date() })
    .where('attempt_id', '=', attemptId)
    .execute();
  return attemptId;
}

async function openMatter(
  running: RunningService,
  attemptId: string | null = null,
): Promise<string> {
  const id = running.context.newId();
  const kind = attemptId === null ? 'row_quarantined' : 'provider_contradicts';
  const row = { id, kind, order_id: randomUUID(), detail: 'x' } as const;
  await running.db
    .insertInto('attention')
    .values({ ...row, attempt_id: attemptId, created_at: new Date(), resolved_at: null })
    .execute();
  return id;
}

/** Adds a person without a passkey. */
async function somebody(
  { context }: RunningService,
  overrides: Partial<Parameters<typeof insertPerson>[1]> = {},
): Promise<{ person: string }> {
  const [id, email] = [randomUUID(), `${randomUUID()}@pay.example`];
  const invited = { merchant_id: null, oidc_issuer: null, oidc_subject: null, removed_at: null };
  const rest = { role: 'viewer', created_at: new Date(), ...invited, ...overrides } as const;
  await insertPerson(context, { id, email, ...rest });
  return { person: id };
}

async function openSession(running: RunningService): Promise<string> {
  const { person: personId } = await somebody(running);
  await beginSession(running.context, { personId, address: undefined, agent: undefined });
  const { id } = await running.db
    .selectFrom('operator_sessions')
    .select('id')
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return id;
}

const YEAR_MS = 365 * 86_400_000;

const JANUARY = { from: '2026-01-01', to: '2026-01-31' };

const FINGERPRINT_BYTES = 32;

/** Creates a gate of the sandbox's merchant without methods. */
async function newGate(running: RunningService): Promise<string> {
  const gate = { merchant: merchantOf(running), name: randomUUID(), accounts: ['KZT'] };
  const { body } = await running.operator('gates create', gate);
  return z.object({ id: z.uuid() }).parse(body).id;
}

function newMethod(gate: string) {
  return {
    gate,
    name: randomUUID(),
    direction: 'payin',
    payment_source: 'CARD',
    currency: 'KZT',
    amount_min: '1.00',
    amount_max: '100.00',
    waiting_seconds: 900,
  };
}

export function newTerminal() {
  const [api_key_id, api_secret] = [randomUUID(), randomUUID()];
  return {
    name: `t-${randomUUID()}`,
    adapter: 'orders-api',
    settings: { base_url: 'http://localhost:1' },
    credentials: { api_key_id, api_secret, webhook_secret: randomUUID() },
  };
}

/** Returns a method and a new terminal that it has no route to. */
async function newRoute(running: RunningService) {
  const terminal = newTerminal();
  await running.operator('terminals create', terminal);
  return { method: running.sandbox.methods['card_eur'], terminal: terminal.name };
}

function linkInput({ sandbox }: RunningService) {
  return {
    merchant: sandbox.merchant_id,
    method: sandbox.methods['card_eur'],
    amount: '12.50',
    reference_prefix: 'link',
  };
}

async function adjustmentInput(running: RunningService) {
  const gate = await eurGate(running);
  return { gate, currency: 'EUR', amount: '0.10', evidence: 'Ticket 7', reason: 'A wrong fee' };
}

async function waitingAdjustment(running: RunningService) {
  const { body } = await running.operator('ledger adjust', await adjustmentInput(running));
  return { adjustment: z.object({ adjustment: z.uuid() }).parse(body).adjustment };
}

/** Returns what runs a command for somebody who may: the operator key, or a person where it must be one. */
export async function callerOf(running: RunningService, command: string) {
  if (!['adjustments confirm', 'adjustments reject'].includes(command)) {
    return { actor: 'operator key', run: (input: object) => running.operator(command, input) };
  }
  const { cookie, email } = await newPerson(running, { role: 'admin' });
  return {
    actor: `person ${email}`,
    run: (input: object) => commandAs(running, cookie, command, input),
  };
}

export async function runChange(running: RunningService, command: string, input: object) {
  return (await callerOf(running, command)).run(input);
}

type Arrange = (running: RunningService) => Promise<object>;

/** For each command that changes something, prepares its preconditions and returns an input for it. */
export const CHANGES: Record<string, Arrange> = {
  'refunds create': async (running) => ({
    order: await somePaidPayin(running),
    amount: '0.50',
  }),
  'fees correct': async (running) => {
    const id = await somePaidPayin(running);
    // Alone in its time: a correction waits until all orders of its time have ended.
    const created_at = new Date(Date.UTC(2001, 0, 1) + randomInt(YEAR_MS));
    const { method_id: method } = await running.db
      .updateTable('payins')
      .set({ created_at })
      .where('id', '=', id)
      .returning('method_id')
      .executeTakeFirstOrThrow();
    const at = created_at.toISOString();
    return { method, from: at, to: at, percent: '0.1', confirm: true };
  },
  'refunds take': async (running) => {
    await running.operator('gates thaw', { gate: await eurGate(running) });
    const payin = await somePaidPayin(running);
    const { id } = await refundMadeAfterEnd(running, payin, { amount: 0.5 });
    return { refund: id };
  },
  'links create': (running) => Promise.resolve(linkInput(running)),
  'links close': async (running) => {
    const { body } = await running.operator('links create', linkInput(running));
    return { link: z.object({ id: z.uuid() }).parse(body).id };
  },
  'disputes answered': async (running) => ({
    dispute: await openedDispute(running, await somePaidPayin(running)),
    note: 'Signed receipt.',
  }),
  'disputes end': async (running) => ({
    dispute: await openedDispute(running, await somePaidPayin(running)),
    outcome: 'lost',
  }),
  'disputes charge': async (running) => {
    const payin = await somePaidPayin(running);
    const disputed = { amountMinor: 10_000_000n, currency: 'EUR' };
    return { dispute: await openedDispute(running, payin, { disputed }), amount: '0.01' };
  },
  apply: async () => ({ deployment: { merchants: [{ name: `Audited ${randomUUID()}` }] } }),
  'terminals down': async () => ({ terminal: 'sandbox' }),
  'terminals up': async (running) => {
    await running.operator('terminals down', { terminal: 'sandbox' });
    return { terminal: 'sandbox' };
  },
  'merchants create': async () => ({ name: `Made ${randomUUID()}` }),
  'gates create': async (running) => ({
    merchant: merchantOf(running),
    name: randomUUID(),
    accounts: ['KZT'],
  }),
  'gates change': async (running) => ({ gate: await newGate(running), active: false }),
  'methods create': async (running) => newMethod(await newGate(running)),
  'methods change': async (running) => {
    const { body } = await running.operator('methods create', newMethod(await newGate(running)));
    return { method: z.object({ id: z.uuid() }).parse(body).id, fee_fixed: '0.25' };
  },
  'routes create': async (running) => ({ ...(await newRoute(running)), priority: 1 }),
  'routes change': async (running) => {
    const route = await newRoute(running);
    await running.operator('routes create', { ...route, priority: 1 });
    return { ...route, priority: 2, brands: ['visa'] };
  },
  'routes reorder': async (running) => {
    const route = await newRoute(running);
    await running.operator('routes create', { ...route, priority: 50 });
    const { method } = route;
    const { body } = await running.operator('routes list', { method });
    const { items } = z.object({ items: z.array(z.object({ terminal: z.string() })) }).parse(body);
    return { method, order: items.map(({ terminal }) => [terminal]).toReversed() };
  },
  'routes remove': async (running) => {
    const route = await newRoute(running);
    await running.operator('routes create', { ...route, priority: 1 });
    return route;
  },
  'terminals create': async () => newTerminal(),
  'terminals change': async (running) => {
    const { name, ...terminal } = newTerminal();
    await running.operator('terminals create', { name, ...terminal });
    return { terminal: name, settings: { base_url: 'http://localhost:2' } };
  },
  'blocks add': async (running) => ({
    merchant: merchantOf(running),
    kind: 'email',
    value: `${randomUUID()}@shop.example`,
  }),
  'blocks remove': async (running) => {
    const blocked = { merchant: merchantOf(running), kind: 'card' } as const;
    const fingerprint = randomBytes(FINGERPRINT_BYTES);
    const { merchant: merchant_id, kind } = blocked;
    await running.db
      .insertInto('blocked_values')
      .values({ merchant_id, kind, fingerprint })
      .execute();
    return { ...blocked, fingerprint: fingerprint.toString('hex') };
  },
  'alerts add': async () => ({ kind: 'email', to: `${randomUUID()}@pay.example` }),
  'alerts silence': async (running) => ({ channel: await alertChannel(running), hours: 1 }),
  'alerts remove': async (running) => ({ channel: await alertChannel(running) }),
  'alerts try': async (running) => ({ channel: await alertChannel(running) }),
  'limits change': async (running) => ({
    merchant: merchantOf(running),
    card_declines_per_day: 9,
  }),
  'merchants brand': async (running) => ({ merchant: merchantOf(running), accent: '#102030' }),
  'keys issue': async (running) => ({ merchant: merchantOf(running) }),
  'keys issue-page': async () => ({}),
  'keys rotate': async (running) => ({ key: await issueKey(running) }),
  'keys revoke': async (running) => ({ key: await issueKey(running) }),
  'keys reseal': async () => ({}),
  'customers erase': async (running) => {
    const email = `${randomUUID()}@shop.example`;
    await createdPayin(running, { customer: { email } });
    return { email };
  },
  'gates freeze': async (running) => ({ gate: await eurGate(running) }),
  'gates thaw': async (running) => {
    const gate = await eurGate(running);
    await running.operator('gates freeze', { gate });
    return { gate };
  },
  'money move': async (running) => ({
    gate: await eurGate(running),
    to: 'wallet',
    currency: 'EUR',
    amount: '1',
  }),
  'ledger adjust': async (running) => adjustmentInput(running),
  'adjustments confirm': (running) => waitingAdjustment(running),
  'adjustments reject': (running) => waitingAdjustment(running),
  'payins cancel': async (running) => ({ order: (await createdPayin(running)).id }),
  'payins comment': async (running) => ({
    order: (await createdPayin(running)).id,
    text: 'Called the shop.',
  }),
  'orders fail': async (running) => ({ order: (await createdPayin(running)).id }),
  'reconciliations create': async () => ({ terminal: 'sandbox', ...JANUARY, format: 'csv' }),
  'reconciliations add': async (running) => {
    const answer = await running.operator('reconciliations create', {
      terminal: 'sandbox',
      ...JANUARY,
      format: 'csv',
    });
    const net = { amount_minor: '1', fee_minor: '0', currency: 'EUR' };
    const lines = [
      { line: 2, kind: 'payment', reference: 'x', amount_minor: '1', currency: 'EUR', net },
    ];
    return { ...z.object({ reconciliation: z.string() }).parse(answer.body), lines };
  },
  'webhooks resend': async (running) => ({ event: await undeliveredEvent(running) }),
  'webhooks resend-failed': async (running) => {
    await undeliveredEvent(running);
    return { since: '2000-01-01T00:00:00Z' };
  },
  'webhooks rotate-secret': async (running) => ({
    merchant: merchantOf(running),
    overlap_hours: 0,
  }),
  'webhooks configure': async (running) => ({ merchant: merchantOf(running), payload: 'extended' }),
  'operator-key rotate': async () => ({}),
  'tokens issue': async () => ({ name: `t-${randomUUID()}`, role: 'viewer' }),
  'tokens revoke': async (running) => {
    const name = `t-${randomUUID()}`;
    await running.operator('tokens issue', { name, role: 'viewer' });
    return { name };
  },
  'people invite': async () => ({ role: 'viewer' }),
  'people change-role': async (running) => ({ ...(await somebody(running)), role: 'support' }),
  'people remove': (running) => somebody(running),
  'people restore': (running) => {
    const identity = { oidc_issuer: 'https://idp.example', oidc_subject: randomUUID() };
    return somebody(running, { ...identity, removed_at: new Date() });
  },
  'invitations withdraw': async (running) => {
    const { id } = await invite(
      running.context,
      { personId: (await somebody(running)).person },
      60_000,
    );
    return { invitation: id };
  },
  'sessions end': async (running) => ({ session: await openSession(running) }),
  'attention resolve': async (running) => ({ id: await openMatter(running) }),
  'attention retake': async (running) => ({
    id: await openMatter(running, await contradiction(running)),
  }),
};
