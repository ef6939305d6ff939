import type { CardBrand } from '../card/number.ts';
import type { WantedAddress, WantedContact } from '../customer/wanted-data.ts';

/** Sends a method's payments to a terminal: one of our accounts at an acquirer. */
export interface Route {
  id: string;
  terminal: RoutedTerminal;
  /** Lower priorities are tried first. */
  priority: number;
  /** The route's share among routes of the same priority; above 0. */
  weight: number;
  conditions: RouteConditions;
  /** The contact data that the terminal needs with a card payment. */
  wantsContact: WantedContact | undefined;
  /** What the terminal needs of the payer's address with a card payment. */
  wantsAddress: WantedAddress | undefined;
}

export interface RoutedTerminal {
  id: string;
  adapter: string;
  /** Increases with every change of the terminal. */
  version: bigint;
}

/** A route's conditions. An undefined condition accepts everything. */
export interface RouteConditions {
  brands: readonly CardBrand[] | undefined;
  /** Card number prefixes of 1 to 8 digits. */
  binPrefixes: readonly string[] | undefined;
  /** The order's amount in the method's currency; both ends are inclusive. */
  amountMinMinor: bigint | undefined;
  amountMaxMinor: bigint | undefined;
  /** Payer countries: two capital letters each. */
  countries: readonly string[] | undefined;
}
