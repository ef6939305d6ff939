import type { CardBrand } from '#domain/card/number.ts';

/** How the merchant appears. */
export interface Merchant {
  /** Undefined where nobody tells it. */
  name?: string | undefined;
  /** Of this origin, or carried along as data: a page loads nothing from elsewhere. */
  logoUrl?: string | undefined;
  /** Who runs the shop. */
  operatorName?: string | undefined;
  supportUrl?: string | undefined;
  termsUrl?: string | undefined;
  privacyUrl?: string | undefined;
}

/** An order as its pages show it, everything in the shopper's language. */
export interface Checkout {
  id: string;
  /** What the card is charged: the one amount that the page says. */
  amount: string;
  /** What was ordered for, and by which rate it is charged, where that is another currency. */
  ordered?: { amount: string; rate: string | undefined } | undefined;
  reference?: string | undefined;
  merchant: Merchant;
  /** Where the shopper came from, as far as the order says. */
  backUrl?: string | undefined;
}

/** What a final page keeps for the shopper, beside the order itself. */
export interface Receipt {
  /** As the language writes it, in UTC: the page's script knows the shopper's own time. */
  date?: string | undefined;
  /** The same for programs: ISO 8601. */
  instant?: string | undefined;
  /** `number`: no more of it than its end. */
  card?: { brand: CardBrand | undefined; number: string } | undefined;
}

/** What the form alone needs beside the order. */
export interface FormTerms {
  acceptedBrands: readonly CardBrand[];
  attemptsLeft?: number | undefined;
  /** The server's day, by which expiry dates are judged: a device's may be years off. */
  today: string;
  /** Until the order expires. */
  secondsLeft?: number | undefined;
}
