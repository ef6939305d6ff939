import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import type { ServiceContext } from '../../platform/context.ts';
import type { PoolUse } from '../../platform/database/connect.ts';
import { OTHER, VALUES_OF_A_LABEL } from '../../platform/metrics/bounded-label.ts';
import { selectNames, selectStoredState, type StoredState } from './queries.ts';

export interface GaugeSources {
  context: Pick<ServiceContext, 'db' | 'now' | 'log' | 'terminals'>;
  poolUse: () => PoolUse;
  /** For how many seconds each kind of recurring work has had no success. */
  lateSeconds: () => Record<string, number>;
}

/** Adds what is read when somebody asks: of the database in two statements, of this process without any. */
export function registerGauges(registry: Registry, sources: GaugeSources): void {
  collectDefaultMetrics({ register: registry });
  registerOwn(registry, sources);
  registerStored(registry, sources.context);
}

/** Of several processes, one that is in trouble shows. */
function registerOwn(registry: Registry, { context, poolUse, lateSeconds }: GaugeSources): void {
  const registers = [registry];
  new Gauge({
    name: 'tollgate_recurring_work_late_seconds',
    help: 'Since each kind of recurring work last succeeded, or had nothing to do',
    labelNames: ['work'] as const,
    registers,
    aggregator: 'max',
    collect() {
      for (const [work, seconds] of Object.entries(lateSeconds())) this.set({ work }, seconds);
    },
  });
  new Gauge({
    name: 'tollgate_circuit_open',
    help: 'Whether payments are kept away from a terminal that fails',
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
    name: 'tollgate_database_connections',
    help: 'Connections of the pool that requests use: in use, idle; and requests that wait for one',
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
  ['webhooks_pending', 'Webhooks to deliver, counted up to 10000'],
  ['webhooks_oldest_seconds', 'Age of the oldest of them'],
  ['webhooks_late_seconds', 'How long one of them has been due'],
  ['attention_open', 'Matters that a person has to see to'],
  ['ledger_check_age_seconds', 'Since the ledger was last proved'],
  ['ledger_findings', 'What the last proof of the ledger found wrong'],
];

/** What one database tells all processes alike. Where it does not answer, these are absent. */
function registerStored(registry: Registry, context: GaugeSources['context']): void {
  const registers = [registry];
  const read = once(() => readStored(context));
  for (const [name, help] of STORED) {
    new Gauge({
      ...{ name: `tollgate_${name}`, help, registers, aggregator: 'max' },
      async collect() {
        const value = (await read())?.state[name] ?? undefined;
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
  new Gauge({
    ...{ name: 'tollgate_database_up', help: 'Whether the database answered', registers },
    aggregator: 'min',
    async collect() {
      this.set((await read()) === undefined ? 0 : 1);
    },
  });
  for (const [kind, name, help] of NAMED) {
    new Gauge({
      ...{ name, help, registers, labelNames: [kind, 'name'], aggregator: 'max' },
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

const NAMED = [
  ['terminal', 'tollgate_terminal_up', 'Whether payments may go to a terminal, and its name'],
  ['method', 'tollgate_method_info', 'The name of a method: merchant / gate / method'],
] as const;

async function readStored({ db, now, log }: GaugeSources['context']) {
  try {
    return { state: await selectStoredState(db, now()), names: await selectNames(db) };
  } catch (error) {
    log.warn({ err: error }, 'The database did not answer for the metrics');
    return undefined;
  }
}

/** Those who ask while it is read are answered alike: all gauges of one reading. */
function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let current: Promise<Value> | undefined;
  return () => {
    current ??= read().finally(() => {
      current = undefined;
    });
    return current;
  };
}
