/**
 * How the payer of an order that is not paid by card sends the money, as its acquirer says it. A closed
 * union: the page has a view for each kind. Amounts are the order's own and stand beside it.
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
  /** To be quoted with the transfer, so that it is recognised. */
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
  /** The receiver's key, where the acquirer says it. */
  pixKey?: string | undefined;
}

/** An address on a network (CRYPTO). */
export interface AddressInstructions {
  kind: 'address';
  /** For people: `TRON (TRC-20)`. */
  network: string;
  /** What is sent there, for people: `USDT`. */
  asset: string;
  address: string;
  confirmations: { seen: number; needed: number };
}

/** The payer confirms in the bank's app, or on the phone that was named. */
export interface ConfirmInstructions {
  kind: 'confirm';
  where: 'bank_app' | 'phone';
}

/** The payer goes on to the acquirer's own page. */
export interface RedirectInstructions {
  kind: 'redirect';
  url: string;
}

/** Limits of what an acquirer may say; beyond them the answer is refused as unreadable. */
export const INSTRUCTION_LENGTHS = {
  text: 140,
  payload: 1_024,
  url: 2_048,
} as const;
