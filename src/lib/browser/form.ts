/** The fields of our forms, and our hidden ones, which are not inside of them. Extensions add inputs of their own. */
const OWN = '[aria-describedby$=-note],input[form]';

/** Returns the fields of the page's form without those that extensions added. */
export function ownFields(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(OWN)];
}

/**
 * Keeps what extensions add to a form from submitting it: their buttons, and Enter in their inputs. Enter in one of our
 * fields submits through the form's first button, whoever added it. Not every browser focuses the button that is
 * clicked, and those before 2021 do not say which button submits: there any may.
 */
export function ignoreForeign(form: HTMLFormElement): void {
  const isOwn = (element: Element | null | undefined) =>
    element === undefined || element?.matches(`[data-label],${OWN}`);
  form.addEventListener('submit', (event) => {
    const active = document.activeElement;
    if (isOwn(active) || (isOwn(event.submitter) && !active?.matches('input,button'))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
}

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
