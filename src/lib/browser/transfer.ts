import { secondsUntil, spokenMinutes, toClock } from '../card-form/time-left.ts';
import { formatInstant } from '../i18n/format.ts';
import { fill } from '../i18n/messages.ts';
import { copyOrSelect } from './copy.ts';

/** How long a button shows that it has copied. */
const COPIED_FOR_MS = 2500;
const TICK_MS = 1000;
/** Earlier, a countdown would only hurry people. */
const COUNTED_FROM_SECONDS = 60 * 60;
const ANNOUNCED_FROM_SECONDS = 5 * 60;

/** Shows the copy buttons, which copy a value in the form in which it is typed elsewhere, and confirm it. */
function offerCopying(): void {
  for (const button of document.querySelectorAll<HTMLElement>('button[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => void copy(button));
  }
}

async function copy(button: HTMLElement): Promise<void> {
  const { copy: text = '' } = button.dataset;
  const part = (name: string) => document.getElementById(button.id.replace('copy-', '') + name);
  const shown = part('-value');
  const refused = part('-refused');
  if (!shown || !refused) return;
  const isCopied = await copyOrSelect(text, shown);
  for (const other of document.querySelectorAll('[id$=-refused]')) {
    other.toggleAttribute('hidden', isCopied || other !== refused);
  }
  if (isCopied) {
    button.classList.add('copied');
    setTimeout(() => button.classList.remove('copied'), COPIED_FOR_MS);
    announce((status) => `${status.dataset['copied'] ?? ''}: ${part('-label')?.textContent ?? ''}`);
  } else {
    // An amount is shown in another form than the one to type.
    if (getSelection()?.toString() !== text) {
      shown.textContent = text;
      getSelection()?.selectAllChildren(shown);
    }
    announce(() => refused.textContent);
  }
}

function announce(textFor: (status: HTMLElement) => string): void {
  const status = document.getElementById('copied');
  if (!status) return;
  // Clears the status first, since setting the same text again is not announced.
  status.textContent = '';
  setTimeout(() => (status.textContent = textFor(status)), 50);
}

/**
 * Counts down the last hour, and announces it once, shortly before the end. Afterwards, the order decides what
 * happens.
 */
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

/** Shows the time in the shopper's time zone; the server writes UTC. */
function showOwnTime(): void {
  const time = document.querySelector<HTMLTimeElement>('time[datetime]');
  if (time)
    time.textContent = formatInstant(new Date(time.dateTime), document.documentElement.lang);
}

showOwnTime();
offerCopying();
countDown();
