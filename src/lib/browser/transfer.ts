import { COUNTED_FROM_SECONDS } from '../card-form/time-left.ts';
import { formatDeadline } from '../i18n/format.ts';
import { copyOrSelect } from './copy.ts';
import { countDown } from './count-down.ts';
import { readState } from './server.ts';

/** How long a button shows that it has copied. */
const COPIED_FOR_MS = 2500;

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
    announce((status) =>
      [status.dataset['copied'], part('-label')?.textContent].filter(Boolean).join(': '),
    );
  } else {
    // An amount is shown in another form than the one to type; of all values together, each is there as shown.
    if (shown.matches('bdi') && getSelection()?.toString() !== text) {
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

/** Shows the time in the shopper's time zone; the server writes UTC. */
function showOwnTime(): void {
  const time = document.querySelector<HTMLTimeElement>('time[datetime]');
  if (!time) return;
  const { lang } = document.documentElement;
  time.textContent = formatDeadline(new Date(time.dateTime), new Date(), lang);
}

showOwnTime();
offerCopying();
countDown('countdown', COUNTED_FROM_SECONDS, async () => {
  const state = await readState(location.href.replace('/status', '/state'));
  return state?.secondsLeft;
});
