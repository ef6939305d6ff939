/** Whether a key is meant for a field, a dialog or the browser, and so is no command. */
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

/** `j` and `k` go from row to row of the table, wherever the page is; Enter opens, as on every link. */
export function rowKeys(table: HTMLElement): () => void {
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || isTyping(event)) return;
    const rows = [...table.querySelectorAll<HTMLElement>('[data-row]')];
    const at = rows.findIndex((row) => row === document.activeElement);
    // From nowhere, both begin at the first.
    const to = rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)];
    to?.focus();
  };
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('keydown', onKey);
  };
}
