import type { ItemOf } from '#console/api/client.ts';
import { money } from '#console/format/money.ts';
import type { StatusText } from '#console/orders/words.ts';
import type { LinkStatus } from '#domain/order/link.ts';

export type ListedLink = ItemOf<'links list'>;

const STATUSES: Readonly<Record<LinkStatus, StatusText>> = {
  open: { tone: 'waiting', text: 'Open' },
  paid: { tone: 'good', text: 'Paid' },
  expired: { tone: 'quiet', text: 'Expired' },
  closed: { tone: 'quiet', text: 'Closed' },
};

export function linkInWords(status: LinkStatus): StatusText {
  return STATUSES[status];
}

/** Returns the amount of a link, or the range from which the payer chooses. */
export function amountOf({
  amount,
  amount_min: min,
  amount_max: max,
  currency,
}: ListedLink): string {
  return amount === null
    ? `${money(min ?? '', currency)} to ${money(max ?? '', currency)}`
    : money(amount, currency);
}
