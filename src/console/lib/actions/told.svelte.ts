/** What was last done, said where everybody sees and hears it. */
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
