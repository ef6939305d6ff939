import { isCnpj } from '../customer/cnpj.ts';
import { isCpf } from '../customer/cpf.ts';

/** A Brazilian telephone number: area code and eight or nine digits. */
const PHONE = /^\+?55 ?(?:\d{2}|\(\d{2}\)) ?\d{4,5}[- ]?\d{4}$/;
const CPF = /^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/;
const CNPJ = /^\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}$/;

/**
 * Tells whether a text is one of the PIX keys that are digits: a telephone number, or a taxpayer number (CPF, CNPJ)
 * with its check digits. Some of them pass the Luhn check of cards.
 */
export function isNumericPixKey(text: string): boolean {
  const key = text.trim();
  const digits = key.replace(/\D/g, '');
  if (CPF.test(key)) return isCpf(digits);
  if (CNPJ.test(key)) return isCnpj(digits);
  return PHONE.test(key);
}
