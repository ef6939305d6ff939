/** What was last done, said where everybody notices it: it is shown, and read out. */
class Told {
  text = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    clearTimeout(this.#timer);
    this.text = text;
    this.#timer = setTimeout(() => (this.text = ''), SHOWN_MS);
  }
}

const SHOWN_MS = 8_000;

export const told = new Told();
