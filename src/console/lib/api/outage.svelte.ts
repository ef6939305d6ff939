import type { Problem } from './problem.ts';

interface Asking {
  reload(): void;
}

/** Whether what the console asks is down, as queries find it: their views then say that first. */
class Outage {
  #problem: Problem | undefined = $state.raw();
  readonly #failed = new Set<Asking>();

  get problem(): Problem | undefined {
    return this.#problem;
  }

  met(problem: Problem, query: Asking): void {
    this.#failed.add(query);
    this.#problem = problem;
  }

  /** It is over once each query that met it was answered. */
  answered(query: Asking): void {
    this.#failed.delete(query);
    if (this.#failed.size === 0) this.#problem = undefined;
  }

  /** A query that has ended is not asked again; whether it is over the next one finds out. */
  left(query: Asking): void {
    this.#failed.delete(query);
  }

  retry(): void {
    for (const query of this.#failed) query.reload();
  }
}

export const outage = new Outage();
