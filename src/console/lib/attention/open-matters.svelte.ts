import { command } from '#console/api/client.ts';
import { session } from '#console/api/session.svelte.ts';

const EVERY_MS = 120_000;
const MOST = 99;

/** How much needs attention, for the navigation: asked rarely, and not while nobody looks. */
class OpenMatters {
  #count = $state(0);
  #timer: ReturnType<typeof setInterval> | undefined;

  /** '' where there is nothing, or nothing that they may see. */
  get text(): string {
    if (this.#count === 0) return '';
    return this.#count > MOST ? `${MOST}+` : String(this.#count);
  }

  /** @returns what ends it */
  watch(): () => void {
    void this.ask();
    this.#timer = setInterval(() => {
      if (!document.hidden) void this.ask();
    }, EVERY_MS);
    return () => clearInterval(this.#timer);
  }

  async ask(): Promise<void> {
    if (!session.may('attention list')) return;
    try {
      const [matters, conditions] = await Promise.all([
        command('attention list', { limit: MOST + 1 }),
        command('attention conditions', {}),
      ]);
      this.#count = matters.items.length + conditions.length;
    } catch {
      // The view itself says what is wrong; beside its name nothing is better than what is not known.
      this.#count = 0;
    }
  }
}

export const openMatters = new OpenMatters();
