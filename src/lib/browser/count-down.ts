import {
  secondsUntil,
  SHOWN_FROM_SECONDS,
  spokenMinutes,
  toClock,
} from '../card-form/time-left.ts';
import { fill } from '../i18n/messages.ts';
import { readStateOf } from './server.ts';

const TICK_MS = 1000;

/** Shows a countdown in the last minutes, and announces its start once. */
export function countDown(form: HTMLFormElement): void {
  const shown = document.getElementById('time-left');
  const announced = document.getElementById('time-left-announced');
  if (!shown || !announced) return;
  const { seconds, message = '' } = shown.dataset;
  const endMs = performance.now() + Number(seconds) * 1000;
  const tick = () => {
    const left = secondsUntil(endMs, performance.now());
    shown.hidden = left > SHOWN_FROM_SECONDS;
    if (!shown.hidden) shown.textContent = fill(message, { time: toClock(left) });
    if (!shown.hidden && announced.textContent === '') {
      announced.textContent = fill(message, {
        time: spokenMinutes(left, document.documentElement.lang),
      });
    }
    if (left > 0 && shown.isConnected) return;
    clearInterval(timer);
    if (shown.isConnected) void waitForExpiry(form);
  };
  const timer = setInterval(tick, TICK_MS);
}

/**
 * Polls until the order is no longer open, then goes to the status page: the service closes the order, not the page's
 * clock.
 */
async function waitForExpiry(form: HTMLFormElement): Promise<void> {
  for (;;) {
    const state = await readStateOf(form);
    if (state !== undefined && state.phase !== 'form') break;
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  location.replace(`${form.action}/status`);
}
