import { BANK_ID, BLIK_CODE, PHONE } from '#contract/patterns.ts';
import { isCpf } from '#domain/customer/taxpayer-number.ts';

import { phoneNumber, withoutSeparators } from '../card-form/digits.ts';
import type { TransferError, TransferSource } from '../i18n/messages.ts';

/** The fields that may be asked for before a payment by another method begins; each source has at most one. */
export type BeginField = 'code' | 'phone' | 'cpf' | 'bank_id';

/** The field of each source, if any: its id in the page and its name in the form. */
export const FIELD_OF = {
  BLIK: 'code',
  PIX: 'cpf',
  P2P: 'bank_id',
  CRYPTO: undefined,
  PHONE: 'phone',
} as const satisfies Record<TransferSource, BeginField | undefined>;

/** A field's value in the API's form, or its error. */
export type ParsedField = { ok: true; value: string } | { ok: false; error: TransferError };

const CPF_DIGITS = /^[0-9]{11}$/;

/** The rules of the fields, for browser and server. Digits of any script are accepted; letters are not. */
export const PARSERS: Readonly<Record<BeginField, (typed: string) => ParsedField>> = {
  code(typed) {
    const value = withoutSeparators(typed);
    return BLIK_CODE.test(value) ? { ok: true, value } : { ok: false, error: 'code' };
  },

  phone(typed) {
    const value = phoneNumber(typed);
    return PHONE.test(value) ? { ok: true, value } : { ok: false, error: 'phone' };
  },

  cpf(typed) {
    const value = withoutSeparators(typed);
    if (!CPF_DIGITS.test(value)) return { ok: false, error: 'cpf' };
    return isCpf(value) ? { ok: true, value } : { ok: false, error: 'cpfDigits' };
  },

  /** The service checks whether the bank is in the list. */
  bank_id(typed) {
    return BANK_ID.test(typed) ? { ok: true, value: typed } : { ok: false, error: 'bank' };
  },
};
