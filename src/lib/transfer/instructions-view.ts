import type { QrCode } from './qr-code.ts';

/** One thing that the payer types or copies elsewhere. */
export interface InstructionRow {
  /** Of its elements. */
  id: string;
  label: string;
  /** As it is copied. */
  value: string;
  /** As it is read: an IBAN in groups of four. One part where it has none. */
  parts: readonly string[];
  isCopied: boolean;
  /** Letters and digits that run from left to right in every language. */
  isLtr: boolean;
  hint?: string | undefined;
}

/** How to pay, as the page shows it; everything in the shopper's language. */
export interface InstructionsView {
  title: string;
  text: string;
  rows: readonly InstructionRow[];
  qrCode?: QrCode | undefined;
  warning?: string | undefined;
  /** What arrived so far, and what is missing. */
  arrived?: string | undefined;
  confirmations?: string | undefined;
  /** What the payer typed to begin, to compare with the bank's app. */
  typedCode?: string | undefined;
  /** `date`: in UTC; the page's script knows the shopper's own time. Undefined where the payer confirms at once. */
  deadline?: { instant: string; date: string; secondsLeft: number } | undefined;
  /** The address of this page for a payer who says that the money is on its way. */
  sentAddress?: string | undefined;
}
