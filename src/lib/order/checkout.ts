/** How the merchant appears. */
export interface Merchant {
  name: string;
  logoUrl?: string | undefined;
  accent?: string | undefined;
  supportUrl?: string | undefined;
}

/** An order as its pages show it, everything in the shopper's language. */
export interface Checkout {
  id: string;
  amount: string;
  reference?: string | undefined;
  merchant: Merchant;
}
