import type { QrCode } from './qr-code.ts';

/** One value that the payer types or copies elsewhere. */
export interface InstructionRow {
  /** The prefix of its elements' ids. */
  id: string;
  label: string;
  /** The value to copy. */
  value: string;
  /** The value in groups to read, such as an IBAN's groups of four; one part if it is not grouped. */
  parts: readonly string[];
  isCopied: boolean;
  /** Whether it runs left to right in every language, as letters and digits do. */
  isLtr: boolean;
  hint?: string | undefined;
}

/** The payment instructions as the page shows them; all texts are in the shopper's language. */
export interface InstructionsView {
  title: string;
  text?: string | undefined;
  rows: readonly InstructionRow[];
  qrCode?: QrCode | undefined;
  warning?: string | undefined;
  /** The text about the amounts received and missing. */
  arrived?: string | undefined;
  /** What is left to pay once a part has arrived, and of what: the only large amount of the page. */
  left?: { amount: string; of: string } | undefined;
  /** Whether the network has seen the money, so that the title counts its confirmations. */
  isSeen?: boolean;
  /** What the payer typed, to compare with the app: the code, or the masked number. */
  typed?: { label: string; text: string } | '' | undefined;
  /** Seconds until the payer can no longer confirm, if known. */
  secondsLeft?: number | undefined;
  /** The button that gives the payment up for another code or number. */
  wayOut?: string | undefined;
  /**
   * `date`: in UTC; the page's script converts it to the shopper's time zone. Undefined if the payer confirms at
   * once.
   */
  deadline?: { instant: string; date: string; secondsLeft: number } | undefined;
  /** The amount that the payer can report as sent; undefined if that was done, or is not asked. */
  toReport?: string | undefined;
}
