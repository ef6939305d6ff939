import type { Figures } from '../figures.ts';
import type { Random } from '../random.ts';
import type { Scheduler } from '../scheduler.ts';

/** How likely each fault of a call is. */
const FAULT = 0.06;
const LATEST_MS = 40_000;

/** The network between the service and the acquirer. It loses, doubles and delays calls and their answers. */
export class Calls {
  /** The faults of the network, counted. */
  readonly figures: Pick<Figures, 'lost' | 'doubled' | 'late'> = { lost: 0, doubled: 0, late: 0 };
  /** Whether calls arrive and answers are prompt and true. */
  isHealed = false;
  readonly #scheduler: Scheduler;
  readonly #random: Random;

  constructor(scheduler: Scheduler, random: Random) {
    this.#scheduler = scheduler;
    this.#random = random;
  }

  /** Returns whether something fails that may fail. */
  fails(probability: number): boolean {
    return !this.isHealed && this.#random.isBelow(probability);
  }

  /** Makes a call: what the acquirer does, and its answer, are steps of their own. */
  make<T>(label: string, act: () => T, signal: AbortSignal): Promise<T> {
    const fate = this.isHealed ? 1 : this.#random.next();
    const scheduler = this.#scheduler;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const break_ = () => {
      this.figures.lost += 1;
      scheduler.when(`${label} breaks`, () => {
        reject(new Error('The connection broke'));
      });
    };
    const life = scheduler.life();
    const inLife = (go: () => void) => {
      if (life === undefined) go();
      else if (!life.isOver) scheduler.in(life, go);
    };
    const abort = () => {
      reject(signal.reason as Error);
    };
    // While a signal has a listener, Node keeps it, and with it the whole process that made the call.
    const forget = () => {
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    life?.death.catch(forget);
    promise.then(forget, forget);
    if (fate < FAULT) {
      break_();
      return promise;
    }
    const arrive = () => {
      const isDoubled = fate > FAULT && fate < 2 * FAULT;
      const answered = this.#act(act, isDoubled);
      inLife(() => {
        if (fate > 2 * FAULT && fate < 3 * FAULT) {
          break_();
          return;
        }
        scheduler.when(`${label} answered`, () => {
          if ('value' in answered) resolve(answered.value);
          else reject(answered.error);
        });
      });
    };
    if (fate > 3 * FAULT && fate < 4 * FAULT) {
      this.figures.late += 1;
      scheduler.outside(() => scheduler.after(this.#random.below(LATEST_MS), arrive));
    } else
      scheduler.outside(() => {
        scheduler.when(label, arrive);
      });
    return promise;
  }

  #act<T>(act: () => T, isDoubled: boolean): { value: T } | { error: Error } {
    try {
      const value = act();
      if (!isDoubled) return { value };
      this.figures.doubled += 1;
      return { value: act() };
    } catch (error) {
      return { error: error instanceof Error ? error : new Error('It broke') };
    }
  }
}
