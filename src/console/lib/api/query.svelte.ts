import { outage } from './outage.svelte.ts';
import { asProblem, isOutage, type Problem } from './problem.ts';

/**
 * A request to the service, repeated when the reactive state that it reads changes. Create it during a component's
 * initialization: it ends with the component.
 */
export class Query<Answer> {
  /** The latest answer. It stays while a newer one loads. */
  answer: Answer | undefined = $state.raw();
  problem: Problem | undefined = $state.raw();
  isLoading = $state(true);
  #asked = $state(0);
  #broken = new AbortController();

  /** @param ask runs again when reactive state that it reads before its first await changes */
  constructor(ask: (signal: AbortSignal) => Promise<Answer>) {
    $effect(() => {
      void this.#asked;
      this.#broken = new AbortController();
      void this.run(ask);
      return () => {
        this.#broken.abort();
        outage.forget(this);
      };
    });
  }

  /** Repeats the request. */
  reload(): void {
    this.#asked += 1;
  }

  protected async run(ask: (signal: AbortSignal) => Promise<Answer>): Promise<void> {
    const { signal } = this.#broken;
    this.isLoading = true;
    try {
      const answer = await ask(signal);
      if (signal.aborted) return;
      this.answer = answer;
      this.problem = undefined;
      outage.recordSuccess(this);
    } catch (error) {
      if (signal.aborted) return;
      this.problem = asProblem(error);
      if (isOutage(this.problem)) outage.recordFailure(this.problem, this);
      else outage.recordSuccess(this);
    }
    this.isLoading = false;
  }
}

interface Page<Item> {
  items: readonly Item[];
  next?: string | undefined;
}

/** The number of items on a page, by the commands' default. */
const FIRST_PAGE = 100;

/** A list that loads page by page. */
export class ListQuery<Item> extends Query<Page<Item>> {
  #ask: (after: string | undefined, signal: AbortSignal) => Promise<Page<Item>>;

  /** @param ask restarts the list when reactive state that it reads before its first await changes */
  constructor(ask: (after: string | undefined, signal: AbortSignal) => Promise<Page<Item>>) {
    super((signal) => ask(undefined, signal));
    this.#ask = ask;
  }

  get items(): readonly Item[] {
    return this.answer?.items ?? [];
  }

  /** The cursor of the next page; undefined at the end. */
  get next(): string | undefined {
    return this.answer?.next;
  }

  /** Whether the list has loaded and is empty. */
  get isEmpty(): boolean {
    return !this.isLoading && this.problem === undefined && this.items.length === 0;
  }

  /** Repeats the request, unless the list has grown by `more`: then it stays unchanged. */
  refresh(): void {
    if (this.items.length <= FIRST_PAGE) this.reload();
  }

  more(): void {
    const { items: before, next: after } = this;
    if (after === undefined || this.isLoading) return;
    void this.run(async (signal) => {
      const { items, next } = await this.#ask(after, signal);
      return { items: [...before, ...items], next };
    });
  }
}
