import { secondsUntil, spokenMinutes, toClock } from '../card-form/time-left.ts';
import { formatInstant } from '../i18n/format.ts';
import { fill } from '../i18n/messages.ts';

/** How long a button says that it has copied. */
const COPIED_FOR_MS = 2500;
const TICK_MS = 1000;
/** Before that, seconds that pass would only hurry people. */
const COUNTED_FROM_SECONDS = 60 * 60;
const ANNOUNCED_FROM_SECONDS = 5 * 60;

/** Buttons that copy the value beside them as it is to be typed elsewhere, and say so. Pages of insecure origins may not. */
function offerCopying(): void {
  if (!('clipboard' in navigator)) return;
  for (const button of document.querySelectorAll<HTMLElement>('button[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(() => {
        sayCopied(button);
      });
    });
  }
}

function sayCopied(button: HTMLElement): void {
  const status = document.getElementById('copied');
  const name =
    document.getElementById(`${button.id.replace('copy-', '')}-label`)?.textContent ?? '';
  button.classList.add('copied');
  // The same words again would not be read out.
  if (status) status.textContent = '';
  setTimeout(() => {
    if (status) status.textContent = `${status.dataset['copied'] ?? ''}: ${name}`;
  }, 50);
  setTimeout(() => button.classList.remove('copied'), COPIED_FOR_MS);
}

/** The last hour as it passes; announced once, shortly before it is over. What happens then, the order says. */
function countDown(): void {
  const shown = document.getElementById('countdown');
  const announced = document.getElementById('countdown-announced');
  if (!shown || !announced) return;
  const { seconds, message = '' } = shown.dataset;
  const endMs = performance.now() + Number(seconds) * 1000;
  const tick = () => {
    const left = secondsUntil(endMs, performance.now());
    shown.hidden = left > COUNTED_FROM_SECONDS;
    shown.textContent = fill(message, { time: toClock(left) });
    if (left <= ANNOUNCED_FROM_SECONDS && announced.textContent === '') {
      const time = spokenMinutes(left, document.documentElement.lang);
      announced.textContent = fill(message, { time });
    }
  };
  tick();
  setInterval(tick, TICK_MS);
}

/** The server knows no time but UTC. */
function showOwnTime(): void {
  const time = document.querySelector<HTMLTimeElement>('time[datetime]');
  if (time)
    time.textContent = formatInstant(new Date(time.dateTime), document.documentElement.lang);
}

showOwnTime();
offerCopying();
countDown();
