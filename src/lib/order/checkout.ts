import type { CardBrand } from '#domain/card/number.ts';

/** How the merchant appears. */
export interface Merchant {
  /** In sentences: where nobody told the name, it is "the shop". */
  name: string;
  isNamed: boolean;
  /** Of this origin, or carried along as data: a page loads nothing from elsewhere. */
  logoUrl?: string | undefined;
  supportUrl?: string | undefined;
}

/** An order as its pages show it, everything in the shopper's language. */
export interface Checkout {
  id: string;
  amount: string;
  /** What the card is charged, where that is another currency. */
  chargedAs?: string | undefined;
  reference?: string | undefined;
  merchant: Merchant;
  /** Where the shopper came from, as far as the order says. */
  backUrl?: string | undefined;
}

/** What the form alone needs beside the order. */
export interface FormTerms {
  acceptedBrands: readonly CardBrand[];
  attemptsLeft?: number | undefined;
  secondsLeft?: number | undefined;
}
