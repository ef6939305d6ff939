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
  #broken = new AbortController();

  /** @param ask what it reads before its first await is what it is asked again for */
  constructor(ask: (signal: AbortSignal) => Promise<Answer>) {
    $effect(() => {
      void this.#asked;
      this.#broken = new AbortController();
      void this.run(ask);
      return () => {
        this.#broken.abort();
        outage.left(this);
      };
    });
  }

  /** Asks the same once more. */
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
      outage.answered(this);
    } catch (error) {
      if (signal.aborted) return;
      this.problem = asProblem(error);
      if (isOutage(this.problem)) outage.met(this.problem, this);
      else outage.answered(this);
    }
    this.isLoading = false;
  }
}

interface Page<Item> {
  items: readonly Item[];
  next?: string | undefined;
}

/** As many items as commands answer at once, unless they are asked for another number. */
const FIRST_PAGE = 100;

/** A list that is asked for a page at a time, and grows. */
export class ListQuery<Item> extends Query<Page<Item>> {
  #ask: (after: string | undefined, signal: AbortSignal) => Promise<Page<Item>>;

  /** @param ask what it reads before its first await is what the list begins anew for */
  constructor(ask: (after: string | undefined, signal: AbortSignal) => Promise<Page<Item>>) {
    super((signal) => ask(undefined, signal));
    this.#ask = ask;
  }

  get items(): readonly Item[] {
    return this.answer?.items ?? [];
  }

  /** Behind which there is more; undefined at the end. */
  get next(): string | undefined {
    return this.answer?.next;
  }

  /** Whether it is known that there is nothing. */
  get isEmpty(): boolean {
    return !this.isLoading && this.problem === undefined && this.items.length === 0;
  }

  /** Asks the same once more; a list that has grown by `more` stays as it is. */
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
