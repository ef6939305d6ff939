// @module-tag postgres-only
/** Prometheus scrapes a service as the runbook says, and each alert fires for as long as its cause lasts. */
import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// oxlint-disable-next-line no-restricted-imports -- Between two readings of Prometheus, and between spells of a blocked event loop.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PROJECT } from '../../support/documents.ts';
import { startCluster, type PostgresCluster } from '../../support/database/postgres-cluster.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { toldOf } from '../../support/orders/disputes.ts';
import { cardDataBody, createdPayin, payinBody, paidPayin } from '../../support/orders/orders.ts';
import { freePort } from '../../support/process/free-port.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { findPromtool } from '../../support/promtool.ts';
import { until } from '../../support/until.ts';
import { methodAt } from '../routing/terminals-and-routes.ts';

const RULES = readFileSync(join(PROJECT, 'ops/prometheus-alerts.yml'), 'utf8');
/** A pool large enough that recurring work alone never exhausts it. */
const CONNECTIONS = 10;

function run(statement: string) {
  return sql.raw(statement).execute(running.db);
}

async function pay(overrides: object = {}, card: object = {}, headers = {}): Promise<void> {
  const { id } = await createdPayin(running, overrides);
  await running.client.submitCardData(cardDataBody(id, card), headers);
}

let cluster: PostgresCluster;
let running: RunningService;
let prometheus: Prometheus;
let isStopped = false;

/** Waits until all alerts fire, and repeats `meanwhile` until then. */
async function untilRaised(
  alerts: readonly string[],
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const raised = new AbortController();
  const repeat = async () => {
    while (!raised.signal.aborted) await meanwhile();
  };
  const repeating = repeat();
  // Avoids an unhandled rejection: the error is thrown below, where `repeating` is awaited.
  repeating.catch(() => undefined);
  try {
    await until(
      () => prometheus.firing(),
      (firing) => alerts.every((alert) => firing.includes(alert)),
      (firing) => `${alerts.join(', ')} expected, ${firing.join(', ')} found`,
    );
  } finally {
    raised.abort();
    await repeating;
  }
}

/** How far the machine's clock is ahead. */
let clockAheadMs = 0;

/** Does nothing: the cause persists without further action. */
function nothing(): Promise<unknown> {
  return sleep(1_000);
}

type Raised = (meanwhile?: () => Promise<unknown>) => Promise<void>;

/** Renames a table or a column away while `work` runs. */
async function without(rename: (from: string, to: string) => string, name: string, work: Raised) {
  await run(rename(name, 'away'));
  try {
    await work();
  } finally {
    await run(rename('away', name));
  }
}

async function failingRequests(raised: Raised): Promise<void> {
  const { id } = await createdPayin(running);
  const renamed = (from: string, to: string) => `alter table ${from} rename to ${to}`;
  await without(renamed, 'payins', () => raised(() => running.client.getPayin(id)));
}

async function slowAnswers(raised: Raised): Promise<void> {
  const { id } = await createdPayin(running);
  await raised(async () => {
    let asked: Promise<unknown> | undefined;
    await running.db.transaction().execute(async (trx) => {
      await sql`lock table payins in access exclusive mode`.execute(trx);
      asked = running.client.getPayin(id);
      await sql`select pg_sleep(1.5)`.execute(trx);
    });
    await asked;
  });
}

/** Runs slightly more statements than there are connections: a scrape still gets one after a short wait. */
async function takenConnections(raised: Raised): Promise<void> {
  await raised(() => Promise.all(Array.from({ length: CONNECTIONS + 4 }, shortStatements)));
}

async function shortStatements(): Promise<void> {
  for (let done = 0; done < 20; done += 1) await run('select pg_sleep(0.2)');
}

async function fullDatabase(raised: Raised): Promise<void> {
  const refused = () =>
    run("do $$ begin raise exception 'No room' using errcode = '53100'; end $$").catch(nothing);
  await raised(refused);
}

async function wrongClock(raised: Raised): Promise<void> {
  clockAheadMs = 3_600_000;
  await raised();
  clockAheadMs = 0;
}

async function blockedLoop(raised: Raised): Promise<void> {
  await raised(async () => {
    // oxlint-disable-next-line no-restricted-properties -- It holds up the event loop.
    const startedMs = performance.now();
    // oxlint-disable-next-line no-restricted-properties -- It holds up the event loop.
    while (performance.now() - startedMs < 800);
    await sleep(100);
  });
}

/** An acquirer that hangs: connections are accepted but never answered. */
async function frozenAcquirer(raised: Raised): Promise<void> {
  const frozen = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(frozen, 'listening');
  const address = frozen.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { methodId: merchant_gate_method_id } = await methodAt(running, `http://127.0.0.1:${port}`);
  const payments = () => Promise.all([1, 2, 3, 4, 5].map(() => pay({ merchant_gate_method_id })));
  await raised(payments);
  await run(`update terminals set up = false where adapter = 'orders-api'`);
  frozen.close();
}

/** Makes webhook claims fail. */
async function stuckWebhooks(raised: Raised): Promise<void> {
  await configureWebhooks('http://127.0.0.1:1/');
  const renamed = (from: string, to: string) => `alter table merchants rename ${from} to ${to}`;
  await without(renamed, 'webhook_secret_sealed', async () => {
    await running.client.createPayin(payinBody(running, { amount: 999_999 }));
    await run(`update webhook_events set next_attempt_at = now() - interval '10 minutes'
      where state = 'pending'`);
    await raised();
  });
  await endWebhooks();
}

/** A receiver that answers 410 Gone. */
async function goneReceiver(raised: Raised): Promise<void> {
  const receiver = await startReceiver((response) => {
    response.writeHead(410).end();
  });
  await configureWebhooks(receiver.url);
  await raised(() => running.client.createPayin(payinBody(running, { amount: 999_999 })));
  await configureWebhooks(null);
  await receiver.close();
}

/** A receiver that answers each webhook with 500, for a quarter of an hour. */
async function failingReceiver(raised: Raised): Promise<void> {
  const receiver = await startReceiver((response) => {
    response.writeHead(500).end();
  });
  await configureWebhooks(receiver.url);
  await running.client.createPayin(payinBody(running, { amount: 999_999 }));
  await raised(() =>
    run(`update webhook_events set created_at = now() - interval '15 minutes'
      where state = 'pending' and tries > 0`),
  );
  await endWebhooks();
  await receiver.close();
}

function configureWebhooks(url: string | null) {
  const merchant = running.sandbox.merchant_id;
  return running.operator('webhooks configure', { merchant, payin_url: url });
}

async function endWebhooks(): Promise<void> {
  await run(`update webhook_events set state = 'delivered', next_attempt_at = null,
    lease_id = null, leased_at = null, ended_at = now() where state = 'pending'`);
  await configureWebhooks(null);
}

/** A few approved payments, and then only declined ones. */
async function declinedPayments(raised: Raised): Promise<void> {
  // Over several scrapes: Prometheus sees no increase in a counter's first value.
  for (let paid = 0; paid < 10; paid += 1) {
    await pay();
    await sleep(1_000);
  }
  const declined = () => pay({}, { card_number: '4000000000000002' });
  await raised(() => Promise.all(Array.from({ length: 10 }, declined)));
}

/** A channel that refuses its messages. */
async function failingChannel(raised: Raised): Promise<void> {
  const { body } = await running.operator('alerts add', {
    kind: 'webhook',
    to: 'http://127.0.0.1:1/',
  });
  const { id: channel } = z.object({ id: z.string() }).parse(body);
  await running.operator('alerts try', { channel });
  await raised(() => run('update alert_messages set due_at = now() where error is not null'));
  await running.operator('alerts remove', { channel });
}

async function testedCards(raised: Raised): Promise<void> {
  await raised(() =>
    pay({}, { card_number: '4000000000000002' }, { 'X-Payer-Address': '192.0.2.7' }),
  );
}

async function matter(raised: Raised): Promise<void> {
  const id = running.context.newId();
  const row = { id, order_id: randomUUID(), detail: 'x', created_at: new Date() };
  await running.db
    .insertInto('attention')
    .values({ ...row, kind: 'row_quarantined', attempt_id: null, resolved_at: null })
    .execute();
  await raised();
  await running.operator('attention resolve', { id });
}

/** A dispute with two days left for an answer, which is answered in the end. */
async function dueDispute(raised: Raised): Promise<void> {
  const { id } = await paidPayin(running);
  const answerBy = new Date(running.context.now().getTime() + 2 * 86_400_000);
  await toldOf(running, id, 'charged_back', { answerBy });
  await raised();
  const { body } = await running.operator('disputes list', { payin: id });
  const { items } = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(body);
  await running.operator('disputes answered', { dispute: items[0]?.id });
}

/** One payment, which is disputed, of a merchant whose ratio is watched from one payment on. */
async function manyDisputes(raised: Raised): Promise<void> {
  const merchant = running.sandbox.merchant_id;
  const { id } = await paidPayin(running);
  await toldOf(running, id, 'charged_back');
  await running.operator('limits change', { merchant, dispute_ratio_payments: 1 });
  await raised();
  await running.operator('limits change', { merchant, dispute_ratio_payments: null });
  await toldOf(running, id, 'lost');
}

async function wrongLedger(raised: Raised): Promise<void> {
  await run('update gate_accounts set available_minor = available_minor + 1');
  await running.operator('ledger check');
  await raised();
  await run('update gate_accounts set available_minor = available_minor - 1');
  await running.operator('ledger check');
}

async function oldCheck(raised: Raised): Promise<void> {
  await run(`update ledger_checks set at = now() - interval '3 days'`);
  await raised();
  await running.operator('ledger check');
}

async function stoppedDatabase(raised: Raised): Promise<void> {
  await cluster.kill();
  await raised();
}

async function stoppedService(raised: Raised): Promise<void> {
  isStopped = true;
  await running.close();
  await raised();
}

/** The alerts and their causes. The last two causes end the service. */
const CAUSES: readonly [alerts: string[], cause: (raised: Raised) => Promise<void>][] = [
  [['TollgateAttention'], matter],
  [['TollgateRequestsFail'], failingRequests],
  [['TollgateRequestsSlow'], slowAnswers],
  [['TollgateConnectionsExhausted'], takenConnections],
  [['TollgateDatabaseFull'], fullDatabase],
  [['TollgateClockDiffers'], wrongClock],
  [['TollgateApprovalsCollapse'], declinedPayments],
  [['TollgateEventLoopBlocked'], blockedLoop],
  [['TollgateProviderSilent', 'TollgateTerminalFails'], frozenAcquirer],
  [['TollgateRecurringWorkLate', 'TollgateWebhooksLate'], stuckWebhooks],
  [['TollgateWebhooksGivenUp'], goneReceiver],
  [['TollgateReceiverFails'], failingReceiver],
  [['TollgateAlertsUnsent'], failingChannel],
  [['TollgateCardTesting'], testedCards],
  [['TollgateDisputeDue'], dueDispute],
  [['TollgateDisputeRatio'], manyDisputes],
  [['TollgateLedgerWrong'], wrongLedger],
  [['TollgateLedgerUnchecked'], oldCheck],
  [['TollgateDatabaseUnavailable', 'TollgateDatabaseOutage'], stoppedDatabase],
  [['TollgateDown'], stoppedService],
];

it('this test covers all alerts', () => {
  const [ours = ''] = RULES.split('- name: machines');
  const named = [...ours.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  expect(CAUSES.flatMap(([alerts]) => alerts).toSorted()).toEqual(named.toSorted());
});

// Prometheus is installed together with promtool.
describe.runIf(findPromtool() !== undefined)('Prometheus raises', { tags: ['apart'] }, () => {
  beforeAll(async () => {
    const started = await startCluster();
    if (started === undefined) throw new Error('PostgreSQL is not installed');
    cluster = started;
    running = await startService({
      env: {
        DATABASE_URL: cluster.url,
        DATABASE_POOL_SIZE: String(CONNECTIONS),
        ADDRESS_DECLINES_PER_HOUR: '1',
      },
      spoilsLedger: true,
      systemMs: () => Date.now() + clockAheadMs,
    });
    await running.operator('ledger check');
    const issued = await running.operator('tokens issue', { name: 'prometheus', role: 'viewer' });
    const { token } = z.object({ token: z.string() }).parse(issued.body);
    prometheus = await startPrometheus(running.operatorUrl, token);
  });
  afterAll(async () => {
    await prometheus.stop();
    if (!isStopped) await running.close();
    await cluster.stop();
  });

  it.each(CAUSES)('%j for as long as their cause lasts', async (alerts, cause) => {
    await cause((meanwhile = nothing) => untilRaised(alerts, meanwhile));
  });
});

/** The factor by which the rules' times are shortened, since a test cannot wait an hour. */
const FASTER = 30;
const SCRAPE_SECONDS = 2;
const LEAST_RANGE_SECONDS = 30;
/** The longest time that a shortened rule waits. */
const MOST_SECONDS = 120;

interface Prometheus {
  /** The names of the alerts that fire now. */
  firing(): Promise<string[]>;
  stop(): Promise<void>;
}

/** @param operatorUrl the operators' address of the service to scrape with `token` */
async function startPrometheus(operatorUrl: string, token: string): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-prometheus-'));
  const tokenFile = join(folder, 'token');
  await writeFile(tokenFile, token);
  await writeFile(join(folder, 'rules.yml'), fasterRules());
  await writeFile(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: ${SCRAPE_SECONDS}s, scrape_timeout: ${SCRAPE_SECONDS}s, evaluation_interval: 1s }
rule_files: [rules.yml]
${await documentedScrape(new URL(operatorUrl).host, tokenFile)}`,
  );
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    process.env['PROMETHEUS_PATH'] ?? 'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  await until(
    () =>
      fetch(`http://${address}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    Boolean,
    () => 'Prometheus is not ready',
  );
  return {
    async firing() {
      const answer = await fetch(`http://${address}/api/v1/alerts`);
      const { data } = alertsAnswer.parse(await answer.json());
      const names = data.alerts.filter(({ state }) => state === 'firing');
      return [...new Set(names.map(({ labels }) => labels.alertname))].toSorted();
    },
    async stop() {
      process.off('exit', kill);
      const exit = once(child, 'exit');
      kill();
      await exit;
      await rm(folder, { recursive: true });
    },
  };
}

const alertsAnswer = z.object({
  data: z.object({
    alerts: z.array(z.object({ labels: z.object({ alertname: z.string() }), state: z.string() })),
  }),
});

/** Returns the scrape configuration of docs/runbook.md for this target and token. */
async function documentedScrape(target: string, tokenFile: string): Promise<string> {
  const runbook = await readFile(join(PROJECT, 'docs/runbook.md'), 'utf8');
  const [, documented = ''] = /```yaml\n(scrape_configs:[\s\S]*?)```/.exec(runbook) ?? [];
  return documented
    .replace('/etc/prometheus/tollgate.token', tokenFile)
    .replace('127.0.0.1:3001', target);
}

const SECONDS = { s: 1, m: 60, h: 3_600 } as const;

/** Returns the real rules with shorter times, as in `for: 1m` and `[5m]`. */
function fasterRules(): string {
  const faster = (count: string, unit: string, least: number) => {
    const seconds = Number(count) * SECONDS[z.enum(['s', 'm', 'h']).parse(unit)];
    return `${Math.min(MOST_SECONDS, Math.max(least, Math.round(seconds / FASTER)))}s`;
  };
  return (
    RULES.replace(
      /for: (\d+)([smh])/g,
      (_, count: string, unit: string) => `for: ${faster(count, unit, 1)}`,
    )
      // An open circuit lets one call through every ten seconds, and a rate's range must contain some.
      .replace(
        /\[(\d+)([smh])\]/g,
        (_, count: string, unit: string) => `[${faster(count, unit, LEAST_RANGE_SECONDS)}]`,
      )
  );
}
