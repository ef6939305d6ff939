import type { Problem } from './problem.ts';

interface Asking {
  reload(): void;
}

/** The outage that queries have met, if any. Views show it first. */
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

  /** Records that a query succeeded. The outage is over once every query that met it has succeeded. */
  answered(query: Asking): void {
    this.#failed.delete(query);
    if (this.#failed.size === 0) this.#problem = undefined;
  }

  /** Forgets a query that ended with its component. The outage stays until another query succeeds. */
  left(query: Asking): void {
    this.#failed.delete(query);
  }

  retry(): void {
    for (const query of this.#failed) query.reload();
  }
}

export const outage = new Outage();
