import type { Problem } from './problem.ts';

interface Reloadable {
  reload(): void;
}

/** The outage that makes queries fail, if any. Views show it first. */
class Outage {
  #problem: Problem | undefined = $state.raw();
  readonly #failed = new Set<Reloadable>();

  get problem(): Problem | undefined {
    return this.#problem;
  }

  recordFailure(problem: Problem, query: Reloadable): void {
    this.#failed.add(query);
    this.#problem = problem;
  }

  /** Records that a query succeeded. The outage is over once every failed query has succeeded. */
  recordSuccess(query: Reloadable): void {
    this.#failed.delete(query);
    if (this.#failed.size === 0) this.#problem = undefined;
  }

  /** Forgets a query that ended with its component. The outage stays until another query succeeds. */
  forget(query: Reloadable): void {
    this.#failed.delete(query);
  }

  retry(): void {
    for (const query of this.#failed) query.reload();
  }
}

export const outage = new Outage();
