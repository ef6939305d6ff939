/** Returns whether a key is meant for a field, a dialog or the browser, and so is not a shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (document.querySelector('dialog[open]') !== null) return true;
  const { target } = event;
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

/**
 * Moves the focus between a table's rows with `j` and `k`, from anywhere on the page. Enter opens a row, as it does
 * any link.
 *
 * @returns a function that ends this
 */
export function rowKeys(table: HTMLElement): () => void {
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || isTyping(event)) return;
    const rows = [...table.querySelectorAll<HTMLElement>('[data-row]')];
    const at = rows.findIndex((row) => row === document.activeElement);
    // If no row has the focus, both go to the first.
    const to = rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)];
    to?.focus();
  };
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('keydown', onKey);
  };
}
