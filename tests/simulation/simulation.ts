import { setTimeout as sleep } from 'node:timers/promises';
import { openGateAccount } from '#service/ledger/accounts.ts';
import type { Engine } from '#service/platform/database/database.ts';
import { ACTS } from './actors/acts.ts';
import { tell } from './actors/network.ts';
import { sweepsOf } from './actors/operator.ts';
import { countFindings } from './actors/readers.ts';
import type { SimulationDatabase } from './database.ts';
import { hashOf, type Figures } from './figures.ts';
import { endFindings } from './end-invariants.ts';
import { createMonitor, isAnythingOpen, stepFindings, type Monitor } from './step-invariants.ts';
import { makePlace } from './place.ts';
import { createRandom, type Random } from './random.ts';
import { Life, ProcessDied, Scheduler } from './scheduler.ts';
import { createSurroundings, type Surroundings } from './surroundings.ts';
import { startProcess, type Process, type World } from './world.ts';

export interface SimulationOptions {
  seed: number;
  steps: number;
  engine: Engine;
  /** The numbers of what is not begun, of a failure that was shortened. */
  without?: readonly number[] | undefined;
}

export interface SimulationResult {
  figures: Figures;
  findings: string[];
  /** The step at which the first finding was made. */
  foundAt: number | undefined;
  /** How many operations were begun. */
  begun: number;
  hash: string;
  trace: string[];
}

const START_MS = Date.UTC(2026, 2, 1, 12);
const OPENING_MINOR = 30_000n;
const MOST_AT_ONCE = 8;
/** On PostgreSQL, two processes race for the same work; PGlite belongs to one. */
const PROCESSES: Record<Engine, number> = { pglite: 1, postgres: 2 };

/** Runs the service for so many steps of a seed, then ends all faults and lets it do what is left. */
export async function simulate(
  held: SimulationDatabase,
  options: SimulationOptions,
): Promise<SimulationResult> {
  held.watch(undefined);
  await held.empty();
  const simulation = new Simulation(held, options);
  try {
    return await simulation.run();
  } finally {
    held.watch(undefined);
  }
}

class Simulation {
  readonly #options: SimulationOptions;
  readonly #scheduler: Scheduler;
  readonly #surroundings: Surroundings;
  readonly #monitor: Monitor;
  readonly #processes: Process[] = [];
  /** Of all processes, dead ones and starting ones as well. */
  readonly #lives: Life[] = [];
  #world!: World;
  #underWay = 0;

  constructor(held: SimulationDatabase, options: SimulationOptions) {
    const { seed, engine } = options;
    this.#options = options;
    this.#scheduler = new Scheduler(createRandom(seed, 'order of tasks'), {
      startMs: START_MS,
      mayOverlap: engine === 'postgres',
    });
    this.#surroundings = createSurroundings(held, this.#scheduler, seed);
    this.#monitor = createMonitor(held.monitor);
  }

  async run(): Promise<SimulationResult> {
    const { held, acquirer, figures } = this.#surroundings;
    held.watch(this.#scheduler);
    await this.#scheduler.freely(() => this.#open());
    const { findings, foundAt } = await this.#findings().catch((error: unknown) => ({
      findings: [`The simulation threw ${describe(error)}`],
      foundAt: undefined,
    }));
    for (const life of this.#lives) this.#scheduler.end(life);
    await this.#scheduler.settle();
    const { trace } = this.#scheduler;
    return {
      figures: { ...figures, ...acquirer.calls.figures },
      findings,
      foundAt,
      begun: this.#world.begun,
      hash: hashOf(trace),
      trace,
    };
  }

  async #open(): Promise<void> {
    const { held } = this.#surroundings;
    const process = await startProcess(this.#surroundings, this.#newLife());
    this.#processes.push(process);
    const { context } = process;
    const place = await held.placeOnce(() =>
      makePlace({ ...context, newId: createRandom(0, 'place').uuid }),
    );
    this.#world = Object.assign(this.#surroundings, { process, place });
    await openGateAccount(
      context.db,
      { gateId: place.gateId, currency: 'EUR', openingMinor: OPENING_MINOR },
      context.now(),
    );
    await context.db.updateTable('merchants').set({ config_version: 1n }).execute();
    while (this.#processes.length < PROCESSES[this.#options.engine])
      this.#processes.push(await startProcess(this.#surroundings, this.#newLife()));
  }

  async #findings(): Promise<Pick<SimulationResult, 'findings' | 'foundAt'>> {
    const { steps } = this.#options;
    let looked = 0;
    for (let step = 0; step < steps; step += 1) {
      await this.#step(step);
      const { trace } = this.#scheduler;
      const wrote = trace.slice(looked).some((line) => WRITES.test(line));
      looked = trace.length;
      const findings = [
        ...this.#reported(),
        ...(wrote ? await this.#unwatched(() => stepFindings(this.#monitor)) : []),
      ];
      if (findings.length > 0) return { findings, foundAt: step };
    }
    await this.#heal();
    const { held } = this.#world;
    const findings = await this.#unwatched(async () => [
      ...this.#reported(),
      ...(await stepFindings(this.#monitor)),
      ...(await endFindings(held.database, this.#world)),
      ...(await countFindings(this.#world)),
    ]);
    return { findings, foundAt: findings.length > 0 ? steps : undefined };
  }

  /** What the acquirer, the merchant and the receiver found wrong. */
  #reported(): string[] {
    const { acquirer, acknowledged } = this.#world;
    return [...acquirer.findings, ...acknowledged.findings];
  }

  /** Reads the database as nobody in the simulation does. */
  #unwatched<T>(act: () => Promise<T>): Promise<T> {
    return this.#scheduler.freely(act);
  }

  async #step(step: number): Promise<void> {
    const choice = createRandom(this.#options.seed, `step ${step}`);
    if (choice.isBelow(0.012)) await this.#crash(choice);
    if (this.#underWay < MOST_AT_ONCE && choice.isBelow(0.4)) this.#begin(choice);
    if (choice.isBelow(0.04)) await this.#scheduler.pass(20_000);
    if (await this.#scheduler.step()) return;
    if (this.#scheduler.isBusy()) await this.#scheduler.settleAnew();
    else await this.#scheduler.pass();
  }

  /** One process dies, and another one starts while the others go on. */
  async #crash(choice: Random): Promise<void> {
    const { figures } = this.#world;
    const [dying] = this.#processes.splice(choice.below(this.#processes.length), 1);
    if (dying === undefined) return;
    figures.crashes += 1;
    this.#scheduler.note('a process dies');
    this.#scheduler.end(dying.life);
    await this.#scheduler.settle();
    const life = this.#newLife();
    const start = async () => {
      this.#processes.push(await startProcess(this.#surroundings, life));
    };
    // With one session, nothing else goes on meanwhile. With several, others hold locks that the start may wait for.
    if (this.#options.engine === 'pglite') await this.#scheduler.freely(start);
    else this.#run('start', life, start);
  }

  #newLife(): Life {
    const life = new Life();
    this.#lives.push(life);
    return life;
  }

  /** Begins what somebody does. */
  #begin(choice: Random): void {
    const world = this.#world;
    const number = world.begun;
    world.begun += 1;
    const act = choice.pick(ACTS);
    if (act === undefined || this.#options.without?.includes(number) === true) return;
    const process = choice.pick(this.#processes);
    if (process === undefined) return;
    this.#run(act.name, process.life, () => act(seenBy(process, world), choice));
  }

  /** Runs something as work of a process. */
  #run(name: string, life: Life, act: (life: Life) => Promise<unknown>): void {
    const { acknowledged } = this.#world;
    this.#scheduler.note(`begin ${name}`);
    this.#underWay += 1;
    const ended = () => {
      this.#underWay -= 1;
    };
    this.#scheduler.in(life, () => {
      // What waits for an answer when its process dies would wait for ever.
      Promise.race([act(life), life.death]).then(ended, (error: unknown) => {
        ended();
        if (!isProcessDied(error)) acknowledged.findings.push(`${name} threw ${describe(error)}`);
      });
    });
  }

  /** Ends all faults, and lets the service do what is left, as an hour and then some days pass. */
  async #heal(): Promise<void> {
    const world = this.#world;
    world.isHealed = true;
    world.acquirer.calls.isHealed = true;
    this.#scheduler.note('all faults end');
    await this.#drain();
    const [process] = this.#processes;
    if (process === undefined) throw new Error('No process has started');
    const { life } = process;
    world.process = process;
    for (let round = 0; round < HEALING_ROUNDS; round += 1) {
      world.undelivered.push(...world.acquirer.decide(true));
      for (const told of [...world.undelivered]) {
        this.#run('tell', life, () => tell(world, told));
        await this.#drain();
      }
      this.#scheduler.nowMs += HEALING_STEPS_MS[round] ?? 3_600_000;
      for (const { name, run } of sweepsOf(process)) {
        this.#run(name, life, run);
        await this.#drain();
      }
      const isOpen = await this.#unwatched(() => isAnythingOpen(this.#monitor));
      if (!isOpen && world.undelivered.length === 0) return;
    }
  }

  /** Lets everything that can go on go on. */
  async #drain(): Promise<void> {
    for (let steps = 0; steps < MOST_DRAINING_STEPS; steps += 1) {
      if (await this.#scheduler.step()) continue;
      if (this.#scheduler.isBusy()) {
        await this.#scheduler.settleAnew();
        continue;
      }
      if (this.#underWay === 0) return;
      if (await this.#scheduler.pass()) continue;
      // What waits for no task and no timer may be a start, whose keyring is opened by threads of its own, or the pause
      // after a conflict on PostgreSQL.
      await sleep(WAIT_MS);
    }
    throw new Error('What was begun does not come to an end');
  }
}

/** The world of somebody whose requests come to one process. */
function seenBy(process: Process, world: World): World {
  return Object.create(world, { process: { value: process } }) as World;
}

const WRITES = /\b(insert|update|delete|with)\b/i;
const HEALING_ROUNDS = 40;
/** First minutes, in which nothing may be left out, and then hours. */
const HEALING_STEPS_MS = [15_000, 60_000, 120_000, 600_000, 600_000];
const MOST_DRAINING_STEPS = 10_000;
const WAIT_MS = 1;

function isProcessDied(error: unknown): boolean {
  return error instanceof Error && (error instanceof ProcessDied || isProcessDied(error.cause));
}

function describe(error: unknown): string {
  return error instanceof Error
    ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' ')
    : String(error);
}
