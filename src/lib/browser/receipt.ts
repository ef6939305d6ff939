import { formatInstant } from '../i18n/format.ts';

/** The server knows no time but UTC; the shopper's own is known here. */
function showOwnTime(time: HTMLTimeElement): void {
  time.textContent = formatInstant(new Date(time.dateTime), document.documentElement.lang);
}

/** What a part of a row says: a brand's mark by its name. */
function textOf(part: Element): string {
  return [part.querySelector('svg')?.getAttribute('aria-label'), part.textContent.trim()]
    .filter(Boolean)
    .join(' ');
}

/** `Amount: €12.50`, a line for each row. */
function receiptText(receipt: Element): string {
  return [...receipt.children].map((row) => [...row.children].map(textOf).join(': ')).join('\n');
}

/** Copying and printing, where the browser can. */
function offerActions(actions: HTMLElement, receipt: Element): void {
  const [copy, print] = actions.querySelectorAll('button');
  const status = actions.querySelector('[role=status]');
  const copied = copy?.dataset['copied'] ?? '';
  // Only pages of a secure origin may write there.
  if (copy && !('clipboard' in navigator)) copy.hidden = true;
  copy?.addEventListener('click', () => {
    void navigator.clipboard.writeText(receiptText(receipt)).then(() => {
      copy.textContent = copied;
      if (status) status.textContent = copied;
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
const time = receipt?.querySelector('time');
if (time) showOwnTime(time);
if (receipt && actions) offerActions(actions, receipt);
