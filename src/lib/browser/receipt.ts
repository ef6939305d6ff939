import { formatInstant } from '../i18n/format.ts';

/** The server knows no time but UTC; the shopper's own is known here. */
const showOwnTime = (time: HTMLTimeElement): void => {
  time.textContent = formatInstant(new Date(time.dateTime), document.documentElement.lang);
};

/** What a part of a row says: a brand's mark by its name. */
const textOf = (part: Element): string =>
  [part.querySelector('svg')?.getAttribute('aria-label'), part.textContent.trim()]
    .filter(Boolean)
    .join(' ');

/** `Amount: €12.50`, a line for each row. */
const receiptText = (receipt: Element): string =>
  [...receipt.children].map((row) => [...row.children].map(textOf).join(': ')).join('\n');

const offer = (keep: HTMLElement, receipt: Element): void => {
  const [copy, print] = keep.querySelectorAll('button');
  const status = keep.querySelector('[role=status]');
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
  keep.hidden = false;
};

const receipt = document.getElementById('receipt');
const keep = document.getElementById('keep');
const time = receipt?.querySelector('time');
if (time) showOwnTime(time);
if (receipt && keep) offer(keep, receipt);
