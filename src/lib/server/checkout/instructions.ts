import type {
  AddressInstructions,
  CodeInstructions,
  ConfirmInstructions,
  Instructions,
  TransferInstructions,
} from '#domain/order/instructions.ts';

import { formatAmount, formatDeadline } from '../../i18n/format.ts';
import type { Language } from '../../i18n/languages.ts';
import { fill, type Messages, type StateText } from '../../i18n/messages.ts';
import type { InstructionRow, InstructionsView } from '../../transfer/instructions-view.ts';
import { qrCode } from '../../transfer/qr-code.ts';
import { chargedOf, type OpenCheckout, type OpenTransfer } from './open-checkout.ts';
import { isolated, plainText } from './plain-text.ts';

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
  typedCode: string | undefined;
}

/**
 * Describes what the payer has to do, in the shopper's language. Everything from the acquirer is treated as plain
 * text.
 */
export function describeInstructions(
  opened: Opened,
  instructions: Shown,
  { language, typedCode }: Reader,
): InstructionsView {
  const { messages } = language;
  const words = messages.transfer;
  const due = dueOf(opened, language);
  const amounts = { amount: due.shown };
  const hasSent = opened.transfer.sent === due.typed;
  const part = describePart(opened, language);
  const sending = {
    ...part,
    deadline: deadlineOf(opened, language),
  };
  /** A part that arrived was a transfer: the sentence about the first one does not hold for the rest. */
  const toSend = (text: StateText) => ({
    title: fill(text.title, amounts),
    text: part.arrived === undefined ? text.text : undefined,
  });
  switch (instructions.kind) {
    case 'transfer':
      return {
        ...(hasSent ? words.sentAlready : toSend(words.send)),
        ...sending,
        rows: accountRows(instructions, due, messages),
        toReport: hasSent ? undefined : due.typed,
      };
    case 'code':
      return {
        ...words.scan,
        ...sending,
        rows: codeRows(instructions, messages),
        qrCode: qrCode(instructions.payload),
      };
    case 'address':
      if (isSeen(opened.transfer)) {
        const title = confirmationsOf(opened.transfer, messages) ?? '';
        return { title, text: words.seen.text, rows: [], isSeen: true };
      }
      return {
        ...toSend(words.sendTo),
        ...sending,
        rows: addressRows(instructions, due, messages),
        qrCode: qrCode(instructions.address),
        warning: fill(words.only, {
          asset: isolated(instructions.asset),
          network: isolated(instructions.network),
        }),
      };
    case 'confirm':
      return describeConfirmation(opened, instructions, messages, typedCode);
  }
}

/**
 * Describes what a payer has to confirm in an app, and the way out: another code once the time to confirm is over, or
 * another number at any time. After the last attempt there is none.
 */
function describeConfirmation(
  { transfer, terms }: Opened,
  { where }: ConfirmInstructions,
  { transfer: words }: Messages,
  typedCode: string | undefined,
): InstructionsView {
  const isOver = transfer.confirmSeconds === 0;
  const isBankApp = where === 'bank_app';
  const wayOut = isBankApp ? isOver && words.anotherCode : words.wrongNumber;
  return {
    ...(isOver ? words.confirmOver : isBankApp ? words.bankApp : words.phoneApp),
    rows: [],
    typed: isBankApp
      ? typedCode && { label: words.yourCode, text: typedCode }
      : transfer.phone_hint && {
          label: words.phone,
          text: transfer.phone_hint.replaceAll('*', '•'),
        },
    secondsLeft: isOver ? undefined : transfer.confirmSeconds,
    wayOut: terms.attemptsLeft === 0 ? undefined : wayOut || undefined,
  };
}

/** Tells whether the network has seen money that is not a receipt yet, so that nothing must be sent now. */
export function isSeen({ instructions, missing }: OpenTransfer): boolean {
  if (instructions?.kind !== 'address') return false;
  const { seen, needed } = instructions.confirmations;
  return seen > 0 && (seen < needed || missing === undefined);
}

/** Returns the heading about money that the network has seen; undefined if it has seen none. */
export function confirmationsOf(transfer: OpenTransfer, messages: Messages): string | undefined {
  const { instructions } = transfer;
  if (instructions?.kind !== 'address' || !isSeen(transfer)) return undefined;
  const { seen, needed } = instructions.confirmations;
  const counts = { seen: String(seen), needed: String(needed) };
  return fill(messages.transfer.seen.title, counts);
}

function dueOf({ order, transfer }: Opened, { code }: Language): Due {
  const { amount, currency } = chargedOf(order);
  const due = Number(transfer.missing ?? amount);
  return { shown: formatAmount(due, currency, code), typed: due.toFixed(2) };
}

/** Describes the part that arrived, and what is left; undefined if nothing arrived, or all. */
function describePart(
  { order, transfer }: Opened,
  { messages, code }: Language,
): Pick<InstructionsView, 'arrived' | 'left'> {
  const { received, missing } = transfer;
  if (received === undefined || missing === undefined) return {};
  const { amount, currency } = chargedOf(order);
  const amounts = {
    received: formatAmount(Number(received), currency, code),
    missing: formatAmount(Number(missing), currency, code),
    amount: formatAmount(amount, currency, code),
  };
  const words = messages.transfer;
  return {
    arrived: fill(words.arrived, amounts),
    left: { amount: amounts.missing, of: fill(words.left, amounts) },
  };
}

function deadlineOf({ transfer, terms }: Opened, { code }: Language): InstructionsView['deadline'] {
  const { expiresAt } = transfer;
  const { secondsLeft = 0 } = terms;
  const now = new Date(expiresAt.getTime() - secondsLeft * 1000);
  return {
    instant: expiresAt.toISOString(),
    date: formatDeadline(expiresAt, now, code, 'UTC'),
    secondsLeft,
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
