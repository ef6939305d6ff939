import type { FormAnswer } from '../card-form/form-answer.ts';
import { askState, sendCard } from './ask-server.ts';
import { fillBrowserInfo } from './browser-info.ts';
import { growingPauses } from './growing-pauses.ts';
import type { JudgedFields } from './judge-fields.ts';
import { hideNotice, showNotice, showSummary } from './notice-box.ts';
import { isLocked, lock } from './pay-button.ts';

/**
 * Sends the form without leaving the page, so that after a decline everything typed is still here:
 * only this document holds it. The lock is closed before anything else happens: a second click
 * finds it so. Whatever throws before the card is sent lets the plain form go, once; behind that, the
 * order's own page is gone to, which sends nothing.
 */
export const payByScript = (form: HTMLFormElement, fields: JudgedFields): void => {
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
      fields.forgetCode();
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
    if (showSummary(fields.judgeAll())) return;
    // A browser can be wrong about that: whoever pays again all the same is let try.
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
};

/** After a submit without an answer nobody knows what became of it but the order: it is asked until it says. */
const findOut = async (form: HTMLFormElement): Promise<FormAnswer> => {
  showNotice('findingOut');
  const pause = growingPauses();
  for (;;) {
    const state = await askState(form);
    if (state) {
      hideNotice();
      return state;
    }
    await pause();
  }
};
