import { formatInstant } from '../i18n/format.ts';
import { copyOrSelect } from './copy.ts';

/** Shows a time in the shopper's time zone; the server writes UTC. */
function showOwnTime(time: HTMLTimeElement): void {
  time.textContent = formatInstant(new Date(time.dateTime), document.documentElement.lang);
}

/** Returns the text of a part of a row, including a brand mark's name. */
function textOf(part: Element): string {
  return [part.querySelector('svg')?.getAttribute('aria-label'), part.textContent.trim()]
    .filter(Boolean)
    .join(' ');
}

/** Returns the receipt as text, one line per row: `Amount: €12.50`. */
function receiptText(receipt: Element): string {
  return [...receipt.children].map((row) => [...row.children].map(textOf).join(': ')).join('\n');
}

/** Shows the buttons to copy and print, if the browser supports them. */
function offerActions(actions: HTMLElement, receipt: Element): void {
  const [copy, print] = actions.querySelectorAll('button');
  const status = actions.querySelector('[role=status]');
  copy?.addEventListener('click', () => {
    void copyOrSelect(receiptText(receipt), receipt).then((isCopied) => {
      const { copied = '', selected = '' } = copy.dataset;
      if (isCopied) copy.textContent = copied;
      if (!status) return;
      status.classList.toggle('unseen', isCopied);
      status.textContent = isCopied ? copied : selected;
    });
  });
  if (print && !('print' in globalThis)) print.hidden = true;
  print?.addEventListener('click', () => {
    globalThis.print();
  });
  actions.hidden = false;
}

const receipt = document.getElementById('receipt');
const actions = document.getElementById('receipt-actions');
const time = document.querySelector('time');
if (time) showOwnTime(time);
if (receipt && actions) offerActions(actions, receipt);
