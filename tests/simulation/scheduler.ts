import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turnOfEventLoop, setTimeout as sleep } from 'node:timers/promises';
import type { Timers } from '#service/platform/timers.ts';
import type { Random } from './random.ts';

/** The reason why nothing that a dead process began goes on. */
export class ProcessDied extends Error {}

/** One process of the service; it dies by being forgotten. */
export class Life {
  isOver = false;
  readonly #death = Promise.withResolvers<never>();

  constructor() {
    this.#death.promise.catch(() => undefined);
  }

  /** Rejects when the process dies. */
  get death(): Promise<never> {
    return this.#death.promise;
  }

  end(): void {
    this.isOver = true;
    this.#death.reject(new ProcessDied());
  }
}

interface Task {
  label: string;
  /** The process that it belongs to; undefined for the world outside, which outlives it. */
  life: Life | undefined;
  go: () => void;
  drop: (() => void) | undefined;
}

interface Timer {
  atMs: number;
  act: () => void;
  life: Life | undefined;
}

/** Turns of the event loop after which everything that needs no task has come to its next one. */
const TURNS = 3;
/** After this time, a statement is taken to wait for a lock of another session, and the others go on. */
const LOCK_WAIT_MS = 5;

/**
 * Lets one task go on at a time, as a seed chooses. Everything that takes time in the service, and in the world around
 * it, is a task or a timer; between two of them nothing waits.
 */
export class Scheduler {
  readonly #ready: Task[] = [];
  readonly #timers: Timer[] = [];
  readonly #random: Random;
  readonly #lives = new AsyncLocalStorage<Life>();
  readonly #mayOverlap: boolean;
  #underWay = 0;
  /** How many of those under way wait for a lock. */
  #waiting = 0;
  /** Called when something that was under way has ended. */
  #onEnd: () => void = () => undefined;
  #isFree = false;
  nowMs: number;
  readonly trace: string[] = [];

  constructor(random: Random, { startMs, mayOverlap }: { startMs: number; mayOverlap: boolean }) {
    this.#random = random;
    this.nowMs = startMs;
    this.#mayOverlap = mayOverlap;
  }

  readonly timers: Timers = {
    monotonicMs: () => this.nowMs,
    after: (ms, act) => this.after(ms, act),
  };

  /** The process whose work is running. */
  life(): Life | undefined {
    return this.#lives.getStore();
  }

  /** Runs something as work of a process. */
  in<T>(life: Life, act: () => T): T {
    return this.#lives.run(life, act);
  }

  /** Runs something as work of the world outside the process. */
  outside<T>(act: () => T): T {
    return this.#lives.exit(act);
  }

  note(line: string): void {
    if (!this.#isFree) this.trace.push(line);
  }

  after(ms: number, act: () => void): () => void {
    const life = this.life();
    const timer = { atMs: this.nowMs + Math.max(0, ms), act, life };
    this.#timers.push(timer);
    return () => {
      const place = this.#timers.indexOf(timer);
      if (place >= 0) this.#timers.splice(place, 1);
    };
  }

  /** Makes `go` a task. */
  when(label: string, go: () => void): void {
    this.#ready.push({ label, life: this.life(), go, drop: undefined });
  }

  /** Waits for a turn, and then runs `act`, which is one step for everybody else. */
  async turn<T>(label: string, act: () => Promise<T>): Promise<T> {
    const life = this.life();
    if (life?.isOver === true) throw new ProcessDied();
    if (!this.#isFree) {
      await new Promise<void>((go, reject) => {
        const drop = () => {
          reject(new ProcessDied());
        };
        this.#ready.push({
          label,
          life,
          drop,
          go: () => {
            this.#underWay += 1;
            go();
          },
        });
      });
    } else this.#underWay += 1;
    try {
      return await act();
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#underWay -= 1;
    this.#waiting = Math.min(this.#waiting, this.#underWay);
    this.#onEnd();
  }

  /** Counts something as under way that takes no turn. @returns what ends it */
  begins(): () => void {
    let isOver = false;
    this.#underWay += 1;
    return () => {
      if (!isOver) this.#end();
      isOver = true;
    };
  }

  /** Ends a process: what it waits for never comes. */
  end(life: Life): void {
    life.end();
    for (const task of this.#ready.splice(0)) {
      if (task.life === life) task.drop?.();
      else this.#ready.push(task);
    }
    const timers = this.#timers.splice(0).filter((timer) => timer.life !== life);
    this.#timers.push(...timers);
  }

  /** Lets everything go on at once while `act` runs: a start or an end, where nothing else happens. */
  async freely<T>(act: () => Promise<T>): Promise<T> {
    this.#isFree = true;
    try {
      return await act();
    } finally {
      this.#isFree = false;
    }
  }

  /** Lets one task go on. @returns whether there was one */
  async step(): Promise<boolean> {
    const place = this.#random.below(this.#ready.length);
    const [task] = this.#ready.splice(place, 1);
    if (task === undefined) return false;
    this.note(task.label);
    this.#run(task.life, task.go);
    await this.settle();
    return true;
  }

  /** Whether a statement is under way. */
  isBusy(): boolean {
    return this.#underWay > 0;
  }

  /** Moves the clock to the next timer, if it is due within `mostMs`. @returns whether it was moved */
  async pass(mostMs = Infinity): Promise<boolean> {
    this.#timers.sort((a, b) => a.atMs - b.atMs);
    const [timer] = this.#timers;
    if (timer === undefined || timer.atMs > this.nowMs + mostMs) return false;
    this.#timers.shift();
    this.nowMs = Math.max(this.nowMs, timer.atMs);
    this.note(`time ${this.nowMs}`);
    this.#run(timer.life, timer.act);
    await this.settle();
    return true;
  }

  /** Waits until everything that needs no task has come to its next one, or waits for a lock of another session. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < TURNS; quiet += 1) {
      await turnOfEventLoop();
      if (this.#underWay === this.#waiting) continue;
      quiet = 0;
      if (this.#mayOverlap && !(await this.#anyEnded())) this.#waiting = this.#underWay;
    }
  }

  /** Waits for what waits for a lock. */
  async settleAnew(): Promise<void> {
    this.#waiting = 0;
    await this.settle();
  }

  /** Waits until something that is under way ends. @returns false if that takes long: it waits for a lock */
  async #anyEnded(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#onEnd = () => {
      resolve(true);
    };
    const cancel = new AbortController();
    const late = sleep(LOCK_WAIT_MS, false, { signal: cancel.signal }).catch(() => false);
    const ended = await Promise.race([promise, late]);
    cancel.abort();
    return ended;
  }

  #run(life: Life | undefined, act: () => void): void {
    if (life === undefined) this.outside(act);
    else if (!life.isOver) this.in(life, act);
  }
}
