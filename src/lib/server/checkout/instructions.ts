import type {
  AddressInstructions,
  CodeInstructions,
  Instructions,
  TransferInstructions,
} from '#domain/order/instructions.ts';

import { formatAmount, formatInstant } from '../../i18n/format.ts';
import type { Language } from '../../i18n/languages.ts';
import { fill, type Messages } from '../../i18n/messages.ts';
import type { InstructionRow, InstructionsView } from '../../transfer/instructions-view.ts';
import { qrCode } from '../../transfer/qr-code.ts';
import { chargedOf, type OpenCheckout, type OpenTransfer } from './open-checkout.ts';
import { isolated, plainText } from './plain-text.ts';
import { statusAddress } from './status-address.ts';

type Shown = Exclude<Instructions, { kind: 'redirect' }>;
type Opened = Pick<OpenCheckout, 'order' | 'terms'> & { transfer: OpenTransfer };

/** The amount to pay now; the missing amount after a partial payment. */
interface Due {
  /** The amount in the language's format. */
  shown: string;
  /** The amount as typed into a bank's form. */
  typed: string;
}

interface Reader {
  language: Language;
  /** Whether the payer said that the money is on its way. */
  hasSent: boolean | undefined;
  typedCode: string | undefined;
}

/**
 * Describes what the payer has to do, in the shopper's language. Everything from the acquirer is treated as plain
 * text.
 */
export function describeInstructions(
  opened: Opened,
  instructions: Shown,
  { language, hasSent = false, typedCode }: Reader,
): InstructionsView {
  const { messages } = language;
  const words = messages.transfer;
  const due = dueOf(opened, language);
  const amounts = { amount: due.shown };
  const sending = {
    arrived: describeArrived(opened, language),
    deadline: deadlineOf(opened, language),
  };
  switch (instructions.kind) {
    case 'transfer':
      return {
        ...(hasSent
          ? words.sentAlready
          : { ...words.send, title: fill(words.send.title, amounts) }),
        ...sending,
        rows: accountRows(instructions, due, messages),
        sentAddress: hasSent ? undefined : statusAddress(opened.order.id, { hasSent: true }),
      };
    case 'code':
      return {
        ...words.scan,
        ...sending,
        rows: codeRows(instructions, messages),
        qrCode: qrCode(instructions.payload),
      };
    case 'address':
      return {
        ...words.sendTo,
        title: fill(words.sendTo.title, amounts),
        ...sending,
        rows: addressRows(instructions, due, messages),
        qrCode: qrCode(instructions.address),
        warning: fill(words.only, {
          asset: isolated(instructions.asset),
          network: isolated(instructions.network),
        }),
        confirmations: confirmationsOf(opened.transfer, messages),
      };
    case 'confirm': {
      const isBankApp = instructions.where === 'bank_app';
      const said = isBankApp ? words.bankApp : words.phoneApp;
      return { ...said, rows: [], typedCode: isBankApp ? typedCode : undefined };
    }
  }
}

/** Returns the text about confirmations; undefined if the network needs none. */
export function confirmationsOf(
  { instructions }: OpenTransfer,
  messages: Messages,
): string | undefined {
  if (instructions?.kind !== 'address') return undefined;
  const { seen, needed } = instructions.confirmations;
  const counts = { seen: String(seen), needed: String(needed) };
  return needed > 0 ? fill(messages.transfer.confirmations, counts) : undefined;
}

function dueOf({ order, transfer }: Opened, { code }: Language): Due {
  const { amount, currency } = chargedOf(order);
  const due = Number(transfer.missing ?? amount);
  return { shown: formatAmount(due, currency, code), typed: due.toFixed(2) };
}

function describeArrived(
  { order, transfer }: Opened,
  { messages, code }: Language,
): string | undefined {
  const { received, missing } = transfer;
  if (received === undefined || missing === undefined) return undefined;
  const { amount, currency } = chargedOf(order);
  return fill(messages.transfer.arrived, {
    received: formatAmount(Number(received), currency, code),
    missing: formatAmount(Number(missing), currency, code),
    amount: formatAmount(amount, currency, code),
  });
}

function deadlineOf({ transfer, terms }: Opened, { code }: Language): InstructionsView['deadline'] {
  const { expiresAt } = transfer;
  return {
    instant: expiresAt.toISOString(),
    date: formatInstant(expiresAt, code, 'UTC'),
    secondsLeft: terms.secondsLeft ?? 0,
  };
}

function accountRows(
  { bank, holder, account, reference }: TransferInstructions,
  due: Due,
  { transfer: words, form, receipt }: Messages,
): InstructionRow[] {
  const labels = {
    iban: 'IBAN',
    card: form.number,
    account: words.account,
    phone: words.phone,
  } satisfies Record<TransferInstructions['account']['kind'], string>;
  const rows = [
    amountRow(due, receipt),
    { ...textRow('holder', words.holder, holder), isCopied: true },
    codeRow('account', labels[account.kind], account.value),
  ];
  if (account.ifsc !== undefined) rows.push(codeRow('ifsc', 'IFSC', account.ifsc));
  if (bank !== undefined) rows.push(textRow('bank', words.receiverBank, bank));
  if (reference !== undefined) {
    rows.push({
      ...textRow('reference', words.reference, reference),
      isCopied: true,
      hint: words.referenceHint,
    });
  }
  return rows;
}

function codeRows(
  { payload, pixKey }: CodeInstructions,
  { transfer: words }: Messages,
): InstructionRow[] {
  const code = { ...textRow('code', words.pixCode, payload), isCopied: true, isLtr: true };
  return pixKey === undefined
    ? [code]
    : [code, { ...textRow('key', PIX_KEY, pixKey), isCopied: true }];
}

/** The key's Brazilian name, used in every language. */
const PIX_KEY = 'Chave Pix';

function addressRows(
  { address, network }: AddressInstructions,
  due: Due,
  { transfer: words, receipt }: Messages,
): InstructionRow[] {
  return [
    amountRow(due, receipt),
    codeRow('address', words.address, address),
    textRow('network', words.network, network),
  ];
}

function amountRow({ shown, typed }: Due, { amount }: Messages['receipt']): InstructionRow {
  return { ...textRow('amount', amount, typed), parts: [shown], isCopied: true };
}

function textRow(id: string, label: string, text: string): InstructionRow {
  const value = plainText(text);
  return { id, label, value, parts: [value], isCopied: false, isLtr: false };
}

/** Text of letters and digits only, which is displayed in groups of four. */
const UNGROUPED = /^[0-9A-Za-z]{8,}$/;

function codeRow(id: string, label: string, text: string): InstructionRow {
  const row = { ...textRow(id, label, text), isCopied: true, isLtr: true };
  const compact = row.value.replaceAll(' ', '');
  return UNGROUPED.test(compact)
    ? { ...row, value: compact, parts: compact.match(/.{1,4}/g) ?? [compact] }
    : row;
}
