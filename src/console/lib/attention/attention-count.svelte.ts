import { command } from '#console/api/client.ts';
import { session } from '#console/api/session.svelte.ts';

const INTERVAL_MS = 120_000;
const MOST = 99;

/**
 * The number of items that need attention, for the navigation. It is polled only every two minutes, and only while
 * the page is visible.
 */
class AttentionCount {
  #count = $state(0);
  #timer: ReturnType<typeof setInterval> | undefined;

  /** The number as text; '' if it is 0 or the person may not see it. */
  get text(): string {
    if (this.#count === 0) return '';
    return this.#count > MOST ? `${MOST}+` : String(this.#count);
  }

  /** Starts polling. @returns a function that stops it */
  watch(): () => void {
    void this.refresh();
    this.#timer = setInterval(() => {
      if (!document.hidden) void this.refresh();
    }, INTERVAL_MS);
    return () => clearInterval(this.#timer);
  }

  async refresh(): Promise<void> {
    if (!session.may('attention list')) return;
    try {
      const [entries, conditions] = await Promise.all([
        command('attention list', { limit: MOST + 1 }),
        command('attention conditions', {}),
      ]);
      this.#count = entries.items.length + conditions.length;
    } catch {
      // The view shows the problem. No number is better than a wrong one.
      this.#count = 0;
    }
  }
}

export const attentionCount = new AttentionCount();
