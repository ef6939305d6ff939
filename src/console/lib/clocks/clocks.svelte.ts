import { getContext, setContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { command } from '#console/api/client.ts';
import { session } from '#console/api/session.svelte.ts';

const EVERY_MS = 10_000;

/** How far merchants are ahead of real time: all that is theirs has their time. */
class Clocks {
  #ahead = new SvelteMap<string, number>();

  /** Undefined for a merchant in real time. */
  aheadMs(merchant: string | null | undefined): number | undefined {
    return typeof merchant === 'string' ? this.#ahead.get(merchant) : undefined;
  }

  /** How many merchants are ahead. */
  get count(): number {
    return this.#ahead.size;
  }

  /** Reads them, and goes on with it where there are test clocks. @returns what ends it */
  watch(): () => void {
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOver = false;
    const read = async () => {
      if (document.hidden) return;
      const known = await this.#read();
      if (known && !isOver) timer ??= setInterval(() => void read(), EVERY_MS);
    };
    if (session.may('clocks list')) void read();
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }

  /** @returns whether there are test clocks; what was known stays where that cannot be asked */
  async #read(): Promise<boolean> {
    try {
      const { test_clocks: areThere, items } = await command('clocks list', {});
      for (const { merchant_id: id, ahead_ms: ms } of items) this.#ahead.set(id, ms);
      return areThere;
    } catch {
      return false;
    }
  }
}

export const clocks = new Clocks();

const WHOSE = Symbol('whose time');

/** Whose times a view shows, where all of it is one merchant's. */
export function setWhoseTime(merchant: () => string | undefined): void {
  setContext(WHOSE, merchant);
}

export function getWhoseTime(): (() => string | undefined) | undefined {
  return getContext(WHOSE);
}
