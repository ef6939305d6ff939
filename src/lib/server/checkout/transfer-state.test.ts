import { describe, expect, test } from 'vitest';

import type { PayinOrder } from '#contract/schemas/payin.ts';
import type { Instructions } from '#domain/order/instructions.ts';

import { LANGUAGES } from '../../i18n/languages.ts';
import type { OpenTransfer } from './open-checkout.ts';
import {
  describeBegin,
  describeTransferStatus,
  liveParts,
  type OpenedTransfer,
} from './transfer-state.ts';

const ID = '0b9f4f0e-7c1b-4c53-9a51-3c1f5e0d2a11';
const STATUS_PAGE = `/pay/${ID}/status`;
const { en, ar } = LANGUAGES;
const words = en.messages.transfer;

const ACCOUNT: Instructions = {
  kind: 'transfer',
  bank: 'Sandbox Bank',
  holder: 'Paper & Pen Ltd',
  account: { kind: 'iban', value: 'UA213223130000026007233566001' },
  reference: 'TG-1',
};
const ADDRESS: Instructions = {
  kind: 'address',
  network: 'TRON (TRC-20)',
  asset: 'USDT',
  address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
  confirmations: { seen: 0, needed: 3 },
};

interface Overrides {
  order?: Partial<PayinOrder>;
  transfer?: Partial<OpenTransfer>;
  opened?: Partial<OpenedTransfer>;
}

const open = ({ order, transfer, opened }: Overrides = {}): OpenedTransfer => ({
  order: { id: ID, status: 'PROCESS_PENDING', currency: 'UAH', amount: 1250, ...order },
  terms: { acceptedBrands: [], today: '2026-11-26', attemptsLeft: 2, secondsLeft: 900 },
  failure: undefined,
  endedBy: undefined,
  transfer: {
    source: 'P2P',
    asks: { cpf: false, phone: false, banks: [] },
    expiresAt: new Date('2026-11-26T18:00:00Z'),
    ...transfer,
  },
  ...opened,
});

const arrival = { sinceMs: 1_000_000, waitedMs: 0, isBack: false };
const statusOf = (overrides: Overrides, from?: string) =>
  describeTransferStatus(open(overrides), { ...arrival, from }, { language: en });
const instructionsOf = (instructions: Instructions, transfer: Partial<OpenTransfer> = {}) =>
  statusOf({ transfer: { ...transfer, instructions } })?.instructions;

describe('the form', () => {
  const created = { status: 'CREATED' } as const;
  const formOf = (transfer: Partial<OpenTransfer>, opened: Partial<OpenedTransfer> = {}) =>
    describeBegin(open({ order: created, transfer, opened }), en);

  const fields: [OpenTransfer['source'], Partial<OpenTransfer['asks']>, string | undefined][] = [
    ['BLIK', {}, 'code'],
    ['PHONE', { phone: true }, 'phone'],
    ['PHONE', {}, undefined],
    ['PIX', { cpf: true }, 'cpf'],
    ['PIX', {}, undefined],
    ['P2P', { banks: [{ id: 'mono', name: 'monobank' }] }, 'bank_id'],
    ['P2P', {}, undefined],
    ['CRYPTO', {}, undefined],
  ];
  test.each(fields)('of %s with %j has the field %s', (source, asks, field) => {
    const view = formOf({ source, asks: { cpf: false, phone: false, banks: [], ...asks } });
    expect(view.field).toBe(field);
  });

  test.each([
    ['P2P', true],
    ['PIX', true],
    ['CRYPTO', true],
    ['PHONE', false],
    ['BLIK', false],
  ] as const)('of %s without a field is submitted by a script: %s', (source, beginsItself) => {
    expect(formOf({ source }).beginsItself).toBe(beginsItself);
  });

  test('waits for the shopper after a refusal, and says why', () => {
    const failure = { outcome: 'declined', reason: 'insufficient_funds' } as const;
    const { beginsItself, notice } = formOf({ source: 'CRYPTO' }, { failure });
    expect(beginsItself).toBe(false);
    expect(notice).toEqual({
      title: words.refused,
      text: [words.reasons.funds, words.refusedDetails, 'Attempts left: 2'],
    });
  });

  test.each([
    ['BLIK', 'You declined it in your bank’s app', /^No money was taken.* new code/],
    ['PHONE', 'You declined it on your phone', /^No money was taken.* on your phone/],
    // Of money that the payer sends, nobody knows whether some is on its way.
    ['CRYPTO', 'You declined it in your wallet', /^Do not use the earlier payment details/],
    ['P2P', 'You declined it in your bank’s app', /^Do not use the earlier payment details/],
    ['PIX', 'You declined it in your bank’s app', /^Do not use the earlier payment details/],
  ] as const)('says where the payer declined a payment by %s, and what to do', (...row) => {
    const [source, title, next] = row;
    const failure = { outcome: 'declined', reason: 'cancelled' } as const;
    const { notice } = formOf({ source }, { failure });
    expect(notice).toEqual({
      title,
      text: [expect.stringMatching(next) as string, 'Attempts left: 2'],
    });
  });

  test('says that a request expired which nobody answered, not that the payer declined it', () => {
    const failure = { outcome: 'declined', reason: 'unanswered' } as const;
    const { notice } = formOf({ source: 'PHONE' }, { failure });
    expect(notice).toEqual({
      title: 'This payment has expired',
      text: [words.refusedPhone, 'Attempts left: 2'],
    });
  });

  test('asks for another code after one was refused', () => {
    const failure = { outcome: 'declined', reason: 'incorrect_code' } as const;
    const { notice } = formOf({ source: 'BLIK' }, { failure });
    expect(notice?.text).toContain(words.refusedCode);
  });

  test('shows the masked telephone number that the request goes to', () => {
    const { knownPhone } = formOf({ source: 'PHONE', phone_hint: '+*******5678' });
    expect(knownPhone).toBe('\u2068+•••••••5678\u2069');
  });

  test('is shown, instead of a status, for an order that awaits its payment', () => {
    expect(statusOf({ order: created })).toBeUndefined();
  });
});

describe('instructions', () => {
  test('are shown as in preparation until the acquirer provides them', () => {
    expect(statusOf({})).toEqual({
      view: { state: 'waiting', words: words.preparing, again: STATUS_PAGE },
    });
  });

  test('show the account in groups of four, and copy it without spaces', () => {
    const view = instructionsOf(ACCOUNT);
    expect(view?.title).toBe('Send ₴1,250.00 from your bank');
    const rows = new Map(view?.rows.map((row) => [row.id, row]));
    expect(rows.get('amount')).toMatchObject({ value: '1250.00', parts: ['₴1,250.00'] });
    expect(rows.get('account')).toMatchObject({ label: 'IBAN', value: ACCOUNT.account.value });
    expect(rows.get('account')?.parts.join(' ')).toBe('UA21 3223 1300 0002 6007 2335 6600 1');
    expect([...rows.keys()]).toEqual(['amount', 'holder', 'account', 'bank', 'reference']);
  });

  test('ask for the missing amount once a part has arrived', () => {
    const view = instructionsOf(ACCOUNT, { received: '750.00', missing: '500.00' });
    expect(view?.title).toBe('Send ₴500.00 from your bank');
    expect(view?.rows[0]).toMatchObject({ id: 'amount', value: '500.00' });
    expect(view?.arrived).toBe('₴750.00 of ₴1,250.00 arrived. ₴500.00 is still missing.');
  });

  test('of a transfer change only their wording for a payer who has sent it', () => {
    const asked = statusOf({ transfer: { instructions: ACCOUNT } });
    expect(asked?.instructions?.toReport).toBe('1250.00');
    const sent = statusOf({ transfer: { instructions: ACCOUNT, sent: '1250.00' } });
    expect(sent?.instructions).toMatchObject(words.sentAlready);
    expect(sent?.instructions?.toReport).toBeUndefined();
    expect(sent?.instructions?.rows).toEqual(asked?.instructions?.rows);
    expect(sent?.view).toEqual(asked?.view);
  });

  test('ask for the rest of a transfer that was reported as sent, of which a part arrived', () => {
    const part = { received: '750.00', missing: '500.00' };
    const view = instructionsOf(ACCOUNT, { ...part, sent: '1250.00' });
    expect(view?.title).toBe('Send ₴500.00 from your bank');
    expect(view?.toReport).toBe('500.00');
  });

  test('keep the language of the address in every address of ours', () => {
    const transfer = { instructions: ACCOUNT };
    const status = describeTransferStatus(
      open({ transfer }),
      { ...arrival, lang: 'de' },
      { language: LANGUAGES.de },
    );
    expect(status?.view.again).toBe(`${STATUS_PAGE}?lang=de`);
  });

  test('of an address name the network and the asset', () => {
    const view = instructionsOf(ADDRESS, { source: 'CRYPTO' });
    expect(view?.warning).toBe(
      'Only \u2068USDT\u2069 on \u2068TRON (TRC-20)\u2069. Anything else sent to this address is lost.',
    );
    expect(view?.rows.find(({ id }) => id === 'address')?.parts).toHaveLength(9);
    expect(view?.qrCode?.size).toBeGreaterThan(20);
  });

  test('of money that the network has seen say so in the heading, without anything to send to', () => {
    const seen = { ...ADDRESS, confirmations: { seen: 1, needed: 3 } };
    const view = instructionsOf(seen, { source: 'CRYPTO' });
    expect(view).toEqual({
      title: 'We see your payment: 1 of 3 confirmations.',
      text: expect.stringMatching(/^Do not send again/) as string,
      rows: [],
      isSeen: true,
    });
    const rest = { source: 'CRYPTO', received: '750.00', missing: '500.00' } as const;
    const confirmed = { ...ADDRESS, confirmations: { seen: 3, needed: 3 } };
    expect(instructionsOf(seen, rest)?.rows).toEqual([]);
    expect(instructionsOf(confirmed, rest)).toMatchObject({
      left: { amount: '₴500.00', of: 'left of ₴1,250.00' },
      text: undefined,
    });
    expect(instructionsOf(confirmed, rest)?.qrCode).toBeDefined();
  });

  test('to confirm in an app show what was typed, and offer another code or number', () => {
    const shown = (where: 'bank_app' | 'phone', confirmSeconds: number, attemptsLeft = 2) => {
      const opened = open({
        transfer: {
          instructions: { kind: 'confirm', where },
          confirmSeconds,
          phone_hint: '+** *** *** 678',
        },
      });
      return describeTransferStatus(
        { ...opened, terms: { ...opened.terms, attemptsLeft } },
        arrival,
        { language: en, typedCode: '777 123' },
      )?.instructions;
    };
    expect(shown('bank_app', 119)).toMatchObject({
      typed: { label: words.yourCode, text: '777 123' },
      secondsLeft: 119,
      wayOut: undefined,
    });
    expect(shown('bank_app', 0)).toMatchObject({
      ...words.confirmOver,
      secondsLeft: undefined,
      wayOut: 'Enter another code',
    });
    expect(shown('bank_app', 0, 0)?.wayOut).toBeUndefined();
    expect(shown('phone', 119)).toMatchObject({
      typed: { label: words.phone, text: '+•• ••• ••• 678' },
      wayOut: 'Wrong number?',
    });
  });

  test('that were given up say that the bank is still being asked', () => {
    const view = statusOf({ transfer: { source: 'BLIK', giving_up: true } })?.view;
    expect(view).toMatchObject({ state: 'waiting', words: words.stillAsking, again: STATUS_PAGE });
  });

  test("show the acquirer's words as plain text, without direction overrides", () => {
    const hostile = '\u202e<b>x</b>\u2069\u0000 א';
    const view = instructionsOf({
      ...ADDRESS,
      network: hostile,
      asset: '{network}',
    });
    expect(view?.warning).toContain('Only \u2068{network}\u2069 on \u2068<b>x</b> א\u2069.');
    expect(view?.rows.find(({ id }) => id === 'network')?.value).toBe('<b>x</b> א');
  });
});

describe('a page of the acquirer', () => {
  const redirect: Instructions = { kind: 'redirect', url: 'https://acquirer.example/pay/1' };

  test('is opened at first, and linked for a shopper who has come back', () => {
    const transfer = { instructions: redirect };
    expect(statusOf({ transfer }, 'abcdefghijkl')?.view).toMatchObject({
      state: 'challenge',
      leaveTo: redirect.url,
    });
    expect(statusOf({ transfer })?.view).toMatchObject({
      state: 'bankWaits',
      bankPage: redirect.url,
      words: { onward: words.onward },
      // If the page's fingerprint differed from the order's, the page would reload again and again.
      shown: liveParts(open({ transfer }), en).shown,
    });
  });

  test('must be a web address', () => {
    const instructions = { kind: 'redirect', url: 'javascript:alert(1)' } as const;
    expect(statusOf({ transfer: { instructions } }, 'abcdefghijkl')?.view.leaveTo).toBeUndefined();
  });
});

describe('at the end', () => {
  test.each([
    ['SUCCESS', {}, undefined],
    ['SUCCESS', { received: '1260.00' }, '₴1,260.00 arrived, more than ₴1,250.00.'],
    ['SUCCESS', { received: '1250.00' }, undefined],
    ['CLOSED', {}, words.doNotSend],
    ['CLOSED', { received: '750.00', missing: '500.00' }, 'Only ₴750.00 of ₴1,250.00 arrived'],
    ['CLOSED', { received: '1250.00' }, '₴1,250.00 arrived, but too late.'],
    ['CLOSED', { source: 'BLIK' }, undefined],
    ['FAILED', {}, words.doNotSend],
    ['FAILED', { source: 'PHONE' }, undefined],
  ] as const)('%s with %j says what became of the money', (status, transfer, text) => {
    const view = statusOf({ order: { status }, transfer })?.view;
    if (text === undefined) expect(view?.words).toBeUndefined();
    else expect(view?.words?.text).toContain(text);
  });

  test('a cancelled order is shown as cancelled, not as expired', () => {
    const opened = { endedBy: 'cancelled' } as const;
    const view = statusOf({ order: { status: 'CLOSED' }, opened })?.view;
    expect(view).toMatchObject({
      state: 'cancelled',
      words: { title: en.messages.states.cancelled.title },
    });
  });
});

describe('while the page is open', () => {
  const shown = (transfer: Partial<OpenTransfer>) => liveParts(open({ transfer }), ar).shown;

  test('a confirmation does not change the fingerprint of the page, but an arrived amount does', () => {
    const seen = (count: number) =>
      shown({ instructions: { ...ADDRESS, confirmations: { seen: count, needed: 3 } } });
    expect(seen(2)).toBe(seen(1));
    expect(seen(1)).not.toBe(seen(0));
    expect(shown({ instructions: ADDRESS, received: '1.00' })).not.toBe(
      shown({ instructions: ADDRESS }),
    );
    expect(shown({})).toBeUndefined();
  });

  test('the number of confirmations is in the language of the page', () => {
    const instructions = { ...ADDRESS, confirmations: { seen: 1, needed: 3 } };
    const { confirmations } = liveParts(open({ transfer: { instructions } }), ar);
    expect(confirmations).toBe('نرى دفعتك: التأكيدات 1 من 3.');
  });
});
