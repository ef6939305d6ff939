import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMinor } from './money.ts';
import {
  columnsProblem,
  formatOf,
  FORMATS,
  titleOf,
  type FormatName,
} from './settlement-formats.ts';
import { LineError, type LineKind } from './settlement-line.ts';

/** An acquirer's own format. */
type AcquirersFormat = Exclude<FormatName, 'csv'>;
const OF_ACQUIRERS = ['adyen', 'stripe', 'stripe_history'] as const;

/** The header line of each format, as published. */
const HEADERS: Readonly<Record<FormatName, string>> = {
  adyen:
    'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,Modification Merchant Reference,Batch Number',
  stripe:
    'balance_transaction_id,created_utc,created,available_on_utc,available_on,currency,gross,fee,net,reporting_category,source_id,description,customer_facing_amount,customer_facing_currency,customer_id,charge_id,payment_intent_id',
  stripe_history:
    'id,Type,Source,Amount,Fee,Destination Platform Fee,Destination Platform Fee Currency,Net,Currency,Created (UTC),Available On (UTC),Description,Customer Facing Amount,Customer Facing Currency,Transfer,Transfer Date (UTC),Transfer Group',
  csv: 'reference,kind,currency,amount',
};

/** @returns the line, or what is wrong with it */
function read(name: FormatName, row: string) {
  const names = HEADERS[name].split(',');
  const format = formatOf(names);
  if (format?.name !== name) throw new Error(`It is not recognised as ${name}`);
  const cells = row.split(',');
  try {
    return format.lineOf((column) => cells[names.indexOf(column)] ?? '');
  } catch (error) {
    if (error instanceof LineError) return error.message;
    throw error;
  }
}

function readWell(name: FormatName, row: string) {
  const line = read(name, row);
  if (typeof line === 'string') throw new Error(line);
  return line;
}

describe("Adyen's settlement details report", () => {
  it.each([
    // Examples from Adyen's page.
    [
      'TestCompany,TestMerchant,1813702551707653,3vpzf7,visa,2013-06-03 11:26:49,CET,Settled,1713702551795048,GBP,,5.00,1,GBP,,4.88,,0.04,0.01,0.07,visaclassic',
      ['payment', '1813702551707653', '500', 'GBP', '488', '12', 'GBP'],
    ],
    [
      'TestCompany,TestMerchant,1313642467023511,324959451,visa,2013-03-26 22:37:26,CET,Chargeback,2313642467170922,EUR,349.99,,1,EUR,357.49,,7.5,,,,visaclassic',
      ['chargeback', '2313642467170922', '-34999', 'EUR', '-35749', '750', 'EUR'],
    ],
    [
      'C,M,psp,ref,mc,2026-03-01 10:00:00,CET,Settled,mod,USD,,100.00,0.915,EUR,,90.00,,1.50,,',
      ['payment', 'psp', '10000', 'USD', '9000', '150', 'EUR'],
    ],
    [
      'C,M,psp,ref,mc,2026-03-01 10:00:00,CET,Refunded,mod,USD,100.00,,0.915,EUR,91.60,,0.10,,,',
      ['refund', 'mod', '-10000', 'USD', '-9160', '10', 'EUR'],
    ],
    [
      'C,M,psp,ref,mc,2026-03-01 10:00:00,CET,Settled,mod,EUR,,20.00,,EUR,,20.00,,,,',
      ['payment', 'psp', '2000', 'EUR', '2000', '0', 'EUR'],
    ],
    [
      'C,M,psp,ref,mc,2026-03-01 10:00:00,CET,Settled,mod,EUR,,1.00,41,UAH,,40.00,,,,',
      ['payment', 'psp', '100', 'EUR', '4000', '100', 'UAH'],
    ],
    [
      'C,M,psp,ref,mc,2026-03-01 10:00:00,CET,ChargebackReversed,mod,EUR,,20.00,1,EUR,,20.00,,,,',
      ['chargeback_reversed', 'mod', '2000', 'EUR', '2000', '0', 'EUR'],
    ],
    [
      'C,M,,,,2026-03-01 10:00:00,CET,Fee,Transaction Fees March 2026,,,,,EUR,1.20,,,,,',
      ['fee', 'Transaction Fees March 2026', '-120', 'EUR', '-120', '0', 'EUR'],
    ],
    [
      'C,M,,,,2026-03-01 10:00:00,CET,MerchantPayout,"TX1 batch 4",,,,,EUR,900.00,,,,,',
      ['bank_payout', '"TX1 batch 4"', '-90000', 'EUR', '-90000', '0', 'EUR'],
    ],
    [
      'C,M,,,,2026-03-01 10:00:00,CET,DepositCorrection,,,,,,EUR,,5.00,,,,',
      ['other', 'DepositCorrection', '500', 'EUR', '500', '0', 'EUR'],
    ],
  ])(
    'is read by its columns: %s',
    (row, [kind, reference, amount, currency, net, fee, settled]) => {
      expect(readWell('adyen', row)).toEqual({
        kind,
        reference,
        amount_minor: amount,
        currency,
        net: { amount_minor: net, fee_minor: fee, currency: settled },
      });
    },
  );

  it.each([
    [
      'C,M,psp,r,mc,d,CET,Settled,mod,EUR,,ten,1,EUR,,9',
      'Gross Credit (GC) must be an amount like 10.50, not ten.',
    ],
    ['C,M,psp,r,mc,d,CET,Settled,mod,EUR,,10,x,EUR,,9', 'Exchange Rate is not a rate: x.'],
    ['C,M,psp,r,mc,d,CET,Settled,mod,EUR,,10,~1,EUR,,9', 'Exchange Rate is not a rate: ~1.'],
    ['C,M,psp,r,mc,d,CET,Settled,mod,EUR,,10,1 %,EUR,,9', 'Exchange Rate is not a rate: 1 %.'],
    ['C,M,,r,mc,d,CET,Settled,mod,EUR,,10,1,EUR,,9', 'Psp Reference is empty.'],
    ['C,M,psp,r,mc,d,CET,,mod,EUR,,10,1,EUR,,9', 'Type is empty.'],
  ])('that cannot be read is refused with a reason: %s', (row, said) => {
    expect(read('adyen', row)).toBe(said);
  });
});

describe("Stripe's itemised balance report", () => {
  it.each([
    [
      'txn_1,d,d,d,d,eur,100.00,3.20,96.80,charge,ch_1,,100.00,eur,,ch_1,pi_1',
      ['payment', 'pi_1', '10000', 'EUR', '9680', '320', 'EUR'],
    ],
    [
      'txn_2,d,d,d,d,eur,91.50,3.00,88.50,charge,ch_2,,100.00,usd,,ch_2,pi_2',
      ['payment', 'pi_2', '10000', 'USD', '8850', '300', 'EUR'],
    ],
    [
      'txn_3,d,d,d,d,eur,-40.00,0.00,-40.00,refund,re_1,,-40.00,eur,,ch_1,pi_1',
      ['refund', 're_1', '-4000', 'EUR', '-4000', '0', 'EUR'],
    ],
    [
      'txn_4,d,d,d,d,eur,-60.00,20.00,-80.00,dispute,du_1,,,,,ch_1,pi_1',
      ['chargeback', 'du_1', '-6000', 'EUR', '-8000', '2000', 'EUR'],
    ],
    [
      'txn_5,d,d,d,d,eur,-2.00,0.00,-2.00,fee,,Radar,,,,,',
      ['fee', 'txn_5', '-200', 'EUR', '-200', '0', 'EUR'],
    ],
    [
      'txn_6,d,d,d,d,eur,-14.80,0.00,-14.80,payout,po_1,,,,,,',
      ['bank_payout', 'po_1', '-1480', 'EUR', '-1480', '0', 'EUR'],
    ],
    [
      'txn_7,d,d,d,d,eur,1.00,0.00,1.00,something_new,so_1,,,,,,',
      ['other', 'so_1', '100', 'EUR', '100', '0', 'EUR'],
    ],
  ])(
    'is read by its columns: %s',
    (row, [kind, reference, amount, currency, net, fee, settled]) => {
      expect(readWell('stripe', row)).toEqual({
        kind,
        reference,
        amount_minor: amount,
        currency,
        net: { amount_minor: net, fee_minor: fee, currency: settled },
      });
    },
  );

  it.each([
    ['t,d,d,d,d,eur,10.00,1.00,10.00,charge,c,,,,,c,p', 'net is not gross minus fee.'],
    ['t,d,d,d,d,eur,10.00,1.00,9.00,charge,c,,,,,c,', 'payment_intent_id is empty.'],
    [
      't,d,d,d,d,eur,ten,1.00,9.00,charge,c,,,,,c,p',
      'gross must be an amount like 10.50, not ten.',
    ],
  ])('that cannot be read is refused with a reason: %s', (row, said) => {
    expect(read('stripe', row)).toBe(said);
  });
});

describe("Stripe's balance history", () => {
  it.each([
    [
      'txn_1,charge,ch_1,30.00,1.17,,,28.83,usd,2026-04-23 21:56,2026-04-30 00:00,Order,30.00,usd,,,',
      ['payment', 'ch_1', '3000', 'USD', '2883', '117', 'USD'],
    ],
    [
      'txn_2,charge,ch_2,91.50,3.00,,,88.50,eur,d,d,Order,100.00,usd,,,',
      ['payment', 'ch_2', '10000', 'USD', '8850', '300', 'EUR'],
    ],
    [
      'txn_3,refund,re_1,-40.00,0.00,,,-40.00,eur,d,d,REFUND FOR CHARGE,-40.00,eur,,,',
      ['refund', 're_1', '-4000', 'EUR', '-4000', '0', 'EUR'],
    ],
    [
      'txn_4,refund_failure,re_1,40.00,0.00,,,40.00,eur,d,d,REFUND FAILURE,,,,,',
      ['refund_returned', 're_1', '4000', 'EUR', '4000', '0', 'EUR'],
    ],
    [
      'txn_5,adjustment,du_1,-60.00,20.00,,,-80.00,eur,d,d,Chargeback withdrawal for ch_1,,,,,',
      ['chargeback', 'du_1', '-6000', 'EUR', '-8000', '2000', 'EUR'],
    ],
    [
      'txn_6,adjustment,dp_1,60.00,-20.00,,,80.00,eur,d,d,Chargeback reversal for ch_1,,,,,',
      ['chargeback_reversed', 'dp_1', '6000', 'EUR', '8000', '-2000', 'EUR'],
    ],
    [
      'txn_10,adjustment,dp_2,60.00,0.00,,,60.00,eur,d,d,Chargeback reversal for ch_2,66.00,usd,,,',
      ['chargeback_reversed', 'dp_2', '6000', 'EUR', '6000', '0', 'EUR'],
    ],
    [
      'txn_11,stripe_fee,du_1,-15.00,0.00,,,-15.00,eur,d,d,Dispute fee,,,,,',
      ['fee', 'du_1', '-1500', 'EUR', '-1500', '0', 'EUR'],
    ],
    [
      'txn_12,adjustment,prod_1,2.00,0.00,,,2.00,eur,d,d,Correction,,,,,',
      ['other', 'prod_1', '200', 'EUR', '200', '0', 'EUR'],
    ],
    [
      'txn_7,stripe_fee,,-2.00,0.00,,,-2.00,eur,d,d,Radar,,,,,',
      ['fee', 'txn_7', '-200', 'EUR', '-200', '0', 'EUR'],
    ],
    [
      'txn_8,payout,po_1,-14.80,0.00,,,-14.80,eur,d,d,STRIPE PAYOUT,,,,,',
      ['bank_payout', 'po_1', '-1480', 'EUR', '-1480', '0', 'EUR'],
    ],
    [
      'txn_9,adjustment,,1.00,0.00,,,1.00,eur,d,d,Correction,,,,,',
      ['other', 'txn_9', '100', 'EUR', '100', '0', 'EUR'],
    ],
  ])(
    'is read by its columns: %s',
    (row, [kind, reference, amount, currency, net, fee, settled]) => {
      expect(readWell('stripe_history', row)).toEqual({
        kind,
        reference,
        amount_minor: amount,
        currency,
        net: { amount_minor: net, fee_minor: fee, currency: settled },
      });
    },
  );

  it.each([
    ['t,charge,ch_1,10.00,1.00,,,10.00,eur,d,d,,,,,,', 'Net is not Amount minus Fee.'],
    ['t,charge,,10.00,1.00,,,9.00,eur,d,d,,,,,,', 'Source is empty.'],
    [
      't,adjustment,du_1,ten,1.00,,,9.00,eur,d,d,,,,,,',
      'Amount must be an amount like 10.50, not ten.',
    ],
    ['t,,ch_1,10.00,1.00,,,9.00,eur,d,d,,,,,,', 'Type is empty.'],
  ])('that cannot be read is refused with a reason: %s', (row, said) => {
    expect(read('stripe_history', row)).toBe(said);
  });
});

it.each<[AcquirersFormat, LineKind, string]>([
  ['adyen', 'chargeback', 'SecondChargeback'],
  ['adyen', 'fee', 'MiscCosts'],
  ['adyen', 'fee', 'PaymentCost'],
  ['adyen', 'fee', 'AuthorisationSchemeFee'],
  ['adyen', 'fee', 'InvoiceDeduction'],
  ['adyen', 'bank_payout', 'BankInstructionReturned'],
  ['stripe', 'fee', 'network_cost'],
  ['stripe', 'fee', 'tax'],
  ['stripe', 'bank_payout', 'payout_reversal'],
  ['stripe_history', 'payment', 'payment'],
  ['stripe_history', 'refund', 'payment_refund'],
  ['stripe_history', 'fee', 'stripe_fx_fee'],
  ['stripe_history', 'fee', 'network_cost'],
  ['stripe_history', 'fee', 'tax_fee'],
  ['stripe_history', 'bank_payout', 'payout_cancel'],
  ['stripe_history', 'bank_payout', 'payout_failure'],
])('%s reads as %s its type %s too', (name, kind, word) => {
  const usual = ROWS[name]({ kind, gross: 100n, fee: 0n }, 1);
  const row = usual.replace(`,${WORDS[name][kind]},`, `,${word},`);
  expect(row).not.toBe(usual);
  expect(readWell(name, row)).toEqual(readWell(name, usual));
});

describe('the format for every other acquirer', () => {
  it.each([
    ['p1,payment,EUR,10.50', ['payment', 'p1', '1050']],
    ['p1,payment,EUR,-10', ['payment', 'p1', '-1000']],
    ['r1,refund,eur,−4.5', ['refund', 'r1', '-450']],
    ['d1,dispute,EUR,-10.00', ['chargeback', 'd1', '-1000']],
    ['d1,dispute,EUR,10.00', ['chargeback_reversed', 'd1', '1000']],
    [',fee,EUR,-0.40', ['fee', 'fee', '-40']],
    ['March,fee,EUR,-0.40', ['fee', 'March', '-40']],
  ])('is read by its columns: %s', (row, [kind, reference, amount]) => {
    expect(readWell('csv', row)).toEqual({
      kind,
      reference,
      amount_minor: amount,
      currency: 'EUR',
      net: { amount_minor: amount, fee_minor: '0', currency: 'EUR' },
    });
  });

  it.each([
    ['p1,order,EUR,1', 'kind must be payment, refund, dispute or fee, not order.'],
    [',payment,EUR,1', 'reference is empty.'],
    ['p1,,EUR,1', 'kind is empty.'],
    ['p1,payment,,1', 'currency is empty.'],
    ['p1,payment,€,1', '€ is not a currency.'],
    ...['.91', '100.', '1.005', '1e3', '+1', '--1', '1-', '', ' ', '1 000', '1234567890123'].map(
      (amount) => [
        `p1,payment,EUR,${amount}`,
        `amount must be an amount like 10.50, not ${amount}.`,
      ],
    ),
    [`${'r'.repeat(256)},payment,EUR,1`, 'the reference is longer than 255 characters.'],
  ])('that cannot be read is refused with a reason: %s', (row, said) => {
    expect(read('csv', row)).toBe(said);
  });
});

it('each format has a unique title', () => {
  expect(new Set(FORMATS.map((name) => titleOf(name))).size).toBe(FORMATS.length);
});

it.each(FORMATS)('%s is not recognised if a column is missing', (name) => {
  const names = HEADERS[name].split(',');
  const needed = formatOf(names)?.columns ?? [];
  for (const column of needed) {
    expect(formatOf(names.filter((each) => each !== column))).toBeUndefined();
  }
});

it("says which column to add to Stripe's standard report, and which columns there may be", () => {
  const standard = HEADERS.stripe.split(',').filter((name) => name !== 'payment_intent_id');
  expect(columnsProblem(standard)).toContain('has no column payment_intent_id');
  expect(columnsProblem(['a', 'b'])).toMatch(
    /^the columns are a, b\. .*or reference, kind, currency, amount, with commas/,
  );
});

/** An acquirer's booking in one currency: its kind, the gross amount, and the acquirer's fee. */
interface Booking {
  kind: LineKind;
  gross: bigint;
  fee: bigint;
}

const SIGNS = {
  payment: 1n,
  refund: -1n,
  refund_returned: 1n,
  chargeback: -1n,
  chargeback_reversed: 1n,
} as const;
const kinds = Object.keys(SIGNS) as readonly (keyof typeof SIGNS)[];
const cents = fc.bigInt({ min: 0n, max: 99_999_999n });

/** Above zero: a dispute of zero would be neither taken nor given back. */
const somethingPaid = fc.bigInt({ min: 1n, max: 99_999_999n });

const ofOrder = fc
  .record({ kind: fc.constantFrom(...kinds), gross: somethingPaid, fee: cents })
  .map(({ kind, gross, fee }): Booking => ({ kind, gross: SIGNS[kind] * gross, fee }));
const ownOfAcquirer = fc
  .record({
    kind: fc.constantFrom('fee' as const, 'other' as const),
    gross: cents,
    isTaken: fc.boolean(),
  })
  .map(({ kind, gross, isTaken }): Booking => ({ kind, gross: isTaken ? -gross : gross, fee: 0n }));
const bookings = fc.array(fc.oneof(ofOrder, ownOfAcquirer), { maxLength: 40 });

const WORDS: Readonly<Record<AcquirersFormat, Readonly<Partial<Record<LineKind, string>>>>> = {
  adyen: {
    payment: 'Settled',
    refund: 'Refunded',
    refund_returned: 'RefundedReversed',
    chargeback: 'Chargeback',
    chargeback_reversed: 'ChargebackReversed',
    fee: 'Fee',
    bank_payout: 'MerchantPayout',
    other: 'DepositCorrection',
  },
  stripe: {
    payment: 'charge',
    refund: 'refund',
    refund_returned: 'refund_failure',
    chargeback: 'dispute',
    chargeback_reversed: 'dispute_reversal',
    fee: 'fee',
    bank_payout: 'payout',
    other: 'risk_reserved_funds',
  },
  stripe_history: {
    payment: 'charge',
    refund: 'refund',
    refund_returned: 'refund_failure',
    chargeback: 'adjustment',
    chargeback_reversed: 'adjustment',
    fee: 'stripe_fee',
    bank_payout: 'payout',
    other: 'reserve_transaction',
  },
};

function sides(minor: bigint): string {
  return minor < 0n ? `${formatMinor(-minor)},` : `,${formatMinor(minor)}`;
}

/** Each booking as the acquirer writes it. */
const ROWS: Readonly<Record<AcquirersFormat, (booking: Booking, at: number) => string>> = {
  adyen: ({ kind, gross, fee }, at) =>
    `C,M,psp-${at},r,visa,d,CET,${WORDS.adyen[kind]},mod-${at},EUR,${sides(gross)},1,EUR,${sides(gross - fee)}`,
  stripe: ({ kind, gross, fee }, at) =>
    `txn_${at},d,d,d,d,eur,${formatMinor(gross)},${formatMinor(fee)},${formatMinor(gross - fee)},${WORDS.stripe[kind]},so_${at},,,,,,pi_${at}`,
  stripe_history: ({ kind, gross, fee }, at) =>
    `txn_${at},${WORDS.stripe_history[kind]},${kind.startsWith('chargeback') ? 'du' : 'so'}_${at},${formatMinor(gross)},${formatMinor(fee)},,,${formatMinor(gross - fee)},eur,d,d,,,,,,`,
};

it.each(OF_ACQUIRERS)(
  'a settlement by %s adds up to the cent: the bank payout equals the sum of its lines',
  (name) => {
    fc.assert(
      fc.property(bookings, (made) => {
        const left = made.reduce((sum, { gross, fee }) => sum + gross - fee, 0n);
        const payout: Booking = { kind: 'bank_payout', gross: -left, fee: 0n };
        const lines = [...made, payout].map((each, at) => readWell(name, ROWS[name](each, at)));
        const sumOf = (which: (kind: LineKind) => boolean, part: 'amount' | 'fee') =>
          lines
            .filter(({ kind }) => which(kind))
            .reduce((sum, { net }) => sum + BigInt(net[`${part}_minor`]), 0n);
        expect(sumOf(() => true, 'amount')).toBe(0n);
        expect(sumOf((kind) => kind !== 'bank_payout', 'amount')).toBe(left);
        for (const kind of new Set(made.map((each) => each.kind))) {
          const of = made.filter((each) => each.kind === kind);
          const is = (each: LineKind) => each === kind;
          const fees = of.reduce((sum, { fee }) => sum + fee, 0n);
          const gross = of.reduce((sum, each) => sum + each.gross, 0n);
          expect(sumOf(is, 'fee')).toBe(fees);
          expect(sumOf(is, 'amount') + sumOf(is, 'fee')).toBe(gross);
          // An order's own line shows what the payer paid or got back.
          const shown = lines.filter((each) => each.kind === kind);
          expect(shown.reduce((sum, each) => sum + BigInt(each.amount_minor), 0n)).toBe(gross);
        }
      }),
    );
  },
);
