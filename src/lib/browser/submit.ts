import { idOf, type FieldName } from '../card-form/fields.ts';
import type { FormAnswer } from '../card-form/form-view.ts';
import type { FieldErrors } from '../card-form/validate.ts';
import { inputOf, textOf, type ValidatedFields } from './fields.ts';
import { isLocked, lock } from './form.ts';
import { element, hideNotice, showNotice, isOffline } from './notice.ts';
import { addressOf, growingPauses, readStateOf, sendCard } from './server.ts';

/**
 * Submits the card form without leaving the page, so that after a decline everything typed is still there: only this
 * document holds it. Locks the form before anything else, so that a second click finds it locked. If anything throws
 * before the card is sent, the plain form is submitted, once. After that, errors lead to the order's status page,
 * which sends nothing.
 */
export function submitByScript(form: HTMLFormElement, fields: ValidatedFields): void {
  let hasFallenBack = false;
  const showOutcome = (answer: FormAnswer, isCertain: boolean) => {
    if (answer.phase !== 'form') {
      location.assign(answer.next ?? addressOf(form, 'status'));
      return;
    }
    lock(form, false);
    const { errors, notice, attemptsLeft } = answer;
    const wasTried = isCertain || String(attemptsLeft) !== form.dataset['attemptsLeft'];
    form.dataset['attemptsLeft'] = String(attemptsLeft);
    if (errors) {
      fields.show(errors);
      showSummary(errors, fields.names);
    } else if (notice && wasTried) {
      fields.clearCode();
      showNotice(notice);
    } else {
      showNotice('notSent');
    }
  };
  const showOutcomeOf = async (sent: Promise<FormAnswer | undefined>) => {
    const answer = await sent;
    showOutcome(answer ?? (await pollOutcome(form)), answer !== undefined);
  };
  const pay = () => {
    if (isLocked(form)) return;
    hideNotice();
    if (showSummary(fields.validateAll(), fields.names)) return;
    if (isOffline()) {
      showNotice('offline');
      return;
    }
    lock(form, true);
    showOutcomeOf(sendCard(form, readBrowserInfo())).catch(() => {
      location.assign(addressOf(form, 'status'));
    });
  };
  addEventListener('stopped', () => lock(form, false));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (hasFallenBack) return;
    try {
      pay();
    } catch {
      hasFallenBack = true;
      // An input that an extension named `submit` would be the form's own property.
      HTMLFormElement.prototype.submit.call(form);
    }
  });
}

/** Polls the order's state after a submit without an answer, until the server says what happened. */
async function pollOutcome(form: HTMLFormElement): Promise<FormAnswer> {
  showNotice('findingOut');
  const pause = growingPauses();
  for (;;) {
    const state = await readStateOf(form);
    if (state) {
      hideNotice();
      return state;
    }
    await pause();
  }
}

/**
 * Lists the errors and focuses the list; hides it if there are none.
 *
 * @returns whether it is shown
 */
export function showSummary(errors: FieldErrors, names: readonly FieldName[]): boolean {
  const box = document.getElementById('summary');
  const list = box?.querySelector('ul');
  if (!box || !list) return false;
  list.textContent = '';
  for (const field of names) {
    const error = errors[field];
    if (!error) continue;
    const link = element('a', textOf(field, error));
    link.href = `#${idOf(field)}`;
    // Following the fragment link would add an entry to the shopper's history.
    link.onclick = (event) => {
      event.preventDefault();
      inputOf(field).focus();
    };
    const item = element('li', '');
    item.append(link);
    list.append(item);
  }
  box.hidden = list.textContent === '';
  if (!box.hidden) box.focus();
  return !box.hidden;
}

/** The colour depths that 3-D Secure defines, largest first. */
const EMV_COLOUR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1];

function inRange(pixels: number): string {
  return String(Math.min(99_999, Math.max(1, Math.round(pixels))));
}

/** Returns the browser data that issuers ask for, by their names in the form. */
function readBrowserInfo(): Record<string, string> {
  return {
    color_depth: String(EMV_COLOUR_DEPTHS.find((depth) => depth <= screen.colorDepth) ?? 1),
    // Browsers without the method have no Java either; the type definitions assume that it always exists.
    java_enabled: String('javaEnabled' in navigator && navigator.javaEnabled()),
    screen_height: inRange(screen.height),
    screen_width: inRange(screen.width),
    timezone: String(new Date().getTimezoneOffset()),
    window_height: inRange(innerHeight),
    window_width: inRange(innerWidth),
  };
}
