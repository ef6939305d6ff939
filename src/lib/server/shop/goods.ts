import type { CreatePayinBody } from '#contract/schemas/payin.ts';

/** What the demo shop sells; each shows the sandbox method of that name at work. */
export interface Good {
  id: string;
  title: string;
  /** What buying it shows. */
  shows: string;
  method: string;
  currency: CreatePayinBody['currency'];
  amount: number;
}

export const GOODS: readonly Good[] = [
  {
    id: 'notebook',
    title: 'Notebook, stitched, 160 pages',
    shows:
      'A card payment in euro. After a soft decline it may be tried again, three times in all.',
    method: 'card_eur',
    currency: 'EUR',
    amount: 12.5,
  },
  {
    id: 'pen',
    title: 'Fountain pen, fine nib',
    shows: 'US dollars, one attempt: the first decline is the last word.',
    method: 'card_usd',
    currency: 'USD',
    amount: 48,
  },
  {
    id: 'atlas',
    title: 'Atlas of the steppe',
    shows: 'Ordered in tenge, charged in US dollars at the method’s rate.',
    method: 'card_kzt',
    currency: 'KZT',
    amount: 15_900,
  },
  {
    id: 'ticket',
    title: 'Reading, tonight, last seat',
    shows: 'Held for three seconds: time enough to see how an order expires.',
    method: 'card_short',
    currency: 'USD',
    amount: 9,
  },
];
