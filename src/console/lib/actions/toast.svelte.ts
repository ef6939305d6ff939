/** The result of the last action. It is shown for `SHOWN_MS` and read by screen readers. */
class Toast {
  text = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(text: string): void {
    clearTimeout(this.#timer);
    this.text = text;
    this.#timer = setTimeout(() => (this.text = ''), SHOWN_MS);
  }
}

const SHOWN_MS = 8_000;

export const toast = new Toast();
