import * as patterns from '#contract/patterns.ts';
import type { PaymentMethodData } from '#contract/schemas/order.ts';
import type { Instructions } from '#domain/order/instructions.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import { SEALED, type Keyring } from '../platform/keyring.ts';
import type { PayerDetails } from '../acquirers/port.ts';

/** The members of `payment_method_data` that are stored sealed. */
type SealedData = Pick<PaymentMethodData, 'cpf' | 'tckn'> & {
  /** The masked number of a payment by phone. Only the payer sees it. */
  phone_hint?: string | undefined;
};
type OpenData = Omit<PaymentMethodData, keyof SealedData>;

interface MethodDataChanges {
  payment_method_data: Record<string, string>;
  payer_sealed: Uint8Array | null;
}

type DataColumns = Pick<PayinRow, 'id' | 'payment_method_data' | 'payer_sealed'>;

/** Returns an order's `payment_method_data` as an answer shows it, without `payment_url`; undefined if it is empty. */
export function methodDataOf(
  keyring: Keyring,
  { id, payment_method_data: open, payer_sealed: sealed }: DataColumns,
): PaymentMethodData | undefined {
  const { payment_url: _given, ...shown } = open ?? {};
  const { phone_hint: _hint, ...details } = unsealed(keyring, id, sealed);
  const data = { ...shown, ...details };
  return Object.keys(data).length === 0 ? undefined : data;
}

function unsealed(keyring: Keyring, id: string, sealed: Uint8Array | null): SealedData {
  if (sealed === null) return {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by `sealData`, and authenticated
  return JSON.parse(keyring.unseal(SEALED.payerDetails, id, sealed)) as SealedData;
}

/** Returns the masked number that a payment by phone was begun with. */
export function phoneHintOf(
  keyring: Keyring,
  { id, payer_sealed: sealed }: Pick<DataColumns, 'id' | 'payer_sealed'>,
): string | undefined {
  return unsealed(keyring, id, sealed).phone_hint;
}

export function sealData(keyring: Keyring, payinId: string, data: SealedData): Buffer {
  return keyring.seal(SEALED.payerDetails, payinId, JSON.stringify(data));
}

/**
 * Returns what an acquirer's answer changes in `payment_method_data`; undefined if nothing. An answer adds the account
 * that its instructions name, and then what the acquirer says about the payer. Values that the interface does not allow
 * are left out.
 */
export function methodDataChanges(
  keyring: Keyring,
  payin: DataColumns,
  reported: { outcome: string; instructions?: Instructions | undefined; payer?: PayerDetails },
): MethodDataChanges | undefined {
  const { payer = {}, instructions } = reported;
  const open = documented({
    ...(instructions && accountIn(instructions)),
    ...(payer.bankId !== undefined && { bank_id: payer.bankId }),
    ...(payer.iban !== undefined && { iban: payer.iban }),
    ...(payer.ifsc !== undefined && { ifsc: payer.ifsc }),
    ...(payer.pixKey !== undefined && { pix_key: payer.pixKey }),
  });
  const secret = documented({
    ...(payer.cpf !== undefined && { cpf: payer.cpf }),
    ...(payer.tckn !== undefined && { tckn: payer.tckn }),
  });
  const known: Record<string, string> = payin.payment_method_data ?? {};
  const isNew = Object.entries(open).some(([name, value]) => known[name] !== value);
  const hasSecret = Object.keys(secret).length > 0;
  if (!isNew && !hasSecret) return undefined;
  return {
    payment_method_data: { ...known, ...open },
    payer_sealed: hasSecret
      ? sealData(keyring, payin.id, {
          ...unsealed(keyring, payin.id, payin.payer_sealed),
          ...secret,
        })
      : payin.payer_sealed,
  };
}

function accountIn(instructions: Instructions): OpenData {
  if (instructions.kind === 'code') {
    return instructions.pixKey === undefined ? {} : { pix_key: instructions.pixKey };
  }
  if (instructions.kind !== 'transfer') return {};
  const { account } = instructions;
  return {
    ...(account.kind === 'iban' && { iban: account.value.replaceAll(' ', '').toUpperCase() }),
    ...(account.ifsc !== undefined && { ifsc: account.ifsc.toLowerCase() }),
  };
}

const DOCUMENTED: ReadonlyMap<string, RegExp> = new Map([
  ['bank_id', patterns.BANK_ID],
  ['cpf', patterns.CPF],
  ['iban', patterns.IBAN],
  ['ifsc', patterns.IFSC],
  ['tckn', patterns.TCKN],
  ['pix_key', /^[^\p{Cc}]{1,1024}$/u],
]);

function documented(data: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      value !== undefined && DOCUMENTED.get(name)?.test(value) === true ? [[name, value]] : [],
    ),
  );
}
