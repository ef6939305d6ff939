import { outage } from './outage.svelte.ts';
import { asProblem, isOutage, type Problem } from './problem.ts';

/**
 * What is asked of the service, and asked again when what the question reads has changed. Made where a component
 * is: it ends with the component.
 */
export class Query<Answer> {
  /** The latest answer: it stays while a newer one is awaited. */
  answer: Answer | undefined = $state.raw();
  problem: Problem | undefined = $state.raw();
  isLoading = $state(true);
  #asked = $state(0);

  /** @param ask what it reads before its first await is what it is asked again for */
  constructor(ask: (signal: AbortSignal) => Promise<Answer>) {
    $effect(() => {
      void this.#asked;
      const broken = new AbortController();
      void this.#run(ask(broken.signal), broken.signal);
      return () => {
        broken.abort();
        outage.left(this);
      };
    });
  }

  /** Asks the same once more. */
  reload(): void {
    this.#asked += 1;
  }

  async #run(asked: Promise<Answer>, signal: AbortSignal): Promise<void> {
    this.isLoading = true;
    try {
      const answer = await asked;
      if (signal.aborted) return;
      this.answer = answer;
      this.problem = undefined;
      outage.answered(this);
    } catch (error) {
      if (signal.aborted) return;
      this.problem = asProblem(error);
      noteOutage(this.problem, this);
    }
    this.isLoading = false;
  }
}

function noteOutage(problem: Problem, query: { reload(): void }): void {
  if (isOutage(problem)) outage.met(problem, query);
  else outage.answered(query);
}

interface Page<Item> {
  items: readonly Item[];
  next?: string | undefined;
}

/** A list that is asked for a page at a time, and grows. */
export class ListQuery<Item> {
  items: readonly Item[] = $state.raw([]);
  problem: Problem | undefined = $state.raw();
  isLoading = $state(true);
  /** Behind which there is more; undefined at the end. */
  next: string | undefined = $state.raw();
  #asked = $state(0);
  #ask: (after: string | undefined, signal: AbortSignal) => Promise<Page<Item>>;
  #broken = new AbortController();

  /** @param ask what it reads before its first await is what the list begins anew for */
  constructor(ask: (after: string | undefined, signal: AbortSignal) => Promise<Page<Item>>) {
    this.#ask = ask;
    $effect(() => {
      void this.#asked;
      this.#broken = new AbortController();
      const { signal } = this.#broken;
      void this.#run(ask(undefined, signal), signal, []);
      return () => {
        this.#broken.abort();
        outage.left(this);
      };
    });
  }

  /** Whether it is known that there is nothing. */
  get isEmpty(): boolean {
    return !this.isLoading && this.problem === undefined && this.items.length === 0;
  }

  reload(): void {
    this.#asked += 1;
  }

  more(): void {
    if (this.next === undefined || this.isLoading) return;
    const { signal } = this.#broken;
    void this.#run(this.#ask(this.next, signal), signal, this.items);
  }

  async #run(asked: Promise<Page<Item>>, signal: AbortSignal, before: readonly Item[]) {
    this.isLoading = true;
    try {
      const { items, next } = await asked;
      if (signal.aborted) return;
      this.items = [...before, ...items];
      this.next = next;
      this.problem = undefined;
      outage.answered(this);
    } catch (error) {
      if (signal.aborted) return;
      this.problem = asProblem(error);
      noteOutage(this.problem, this);
    }
    this.isLoading = false;
  }
}
