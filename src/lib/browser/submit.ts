import { FIELD_IDS, FIELDS } from '../card-form/fields.ts';
import type { FormAnswer, Notice } from '../card-form/form-view.ts';
import type { FieldErrors } from '../card-form/validate.ts';
import { inputOf, textOf, type ValidatedFields } from './fields.ts';
import { isLocked, lock } from './lock.ts';
import { growingPauses, readStateOf, sendCard } from './server.ts';

/** What can be said without a server: the page has the texts of these as templates. */
type TemplateNotice = 'notSent' | 'offline' | 'findingOut';

/**
 * Sends the form without leaving the page, so that after a decline everything typed is still here:
 * only this document holds it. The lock is closed before anything else happens: a second click
 * finds it so. Whatever throws before the card is sent lets the plain form go, once; behind that, the
 * order's own page is gone to, which sends nothing.
 */
export function submitByScript(form: HTMLFormElement, fields: ValidatedFields): void {
  let hasGone = false;
  let wasOffline = false;
  const settle = (answer: FormAnswer, isCertain: boolean) => {
    if (answer.phase !== 'form') {
      location.assign(answer.next ?? `${form.action}/status`);
      return;
    }
    lock(form, false);
    const { errors, notice, attemptsLeft } = answer;
    const wasTried = isCertain || String(attemptsLeft) !== form.dataset['attemptsLeft'];
    form.dataset['attemptsLeft'] = String(attemptsLeft);
    if (errors) {
      fields.show(errors);
      showSummary(errors);
    } else if (notice && wasTried) {
      fields.clearCode();
      showNotice(notice);
    } else {
      showNotice('notSent');
    }
  };
  const settleWith = async (sent: Promise<FormAnswer | undefined>) => {
    const answer = await sent;
    settle(answer ?? (await findOut(form)), answer !== undefined);
  };
  const pay = () => {
    if (isLocked(form)) return;
    hideNotice();
    if (showSummary(fields.validateAll())) return;
    // A browser can be wrong about that: a second submit goes out all the same.
    if (!navigator.onLine && !wasOffline) {
      wasOffline = true;
      showNotice('offline');
      return;
    }
    wasOffline = false;
    lock(form, true);
    fillBrowserInfo(form);
    settleWith(sendCard(form)).catch(() => {
      location.assign(`${form.action}/status`);
    });
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (hasGone) return;
    try {
      pay();
    } catch {
      hasGone = true;
      form.submit();
    }
  });
}

/** After a submit without an answer only the order knows what became of it: its state is read until it says. */
async function findOut(form: HTMLFormElement): Promise<FormAnswer> {
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

/** Says what happened, above the form, and takes the focus there: that is what announces it. */
export function showNotice(notice: Notice | TemplateNotice): void {
  const box = document.getElementById('notice');
  if (!box) return;
  box.textContent = '';
  box.append(...noticeContent(notice));
  box.hidden = false;
  box.focus();
}

export function hideNotice(): void {
  const box = document.getElementById('notice');
  if (box) box.hidden = true;
}

function noticeContent(notice: Notice | TemplateNotice): readonly Node[] {
  if (typeof notice !== 'string') {
    return [element('h2', notice.title), ...notice.text.map((text) => element('p', text))];
  }
  const template = document.querySelector<HTMLTemplateElement>(`[data-notice=${notice}]`);
  return template ? [template.content.cloneNode(true)] : [];
}

function element(tag: 'h2' | 'p', text: string): Element {
  return Object.assign(document.createElement(tag), { textContent: text });
}

/** Lists what is wrong and takes the focus there; without errors, the list is hidden. */
export function showSummary(errors: FieldErrors): boolean {
  const box = document.getElementById('summary');
  if (!box) return false;
  box.hidden = Object.keys(errors).length === 0;
  for (const field of FIELDS) {
    const error = errors[field];
    const link = box.querySelector<HTMLAnchorElement>(`[href="#${FIELD_IDS[field]}"]`);
    if (!link?.parentElement) continue;
    link.parentElement.hidden = error === undefined;
    if (error) link.textContent = textOf(field, error);
    // As an address in the page it would be an entry in the shopper's history.
    link.onclick = (event) => {
      event.preventDefault();
      inputOf(field).focus();
    };
  }
  if (!box.hidden) box.focus();
  return !box.hidden;
}

/** What 3-D Secure knows of colour depths, the largest first. */
const EMV_COLOUR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1];

function inRange(pixels: number): number {
  return Math.min(99_999, Math.max(1, Math.round(pixels)));
}

/** What issuers ask about the browser, in place of the nominal values that the page carries. */
function fillBrowserInfo(form: HTMLFormElement): void {
  const info = {
    color_depth: EMV_COLOUR_DEPTHS.find((depth) => depth <= screen.colorDepth) ?? 1,
    // Browsers without the method have no Java either; typings know only those that have it.
    java_enabled: 'javaEnabled' in navigator && navigator.javaEnabled(),
    screen_height: inRange(screen.height),
    screen_width: inRange(screen.width),
    timezone: new Date().getTimezoneOffset(),
    window_height: inRange(innerHeight),
    window_width: inRange(innerWidth),
  };
  for (const [name, value] of Object.entries(info)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = String(value);
  }
}
