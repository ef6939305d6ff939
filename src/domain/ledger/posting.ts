import type { Currency } from '../money.ts';

/**
 * Double entry, append only. An entry above zero raises what we owe the account's holder (or, for
 * `provider_clearing`, lowers what the provider owes us); a movement's entries sum to zero in
 * every currency it touches.
 */
export type Account =
  | { kind: 'available' | 'hold' | 'rolling' | 'payout_reserve'; gateId: string }
  | { kind: 'wallet'; merchantId: string }
  | { kind: 'provider_clearing' | 'fee_income' | 'conversion' };

export interface Entry {
  account: Account;
  currency: Currency;
  amountMinor: bigint;
}

export interface Movement {
  kind:
    | 'payin_success'
    | 'payout_reserve'
    | 'payout_settle'
    | 'payout_release'
    | 'hold_release'
    | 'rolling_release'
    | 'transfer'
    | 'conversion';
  entries: readonly Entry[];
}

interface Money {
  currency: Currency;
  amountMinor: bigint;
}

export interface PayinPosting extends Money {
  gateId: string;
  /** What the provider took from the payer, and owes us. */
  paid: Money;
  feeTotalMinor: bigint;
  holdMinor: bigint;
  rollingMinor: bigint;
}

export interface PayoutPosting extends Money {
  gateId: string;
  feeTotalMinor: bigint;
}

interface GateMoney extends Money {
  gateId: string;
}

/** The merchant gets amount − fee: held, rolled, and the rest at once. */
export function payinSuccess(order: PayinPosting): Movement {
  const { currency, gateId, paid, amountMinor, feeTotalMinor, holdMinor, rollingMinor } = order;
  const availableMinor = amountMinor - feeTotalMinor - holdMinor - rollingMinor;
  return movement('payin_success', [
    { account: CLEARING, currency: paid.currency, amountMinor: -paid.amountMinor },
    ...exchanged(paid, { currency, amountMinor }),
    { account: { kind: 'hold', gateId }, currency, amountMinor: holdMinor },
    { account: { kind: 'rolling', gateId }, currency, amountMinor: rollingMinor },
    { account: { kind: 'available', gateId }, currency, amountMinor: availableMinor },
    { account: { kind: 'fee_income' }, currency, amountMinor: feeTotalMinor },
  ]);
}

/** Takes amount + fee out of reach, before the provider is asked. */
export function payoutReserve(order: PayoutPosting): Movement {
  return between('payout_reserve', withFee(order), 'available', 'payout_reserve');
}

/** The provider paid: what was reserved goes to it and to our fee. */
export function payoutSettle(order: PayoutPosting): Movement {
  const { currency, gateId, amountMinor, feeTotalMinor } = order;
  const reserve: Account = { kind: 'payout_reserve', gateId };
  return movement('payout_settle', [
    { account: reserve, currency, amountMinor: -(amountMinor + feeTotalMinor) },
    { account: CLEARING, currency, amountMinor },
    { account: { kind: 'fee_income' }, currency, amountMinor: feeTotalMinor },
  ]);
}

/** The provider refused: all of the reserve is released. */
export function payoutRelease(order: PayoutPosting): Movement {
  return between('payout_release', withFee(order), 'payout_reserve', 'available');
}

/** A payin's settlement period is over. */
export function holdRelease(held: GateMoney): Movement {
  return between('hold_release', held, 'hold', 'available');
}

export function rollingRelease(rolled: GateMoney): Movement {
  return between('rolling_release', rolled, 'rolling', 'available');
}

/** The operator moves money, between a gate and the wallet for instance. */
export function transfer(from: Account, to: Account, { currency, amountMinor }: Money): Movement {
  return movement('transfer', [
    { account: from, currency, amountMinor: -amountMinor },
    { account: to, currency, amountMinor },
  ]);
}

/** The operator changes one currency into another: `sold` leaves, `bought` arrives. */
export function conversion(from: Account, sold: Money, to: Account, bought: Money): Movement {
  return movement('conversion', [
    { account: from, currency: sold.currency, amountMinor: -sold.amountMinor },
    ...exchanged(sold, bought),
    { account: to, currency: bought.currency, amountMinor: bought.amountMinor },
  ]);
}

/** Throws when the entries do not sum to zero in each currency: money would appear or vanish. */
export function assertBalanced(entries: readonly Entry[]): void {
  const sums = new Map<Currency, bigint>();
  for (const { currency, amountMinor } of entries) {
    sums.set(currency, (sums.get(currency) ?? 0n) + amountMinor);
  }
  for (const [currency, sum] of sums) {
    if (sum !== 0n) throw new Error(`a movement is off balance by ${sum} minor units ${currency}`);
  }
}

const CLEARING: Account = { kind: 'provider_clearing' };
const CONVERSION: Account = { kind: 'conversion' };

/** Every movement is checked where it is made. An entry of zero says nothing and is left out. */
function movement(kind: Movement['kind'], entries: readonly Entry[]): Movement {
  assertBalanced(entries);
  return { kind, entries: entries.filter(({ amountMinor }) => amountMinor !== 0n) };
}

type Bucket = 'available' | 'hold' | 'rolling' | 'payout_reserve';

function between(kind: Movement['kind'], money: GateMoney, from: Bucket, to: Bucket): Movement {
  const { gateId, currency, amountMinor } = money;
  return movement(kind, [
    { account: { kind: from, gateId }, currency, amountMinor: -amountMinor },
    { account: { kind: to, gateId }, currency, amountMinor },
  ]);
}

function withFee({ gateId, currency, amountMinor, feeTotalMinor }: PayoutPosting): GateMoney {
  return { gateId, currency, amountMinor: amountMinor + feeTotalMinor };
}

/** Within one currency the two cancel out, and nothing goes through conversion. */
function exchanged(from: Money, to: Money): Entry[] {
  if (from.currency === to.currency) return [];
  return [
    { account: CONVERSION, currency: from.currency, amountMinor: from.amountMinor },
    { account: CONVERSION, currency: to.currency, amountMinor: -to.amountMinor },
  ];
}
