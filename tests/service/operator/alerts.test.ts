// @module-tag postgres-only
/** Each alert is raised by what it is about, done to a real service, and by nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
// oxlint-disable-next-line no-restricted-imports -- Only for the first ticks of a measurement.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { scriptedAdapter } from '../../support/acquirers/scripted-adapter.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { cardDataBody, createdPayin, payinBody } from '../../support/orders/orders.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { scrape, valueOf } from '../../support/process/metrics.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { alertsAfter, findPromtool, type Readings } from '../../support/promtool.ts';
import { methodTo } from '../routing/terminals-and-routes.ts';

const RULES = readFileSync(join(import.meta.dirname, '../../../ops/prometheus-alerts.yml'), 'utf8');
const scripted = scriptedAdapter({ remote: true });

let running: RunningService;

beforeAll(async () => {
  running = await startService({
    env: { DATABASE_POOL_SIZE: String(CONNECTIONS), ADDRESS_DECLINES_PER_HOUR: '1' },
    adapters: [scripted.adapter],
    spoilsLedger: true,
  });
  await running.operator('ledger check');
  // The library measures the event loop from the first reading on.
  await scrape(running);
});
afterAll(() => running.close());

function run(statement: string) {
  return sql.raw(statement).execute(running.db);
}

/** Renames a table for as long as something is done without it. */
async function without<Done>(table: string, work: () => Promise<Done>): Promise<Done> {
  await run(`alter table ${table} rename to away`);
  try {
    return await work();
  } finally {
    await run(`alter table away rename to ${table}`);
  }
}

function ofMerchant(settings: object) {
  return running.operator('webhooks configure', {
    merchant: running.sandbox.merchant_id,
    ...settings,
  });
}

/** Pays by a terminal that fails at every call, until payments are kept away from it. */
async function failingTerminal(): Promise<string> {
  let isOver = false;
  const fails = () => Promise.reject(new Error('Out of order'));
  // What the service asks again later would raise the alert of another cause.
  const findOutcome = () =>
    isOver ? Promise.resolve({ outcome: 'never_seen' } as const) : fails();
  const does = { cards: { authorize: fails, findOutcome } };
  const { methodId } = await methodTo(running, scripted.behaviours, [{ does }]);
  for (let payments = 0; payments < 5; payments += 1) {
    const { id } = await createdPayin(running, { merchant_gate_method_id: methodId });
    await running.client.submitCardData(cardDataBody(id));
  }
  const text = await scrape(running);
  isOver = true;
  await run(`update terminals set up = false where adapter = 'scripted'`);
  return text;
}

/** A receiver that asks never to be told again. */
async function givenUp(): Promise<string> {
  const receiver = await startReceiver((response) => {
    response.writeHead(410).end();
  });
  await ofMerchant({ payin_url: receiver.url });
  await running.client.createPayin(payinBody(running, { amount: 999_999 }));
  const givenUp = async () =>
    valueOf(await scrape(running), 'tollgate_webhook_attempts_total', { result: 'given_up' });
  await vi.waitFor(async () => expect(await givenUp()).toBe(1), { timeout: PATIENCE_MS });
  const text = await scrape(running);
  await ofMerchant({ payin_url: 'none' });
  await receiver.close();
  return text;
}

/** Nothing can be claimed, and a minute goes by. */
async function stuckWebhooks(): Promise<string> {
  await ofMerchant({ payin_url: 'http://127.0.0.1:1/' });
  await run('alter table merchants rename webhook_secret_sealed to away_sealed');
  try {
    await running.client.createPayin(payinBody(running, { amount: 999_999 }));
    await run(`update webhook_events set next_attempt_at = now() - interval '10 minutes'
      where state = 'pending'`);
    // oxlint-disable-next-line no-restricted-properties -- Put forward by a minute.
    const realMs = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => realMs() + 60_000);
    return await scrape(running);
  } finally {
    vi.restoreAllMocks();
    await vi.waitFor(() => expect(clockOffMs()).toBeLessThan(10_000), { timeout: PATIENCE_MS });
    await run('alter table merchants rename away_sealed to webhook_secret_sealed');
    await run(`update webhook_events set state = 'delivered', next_attempt_at = null,
      lease_id = null, leased_at = null, ended_at = now() where state = 'pending'`);
  }
}

/** What is due goes by the database's clock, which is measured anew each second. */
function clockOffMs() {
  return Math.abs(running.context.now().getTime() - Date.now());
}

async function matter(): Promise<string> {
  const id = running.context.newId();
  const row = { id, order_id: randomUUID(), detail: 'x', created_at: new Date() };
  await running.db
    .insertInto('attention')
    .values({ ...row, kind: 'row_set_aside', attempt_id: null, resolved_at: null })
    .execute();
  const text = await scrape(running);
  await running.operator('attention resolve', { id: row.id });
  return text;
}

async function wrongLedger(): Promise<string> {
  await run('update gate_accounts set available_minor = available_minor + 1');
  await running.operator('ledger check');
  const text = await scrape(running);
  await run('update gate_accounts set available_minor = available_minor - 1');
  await running.operator('ledger check');
  return text;
}

async function oldCheck(): Promise<string> {
  await run(`update ledger_checks set at = now() - interval '3 days'`);
  const text = await scrape(running);
  await running.operator('ledger check');
  return text;
}

async function blockedLoop(): Promise<string> {
  await scrape(running);
  // A measurement begins with the first of its ticks, ten milliseconds apart.
  await sleep(100);
  // oxlint-disable-next-line no-restricted-properties -- It holds up the event loop.
  const startedMs = performance.now();
  // oxlint-disable-next-line no-restricted-properties -- It holds up the event loop.
  while (performance.now() - startedMs < 1_500);
  return scrape(running);
}

/** So many that recurring work of its own has none of them wait. */
const CONNECTIONS = 10;

/** All connections work for a second, and one statement more waits. */
async function takenConnections(): Promise<string> {
  const sleeping = Array.from({ length: CONNECTIONS + 1 }, () => run('select pg_sleep(1)'));
  const text = await scrape(running);
  await Promise.all(sleeping);
  return text;
}

async function slowAnswer(): Promise<string> {
  const { id } = await createdPayin(running);
  let asked: Promise<unknown> | undefined;
  await running.db.transaction().execute(async (trx) => {
    await sql`lock table payins in access exclusive mode`.execute(trx);
    asked = running.client.getPayin(id);
    await sql`select pg_sleep(1.5)`.execute(trx);
  });
  await asked;
  return scrape(running);
}

async function failingRequests(): Promise<string> {
  const { id } = await createdPayin(running);
  await without('payins', () => running.client.getPayin(id));
  return scrape(running);
}

async function testedCards(): Promise<string> {
  const { id } = await createdPayin(running);
  const payer = { 'X-Payer-Address': '192.0.2.7' };
  await running.client.submitCardData(cardDataBody(id, { card_number: '4000000000000002' }), payer);
  return scrape(running);
}

const UNCHECKED = 'TollgateLedgerUnchecked';

/** Nothing is read of it. */
function stopped() {
  return Promise.resolve(undefined);
}

function withoutAnswer() {
  return without('ledger_checks', () => scrape(running));
}

/** What is done to a service, and the alerts that it raises: these, and no others. */
const CAUSES: readonly [alerts: string[], cause: () => Promise<string | undefined>][] = [
  [['TollgateDown', UNCHECKED], stopped],
  [['TollgateDatabaseUnavailable', UNCHECKED], withoutAnswer],
  [['TollgateConnectionsExhausted'], takenConnections],
  [['TollgateRequestsFail'], failingRequests],
  [['TollgateRequestsSlow'], slowAnswer],
  [['TollgateEventLoopBlocked'], blockedLoop],
  [['TollgateProviderSilent', 'TollgateTerminalFails'], failingTerminal],
  [['TollgateRecurringWorkLate', 'TollgateWebhooksLate'], stuckWebhooks],
  [['TollgateCardTesting'], testedCards],
  [['TollgateWebhooksGivenUp'], givenUp],
  [['TollgateAttention'], matter],
  [['TollgateLedgerWrong'], wrongLedger],
  [[UNCHECKED], oldCheck],
];

describe('the alerts', () => {
  it('are those of this test', () => {
    const named = [...RULES.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    const raised = new Set(CAUSES.flatMap(([alerts]) => alerts));
    expect([...raised].toSorted()).toEqual(named.toSorted());
  });
});

/** A busy machine raises them by itself. */
const BY_SLOWNESS = new Set(['TollgateEventLoopBlocked', 'TollgateRequestsSlow']);

/** Those by slowness only where they are expected. */
async function raised(readings: Readings, expected: readonly string[] = []): Promise<string[]> {
  const names = await alertsAfter(readings);
  return names.filter((name) => !BY_SLOWNESS.has(name) || expected.includes(name));
}

// Some of them are about how long something takes.
describe.runIf(findPromtool() !== undefined)('of a service', { tags: ['apart'] }, () => {
  it('in which all is well none is raised', async () => {
    const before = await scrape(running);
    await createdPayin(running);
    expect(await raised([before, await scrape(running)])).toEqual([]);
  });

  it.each(CAUSES)('%j are raised by their cause', async (alerts, cause) => {
    const before = await scrape(running);
    expect(await raised([before, await cause()], alerts)).toEqual(alerts.toSorted());
  });
});
