import { Gauge, type Registry, collectDefaultMetrics } from 'prom-client';
import type { PoolUse } from '../platform/database/database.ts';
import { OTHER, VALUES_OF_A_LABEL } from '../platform/metrics/metrics.ts';
import type { ServiceContext } from '../platform/context.ts';
import { hex, selectEnd, type AuditHead } from './audit/append.ts';
import { isTooHigh, type DisputeScheme } from '#domain/dispute/ratio.ts';
import type { Funnel, Rates } from './overview/answer.ts';
import { readRates } from './overview/conversion.ts';
import { hoursBefore } from './overview/range.ts';
import { readDisputeRatios, type MerchantDisputes } from '../disputes/ratio.ts';
import { isAnswerDue } from '../disputes/store.ts';
import { isUnsent } from './conditions.ts';
import { selectFailingReceivers, type FailingReceiver } from '../webhooks/failing-receivers.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { Build } from '../platform/version.ts';

export interface GaugeSources {
  build: Build;
  context: ReadingContext;
  /** The connections of all pools. */
  poolUse: () => PoolUse;
  /** Seconds since each kind of recurring work last succeeded. */
  lateSeconds: () => Record<string, number>;
  clockAheadMs: () => number;
}

/** Registers the gauges that are read on each scrape: some from the database, the others from this process. */
export function registerGauges(registry: Registry, sources: GaugeSources): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_EVERY_MS });
  registerOwn(registry, sources);
  registerStored(registry, sources.context);
}

/**
 * The sampling interval of the event loop's lag. Each sample wakes the process. The metric is the time between samples.
 */
const LAG_EVERY_MS = 100;

/**
 * Registers this process's own gauges. Of several processes the maximum counts, so that one in trouble shows;
 * connections are added up.
 */
function registerOwn(
  registry: Registry,
  { build, context, poolUse, lateSeconds, clockAheadMs }: GaugeSources,
): void {
  const registers = [registry];
  new Gauge({
    name: 'tollgate_build_info',
    help: 'Version, commit and Node version of the running process',
    labelNames: ['version', 'commit', 'node'] as const,
    registers,
    aggregator: 'max',
  }).set({ ...build, node: process.versions.node }, 1);
  new Gauge({
    name: 'tollgate_recurring_work_late_seconds',
    help: 'Seconds since each kind of recurring work last succeeded or had nothing to do',
    labelNames: ['work'] as const,
    registers,
    aggregator: 'max',
    collect() {
      for (const [work, seconds] of Object.entries(lateSeconds())) this.set({ work }, seconds);
    },
  });
  new Gauge({
    name: 'tollgate_circuit_open',
    help: 'Whether the circuit of a terminal is open (1) or closed (0)',
    labelNames: ['terminal'] as const,
    registers,
    aggregator: 'max',
    collect() {
      this.reset();
      const circuits = context.terminals.circuits();
      for (const [index, { terminalId, state }] of circuits.entries()) {
        const terminal = index < VALUES_OF_A_LABEL ? terminalId : OTHER;
        if (terminal !== OTHER || state === 'open')
          this.set({ terminal }, Number(state === 'open'));
      }
    },
  });
  new Gauge({
    name: 'tollgate_database_full',
    help: 'Whether the database lacks room for what orders write (1) or takes it (0)',
    registers,
    aggregator: 'max',
    collect() {
      this.set(Number(context.refusedSince() !== undefined));
    },
  });
  new Gauge({
    name: 'tollgate_clock_difference_seconds',
    help: "Seconds between this machine's clock and the database's",
    registers,
    aggregator: 'max',
    collect() {
      this.set(Math.abs(clockAheadMs()) / 1_000);
    },
  });
  new Gauge({
    name: 'tollgate_database_connections',
    help: 'Connections of the pool for requests (in use, idle), and requests waiting for a connection',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const [state, connections] of Object.entries<number>({ ...poolUse() }))
        this.set({ state }, connections);
    },
  });
}

type Stored = readonly [name: keyof StoredState, help: string];

const STORED: readonly Stored[] = [
  ['webhooks_pending', 'Webhooks waiting for delivery, counted up to 10000'],
  ['webhooks_oldest_seconds', 'Age of the oldest waiting webhook'],
  ['webhooks_late_seconds', 'Time since the most overdue webhook became due'],
  [
    'attempts_unknown',
    'Attempts of payins, payouts and refunds older than a minute without a known outcome, counted up to 10000',
  ],
  ['attention_open', 'Open entries of the exception queue'],
  [
    'disputes_due',
    'Disputes that await an answer and whose deadline is within three days or past, counted up to 10000',
  ],
  ['alert_channels_failing', 'Channels with an alert of the last week that failed at least twice'],
  ['ledger_check_age_seconds', 'Time since the last verification of the ledger'],
  ['ledger_findings', 'Errors found by the last verification of the ledger'],
];

/**
 * Registers gauges that are read from the database, and so are the same in every process. If it does not answer, they
 * are absent.
 */
function registerStored(registry: Registry, context: ReadingContext): void {
  const registers = [registry];
  const read = once(() => readStored(context));
  for (const [name, help] of STORED) {
    new Gauge({
      name: `tollgate_${name}`,
      help,
      registers,
      aggregator: 'max',
      async collect() {
        const value = (await read())?.state[name] ?? undefined;
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
  new Gauge({
    name: 'tollgate_database_up',
    help: '1 if the database answered, else 0',
    registers,
    aggregator: 'min',
    async collect() {
      this.set(Number((await read()) !== undefined));
    },
  });
  registerFailing(registers, context, read);
  registerDisputeRatios(registers, read);
  registerRates(registers, read);
  new Gauge({
    name: 'tollgate_audit_rows',
    help: 'Number of rows in the audit, with the hash of the last row; stored elsewhere, it reveals removed rows',
    labelNames: ['head'],
    registers,
    aggregator: 'max',
    async collect() {
      this.reset();
      const head = (await read())?.head;
      if (head !== undefined) this.set({ head: hex(head.hash) }, Number(head.number));
    },
  });
  for (const [kind, name, help] of NAMED) {
    new Gauge({
      name,
      help,
      registers,
      labelNames: [kind, 'name'],
      aggregator: 'max',
      async collect() {
        this.reset();
        const names = (await read())?.names ?? [];
        for (const named of names.filter((each) => each.kind === kind)) {
          this.set({ [kind]: named.id, name: named.name }, Number(named.up));
        }
      },
    });
  }
}

/** The most hosts with a label of their own; the longest failing are named. */
const MOST_HOSTS = 20;

function registerFailing(
  registers: Registry[],
  { now }: ReadingContext,
  read: () => Promise<StoredReading | undefined>,
): void {
  new Gauge({
    name: 'tollgate_webhooks_failing_seconds',
    help: 'Time for which a receiver has accepted no webhook, from ten minutes on',
    labelNames: ['host'] as const,
    registers,
    aggregator: 'max',
    async collect() {
      this.reset();
      const failing = (await read())?.failing ?? [];
      const longestFirst = failing.toSorted((a, b) => a.since.getTime() - b.since.getTime());
      for (const [index, { host, since }] of longestFirst.entries()) {
        const seconds = (now().getTime() - since.getTime()) / 1_000;
        if (index < MOST_HOSTS) this.set({ host }, seconds);
        else if (index === MOST_HOSTS) this.set({ host: OTHER }, seconds);
      }
    },
  });
}

/** The card schemes that publish limits for disputes. */
const SCHEMES = ['visa', 'mastercard'] as const satisfies DisputeScheme[];

/** Has no label for merchants: `disputes ratio` names them. */
function registerDisputeRatios(
  registers: Registry[],
  read: () => Promise<StoredReading | undefined>,
): void {
  const gauge = (name: string, help: string, of: (ratios: MerchantDisputes[]) => number) =>
    new Gauge({
      name: `tollgate_${name}`,
      help,
      labelNames: ['scheme'] as const,
      registers,
      aggregator: 'max',
      async collect() {
        this.reset();
        const ratios = (await read())?.ratios;
        if (ratios === undefined) return;
        for (const scheme of SCHEMES) {
          this.set({ scheme }, of(ratios.filter((row) => row.scheme === scheme)));
        }
      },
    });
  gauge(
    'merchants_over_dispute_limit',
    "Merchants whose dispute ratio of this month is at or over the card scheme's limit",
    (ratios) => ratios.filter(({ thisMonth }) => isTooHigh(thisMonth)).length,
  );
  gauge(
    'dispute_ratio_highest',
    'Highest dispute ratio of this month among merchants with enough payments',
    (ratios) =>
      Math.max(
        0,
        ...ratios.map(({ thisMonth: { level, ratio = 0 } }) => (level === 'none' ? 0 : ratio)),
      ),
  );
}

/** Rates and funnel as `overview show` answers them. A rate of nothing is absent. */
function registerRates(
  registers: Registry[],
  read: () => Promise<StoredReading | undefined>,
): void {
  const gauge = <Label extends 'rate' | 'step'>(
    label: Label,
    { name, help }: { name: string; help: string },
    of: (payins: StoredReading['payins']) => Readonly<Record<string, string | number | null>>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      aggregator: 'max',
      async collect() {
        this.reset();
        const payins = (await read())?.payins;
        for (const [key, value] of Object.entries(payins === undefined ? {} : of(payins))) {
          if (value !== null) this.labels(key).set(Number(value));
        }
      },
    });
  gauge(
    'rate',
    {
      name: 'tollgate_payin_rate',
      help: 'Rates from 0 to 1 of the payins created in the last 24 hours',
    },
    ({ rates }) => rates,
  );
  gauge(
    'step',
    {
      name: 'tollgate_payin_funnel',
      help: 'Payins created in the last 24 hours that came at least so far',
    },
    ({ funnel }) => funnel,
  );
}

const NAMED = [
  ['terminal', 'tollgate_terminal_up', 'Whether a terminal is switched on, and its name'],
  ['method', 'tollgate_method_info', 'The name of a method: merchant / gate / method'],
] as const;

/** Shares one read among callers that ask while it is running: all gauges of a scrape use the same read. */
function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let current: Promise<Value> | undefined;
  return () => {
    current ??= read().finally(() => {
      current = undefined;
    });
    return current;
  };
}

export type ReadingContext = Pick<
  ServiceContext,
  'db' | 'now' | 'log' | 'terminals' | 'refusedSince'
>;

interface StoredReading {
  state: StoredState;
  names: readonly Named[];
  failing: readonly FailingReceiver[];
  ratios: readonly MerchantDisputes[];
  payins: { rates: Rates; funnel: Funnel };
  /** Undefined while the audit has no rows. */
  head: Pick<AuditHead, 'number' | 'hash'> | undefined;
}

/** @returns undefined if the database does not answer */
async function readStored({ db, now, log }: ReadingContext): Promise<StoredReading | undefined> {
  try {
    const lastDay = hoursBefore(now(), 24);
    return {
      state: await selectStoredState(db, now()),
      names: await selectNames(db),
      failing: await selectFailingReceivers(db, now()),
      ratios: await readDisputeRatios(db, { now: now(), merchantId: undefined }),
      payins: await readRates(db, lastDay, undefined),
      head: (await selectEnd(db)).head,
    };
  } catch (error) {
    log.warn({ err: error }, 'Metrics: the database did not answer');
    return undefined;
  }
}

/** Counting stops here: a larger number is a problem in any case. */
const MOST_COUNTED = 10_000;
const MINUTE_MS = 60_000;
/** The most terminals, and the most methods, that are named: metrics tell no more label values apart. */
const MOST_NAMED = 100;

export interface StoredState {
  webhooks_pending: number;
  webhooks_oldest_seconds: number;
  webhooks_late_seconds: number;
  attempts_unknown: number;
  attention_open: number;
  disputes_due: number;
  alert_channels_failing: number;
  ledger_check_age_seconds: number | null;
  ledger_findings: number | null;
}

/** Reads the state that all processes share, in one statement that uses indexes, whatever the number of orders. */
async function selectStoredState(db: Db, now: Date): Promise<StoredState> {
  const { rows } = await sql<StoredState>`
    with pending as materialized (
      select created_at, next_attempt_at from webhook_events where next_attempt_at is not null
      order by next_attempt_at limit ${MOST_COUNTED}
    ), checked as materialized (
      select at, jsonb_array_length(findings) as findings from ledger_checks order by at desc limit 1
    )
    select
      (select count(*)::integer from pending) as webhooks_pending,
      (select coalesce(${secondsSince('min(created_at)', now)}, 0) from pending) as webhooks_oldest_seconds,
      (select coalesce(${secondsSince('min(next_attempt_at)', now)}, 0) from pending) as webhooks_late_seconds,
      (select count(*)::integer from (
        select from (
          select created_at from payin_attempts where outcome is null
          union all select created_at from payout_attempts where outcome is null
          union all select created_at from refund_attempts where outcome is null
        ) attempt where created_at < ${new Date(now.getTime() - MINUTE_MS)} limit ${MOST_COUNTED}
      ) unknown) as attempts_unknown,
      (select count(*)::integer from (
        select from attention where resolved_at is null limit ${MOST_COUNTED}) open) as attention_open,
      (select count(*)::integer from (
        select from disputes where ${isAnswerDue(now)} limit ${MOST_COUNTED}) due) as disputes_due,
      (select count(distinct channel_id)::integer from alert_messages
        where ${isUnsent(now)}) as alert_channels_failing,
      (select ${secondsSince('at', now)} from checked) as ledger_check_age_seconds,
      (select findings from checked) as ledger_findings`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always has a row had none');
  return row;
}

/** Returns the seconds since a time, 0 if it is in the future. */
function secondsSince(column: 'min(created_at)' | 'min(next_attempt_at)' | 'at', now: Date) {
  return sql`greatest(0, extract(epoch from ${now}::timestamptz - ${sql.raw(column)}))::float8`;
}

export interface Named {
  kind: 'terminal' | 'method';
  id: string;
  name: string;
  /** Whether payments may use it; always true for methods. */
  up: boolean;
}

/** Lists the names of the terminals and methods whose ids are label values. */
async function selectNames(db: Db): Promise<Named[]> {
  const { rows } = await sql<Named>`
    (select 'terminal' as kind, id::text as id, name, up from terminals order by created_at limit ${MOST_NAMED})
    union all
    (select 'method', gate_methods.id::text, merchants.name || ' / ' || gates.name || ' / ' || gate_methods.name, true
      from gate_methods join gates on gates.id = gate_id join merchants on merchants.id = merchant_id
      order by merchants.created_at, gate_methods.id limit ${MOST_NAMED})`.execute(db);
  return rows;
}
