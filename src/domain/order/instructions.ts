/**
 * How the payer sends the money for an order that is not paid by card, from the acquirer's answer. A closed union:
 * the page has a view for each kind. Amounts come from the order, not from here.
 */
export type Instructions =
  | TransferInstructions
  | CodeInstructions
  | AddressInstructions
  | ConfirmInstructions
  | RedirectInstructions;

/** A transfer from one bank account to another. */
export interface TransferInstructions {
  kind: 'transfer';
  bank?: string | undefined;
  holder: string;
  account: TransferAccount;
  /** The reference that the payer must quote, so that the transfer can be matched. */
  reference?: string | undefined;
}

export interface TransferAccount {
  kind: 'iban' | 'card' | 'account' | 'phone';
  value: string;
  /** The Indian branch code beside an account number. */
  ifsc?: string | undefined;
}

/** A code that the payer's bank reads as a QR code or as pasted text (PIX). */
export interface CodeInstructions {
  kind: 'code';
  payload: string;
  /** The receiver's key, if the acquirer gives one. */
  pixKey?: string | undefined;
}

/** An address on a network (CRYPTO). */
export interface AddressInstructions {
  kind: 'address';
  /** The name to display: `TRON (TRC-20)`. */
  network: string;
  /** The asset's name to display: `USDT`. */
  asset: string;
  address: string;
  confirmations: { seen: number; needed: number };
}

/** The payer confirms in the bank's app, or on the phone whose number was given. */
export interface ConfirmInstructions {
  kind: 'confirm';
  where: 'bank_app' | 'phone';
  /** Until when the payer can confirm, in Unix seconds, if the acquirer says so. */
  confirm_by?: number | undefined;
}

/** The payer continues on the acquirer's own page. */
export interface RedirectInstructions {
  kind: 'redirect';
  url: string;
}

/** Maximum lengths of an acquirer's texts. A longer answer is refused as unreadable. */
export const INSTRUCTION_LENGTHS = {
  text: 140,
  payload: 1_024,
  url: 2_048,
} as const;
