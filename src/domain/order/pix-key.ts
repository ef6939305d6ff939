import { isCnpj, isCpf } from '../customer/taxpayer-number.ts';

/** The signs that people set between the digits of a key; a plus only begins it. */
const SIGNS = /[\s().\-/]/g;
/** A Brazilian telephone number: area code and eight or nine digits. */
const PHONE = /^\+?55\d{10,11}$/;
const CPF = /^\d{11}$/;
const CNPJ = /^\d{14}$/;

/**
 * Tells whether a text is one of the PIX keys that are digits: a telephone number, or a taxpayer number (CPF, CNPJ)
 * with its check digits. Some of them pass the Luhn check of cards.
 */
export function isNumericPixKey(text: string): boolean {
  const key = text.replace(SIGNS, '');
  return PHONE.test(key) || (CPF.test(key) && isCpf(key)) || (CNPJ.test(key) && isCnpj(key));
}
