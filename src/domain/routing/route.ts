import type { CardBrand } from '../card/number.ts';
import type { WantedContact } from '../customer/wanted-contact.ts';

/** Leads a method's payments to a terminal, one account of ours at one acquirer. */
export interface Route {
  id: string;
  terminal: RoutedTerminal;
  /** The lowest is tried first. */
  priority: number;
  /** Routes of one priority share by it; above 0. */
  weight: number;
  conditions: RouteConditions;
  /** What the terminal wants to know of a payer by card beside it. */
  wantsContact: WantedContact | undefined;
}

export interface RoutedTerminal {
  id: string;
  adapter: string;
  /** Counts its changes. */
  version: bigint;
}

/** What is undefined takes everything. */
export interface RouteConditions {
  brands: readonly CardBrand[] | undefined;
  /** What card numbers begin with: 1 to 8 digits. */
  binPrefixes: readonly string[] | undefined;
  /** Of the order, in the method's currency; both ends are taken. */
  amountMinMinor: bigint | undefined;
  amountMaxMinor: bigint | undefined;
  /** Of the payer: two capital letters. */
  countries: readonly string[] | undefined;
}
