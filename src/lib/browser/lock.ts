/** Locks or unlocks a form. While it is locked, its button shows a busy label, which a status announces once. */
export function lock(form: HTMLFormElement, isBusy: boolean): void {
  const button = form.querySelector<HTMLElement>('[data-label]');
  const label = button?.querySelector('span');
  if (!button || !label) return;
  const { label: idle = '', busyLabel = '' } = button.dataset;
  label.textContent = isBusy ? busyLabel : idle;
  if (isBusy) button.setAttribute('aria-disabled', 'true');
  else button.removeAttribute('aria-disabled');
  const status = document.getElementById('busy');
  if (status) status.textContent = isBusy ? busyLabel : '';
}

export function isLocked(form: HTMLFormElement): boolean {
  return form.querySelector('[data-label][aria-disabled]') !== null;
}
