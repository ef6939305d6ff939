import {
  secondsUntil,
  SHOWN_FROM_SECONDS,
  spokenMinutes,
  toClock,
} from '../card-form/time-left.ts';
import { fill } from '../i18n/fill.ts';
import { askState } from './ask-server.ts';

const TICK_MS = 1000;

/** Shows the last minutes as they pass, and announces once that they have begun. */
export const countDown = (form: HTMLFormElement): void => {
  const shown = document.getElementById('time-left');
  const told = document.getElementById('time-left-told');
  if (!shown || !told) return;
  const { seconds, message = '' } = shown.dataset;
  const endMs = performance.now() + Number(seconds) * 1000;
  const tick = () => {
    const left = secondsUntil(endMs, performance.now());
    shown.hidden = left > SHOWN_FROM_SECONDS;
    if (!shown.hidden) shown.textContent = fill(message, { time: toClock(left) });
    if (!shown.hidden && told.textContent === '') {
      told.textContent = fill(message, {
        time: spokenMinutes(left, document.documentElement.lang),
      });
    }
    if (left > 0 && shown.isConnected) return;
    clearInterval(timer);
    if (shown.isConnected) void waitForExpiry(form);
  };
  const timer = setInterval(tick, TICK_MS);
};

/** Asks until the order is closed, then shows so: the service closes it, not the page's clock. */
const waitForExpiry = async (form: HTMLFormElement): Promise<void> => {
  for (;;) {
    const state = await askState(form);
    if (state !== undefined && state.phase !== 'form') break;
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  location.replace(`${form.action}/status`);
};
