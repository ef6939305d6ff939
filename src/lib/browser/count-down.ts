import {
  secondsUntil,
  SHOWN_FROM_SECONDS,
  spokenMinutes,
  toClock,
} from '../card-form/time-left.ts';
import { fill } from '../i18n/messages.ts';
import { addressOf, readStateOf } from './server.ts';

const TICK_MS = 1000;

/**
 * Shows the remaining time in the element with an id, and announces it once in its live region. Asks the server when
 * the time is over, and whenever the page becomes visible, because a browser's clock may stop while a device sleeps.
 * Asks once at a time: an answer that leads to another page must not start that page's request again.
 *
 * @param shownFromSeconds earlier, a countdown would only hurry people
 * @param ask returns the seconds left; undefined leaves the time unchanged
 */
export function countDown(
  id: string,
  shownFromSeconds: number,
  ask: () => Promise<number | undefined>,
): void {
  const shown = document.getElementById(id);
  const announced = document.getElementById(`${id}-announced`);
  if (!shown || !announced) return;
  const { seconds, message = '' } = shown.dataset;
  let endMs = performance.now() + Number(seconds) * 1000;
  let isAsking = false;
  const correct = async () => {
    if (isAsking) return;
    isAsking = true;
    const left = await ask();
    isAsking = false;
    if (left !== undefined) endMs = performance.now() + left * 1000;
  };
  const tick = () => {
    const left = secondsUntil(endMs, performance.now());
    shown.hidden = left > shownFromSeconds;
    if (!shown.hidden) shown.textContent = fill(message, { time: toClock(left) });
    if (left <= SHOWN_FROM_SECONDS && announced.textContent === '') {
      announced.textContent = fill(message, {
        time: spokenMinutes(left, document.documentElement.lang),
      });
    }
    if (!shown.isConnected) clearInterval(timer);
    else if (left === 0) void correct();
  };
  const timer = setInterval(tick, TICK_MS);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void correct();
  });
  tick();
}

/**
 * Shows a form's countdown in the last minutes before its order expires. Goes to the status page once the order is no
 * longer open, and asks no more: the service closes it, not the page's clock.
 */
export function countDownForm(form: HTMLFormElement): void {
  countDown('time-left', SHOWN_FROM_SECONDS, async () => {
    const state = await readStateOf(form);
    if (state && state.phase !== 'form') {
      location.replace(addressOf(form, 'status'));
      return new Promise(() => undefined);
    }
    return state?.secondsLeft;
  });
}
