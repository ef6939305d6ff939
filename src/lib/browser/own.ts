/** The fields of our forms, and our hidden ones, which are not inside of them. Extensions add inputs of their own. */
const OWN = '[aria-describedby$=-note],input[form]';

/**
 * Keeps what extensions add to a form from submitting it, and from being sent with it. Their buttons do not submit it,
 * nor does Enter in their inputs. Enter in one of our fields clicks the form's first button, whoever added it, and
 * does submit.
 */
export function ignoreForeign(form: HTMLFormElement): void {
  const isOwn = (element: EventTarget | null) => element instanceof Element && element.matches(OWN);
  form.addEventListener('click', (event) => {
    const { target, detail } = event;
    const button = target instanceof Element && target.closest('button,[type=submit],[type=image]');
    const isImplicit = detail === 0 && isOwn(document.activeElement);
    if (button && !button.hasAttribute('data-label') && !isImplicit) event.preventDefault();
  });
  form.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (key === 'Enter' && target instanceof HTMLInputElement && !isOwn(target)) {
      event.preventDefault();
    }
  });
  form.addEventListener('formdata', ({ formData }) => {
    for (const name of [...formData.keys()]) formData.delete(name);
    for (const { name, value } of document.querySelectorAll<HTMLInputElement>(OWN)) {
      formData.set(name, value);
    }
  });
}
