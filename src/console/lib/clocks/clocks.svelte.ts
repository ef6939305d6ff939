import { getContext, setContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { command } from '#console/api/client.ts';
import { session } from '#console/api/session.svelte.ts';

const EVERY_MS = 10_000;

/** How far merchants' test clocks are ahead of real time. All times of such a merchant follow its clock. */
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

  /** Reads the clocks, and polls them if the deployment has test clocks. @returns a function that stops it */
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

  /** @returns whether the deployment has test clocks; false if the request fails, which keeps the last known times */
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

const CLOCK_MERCHANT = Symbol('clock merchant');

/** Sets the merchant whose clock a view's times follow, for a view about one merchant. */
export function setClockMerchant(merchant: () => string | undefined): void {
  setContext(CLOCK_MERCHANT, merchant);
}

export function getClockMerchant(): (() => string | undefined) | undefined {
  return getContext(CLOCK_MERCHANT);
}
