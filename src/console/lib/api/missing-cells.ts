import { createSubscriber } from 'svelte/reactivity';
import * as v from 'valibot';

const withMissing = v.object({ missing_cells: v.array(v.number()) });

/** Cells that did not answer. The view lacks the data in them. */
class MissingCells {
  /** The cells missing from each command's last answer. */
  #ofPath: ReadonlyMap<string, readonly number[]> = new Map();
  #tell = (): void => undefined;
  #subscribe = createSubscriber((update) => {
    this.#tell = update;
  });

  get numbers(): readonly number[] {
    this.#subscribe();
    const numbers = new Set([...this.#ofPath.values()].flat());
    return [...numbers].toSorted((one, other) => one - other);
  }

  /** @param answer any answer; most are complete and have no `missing_cells` */
  note(path: string, answer: unknown): void {
    const missing = v.is(withMissing, answer) ? answer.missing_cells : [];
    if (missing.length > 0 || this.#ofPath.has(path)) {
      this.#become([...this.#ofPath, [path, missing]]);
    }
  }

  /** Clears the list when another view opens. */
  forget(): void {
    this.#become([]);
  }

  #become(ofPath: readonly (readonly [path: string, cells: readonly number[]])[]): void {
    this.#ofPath = new Map(ofPath);
    this.#tell();
  }
}

export const missingCells = new MissingCells();
