import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import type { Cells } from '../../platform/cells/cells.ts';
import type { PoolUse } from '../../platform/database/database.ts';
import { OTHER, VALUES_OF_A_LABEL } from '../../platform/metrics/bounded-label.ts';
import type { StoredState } from './queries.ts';
import { readStored, type ReadingContext } from './stored-state.ts';

export interface GaugeSources {
  contexts: Cells<ReadingContext>;
  /** Of all pools. */
  poolUse: () => PoolUse;
  /** For how many seconds each kind of recurring work has had no success. */
  lateSeconds: () => Record<string, number>;
}

/** Adds what is read when somebody asks: of each cell in two statements, of this process without any. */
export function registerGauges(registry: Registry, sources: GaugeSources): void {
  collectDefaultMetrics({ register: registry });
  registerOwn(registry, sources);
  registerStored(registry, sources.contexts);
}

/** Of several processes, one that is in trouble shows. */
function registerOwn(registry: Registry, { contexts, poolUse, lateSeconds }: GaugeSources): void {
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
      const circuits = contexts.all.flatMap(({ terminals }) => terminals.circuits());
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
  ['webhooks_pending', 'Webhooks to deliver, counted up to 10000 in a cell'],
  ['webhooks_oldest_seconds', 'Age of the oldest of them'],
  ['webhooks_late_seconds', 'How long one of them has been due'],
  ['attention_open', 'Matters that a person has to see to'],
  ['ledger_check_age_seconds', 'Since the ledger was last proved'],
  ['ledger_findings', 'What the last proof of the ledger found wrong'],
];

/** What the databases tell all processes alike. Where none answers, these are absent. */
function registerStored(registry: Registry, contexts: GaugeSources['contexts']): void {
  const registers = [registry];
  const read = once(() => readStored(contexts));
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
    ...{
      name: 'tollgate_database_up',
      help: 'Whether the database answered, that of every cell',
      registers,
    },
    aggregator: 'min',
    async collect() {
      this.set(Number((await read())?.isComplete === true));
    },
  });
  new Gauge({
    name: 'tollgate_audit_rows',
    help: "How many rows a cell's audit has, and the hash of the last: kept elsewhere, it proves that none was cut off",
    labelNames: ['cell', 'head'],
    registers,
    aggregator: 'max',
    async collect() {
      this.reset();
      for (const { cell, rows, hash } of (await read())?.heads ?? [])
        this.set({ cell, head: hash }, rows);
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
