import type { Currency } from '../money.ts';

/** The accounts among which a gate's money in one currency is divided. */
export const BUCKETS = [
  'available',
  'hold',
  'rolling',
  'payout_reserve',
  'refund_reserve',
  'dispute_reserve',
] as const;
export type Bucket = (typeof BUCKETS)[number];

/**
 * An account of the double-entry, append-only ledger. A positive entry raises what we owe the account's holder (for
 * `provider_clearing`: lowers what the acquirer owes us). A movement's entries sum to zero in each currency.
 */
export type Account =
  | { kind: Bucket; gateId: string }
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
    | 'payin_shortfall'
    | 'payout_reserve'
    | 'payout_settle'
    | 'payout_release'
    | 'refund_reserve'
    | 'refund_settle'
    | 'refund_release'
    | 'refund_take'
    | 'refund_return'
    | 'refund_correction'
    | 'dispute_reserve'
    | 'dispute_lose'
    | 'dispute_recover'
    | 'dispute_release'
    | 'hold_release'
    | 'rolling_release'
    | 'transfer'
    | 'conversion'
    | 'adjustment';
  entries: readonly Entry[];
}

interface Money {
  currency: Currency;
  amountMinor: bigint;
}

export interface PayinPosting extends Money {
  gateId: string;
  /** The amount that the acquirer took from the payer and owes us. */
  paid: Money;
  feeTotalMinor: bigint;
  holdMinor: bigint;
  rollingMinor: bigint;
}

export interface PayoutPosting extends Money {
  gateId: string;
  feeTotalMinor: bigint;
}

/** A refund in the order's currency, except `paidBack`. */
export interface RefundPosting extends Money {
  gateId: string;
  /** The amount that the acquirer pays back to the payer. */
  paidBack: Money;
  /** The part of the payin's fee that the merchant gets back. */
  feeReturnedMinor: bigint;
  fixedFeeMinor: bigint;
}

/** The accounts that a refund or a shortfall is taken from, or released to. Together they are its full cost. */
export interface RefundSources {
  availableMinor: bigint;
  holdMinor: bigint;
  rollingMinor: bigint;
}

/** A dispute in the order's currency, except `disputed`. */
export interface DisputePosting extends Money {
  gateId: string;
  /** The amount that the acquirer takes back for the payer. */
  disputed: Money;
  feeMinor: bigint;
}

interface GateMoney extends Money {
  gateId: string;
}

/** Credits the merchant with amount − fee, split into hold, rolling reserve and available balance. */
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

/**
 * Takes from the merchant what was accepted as missing from a payin: it was credited in full, and the acquirer took
 * less from the payer.
 */
export function payinShortfall(
  { gateId, currency, missing }: Pick<PayinPosting, 'gateId' | 'currency'> & { missing: Money },
  { availableMinor, holdMinor, rollingMinor }: RefundSources,
): Movement {
  const amountMinor = availableMinor + holdMinor + rollingMinor;
  return movement('payin_shortfall', [
    { account: { kind: 'available', gateId }, currency, amountMinor: -availableMinor },
    { account: { kind: 'hold', gateId }, currency, amountMinor: -holdMinor },
    { account: { kind: 'rolling', gateId }, currency, amountMinor: -rollingMinor },
    ...exchanged({ currency, amountMinor }, missing),
    { account: CLEARING, currency: missing.currency, amountMinor: missing.amountMinor },
  ]);
}

/** Reserves amount + fee, before the acquirer is called. */
export function payoutReserve(order: PayoutPosting): Movement {
  return between('payout_reserve', withFee(order), 'available', 'payout_reserve');
}

/** Settles a payout that the acquirer paid: the amount goes to the acquirer, the fee to us. */
export function payoutSettle(order: PayoutPosting): Movement {
  const { currency, gateId, amountMinor, feeTotalMinor } = order;
  const reserve: Account = { kind: 'payout_reserve', gateId };
  return movement('payout_settle', [
    { account: reserve, currency, amountMinor: -(amountMinor + feeTotalMinor) },
    { account: CLEARING, currency, amountMinor },
    { account: { kind: 'fee_income' }, currency, amountMinor: feeTotalMinor },
  ]);
}

/** Releases the whole reserve of a payout that the acquirer refused. */
export function payoutRelease(order: PayoutPosting): Movement {
  return between('payout_release', withFee(order), 'payout_reserve', 'available');
}

/** Reserves the full cost of a refund, before the acquirer is called. */
export function refundReserve(
  { gateId, currency }: Pick<RefundPosting, 'gateId' | 'currency'>,
  { availableMinor, holdMinor, rollingMinor }: RefundSources,
): Movement {
  const costMinor = availableMinor + holdMinor + rollingMinor;
  return movement('refund_reserve', [
    { account: { kind: 'available', gateId }, currency, amountMinor: -availableMinor },
    { account: { kind: 'hold', gateId }, currency, amountMinor: -holdMinor },
    { account: { kind: 'rolling', gateId }, currency, amountMinor: -rollingMinor },
    { account: { kind: 'refund_reserve', gateId }, currency, amountMinor: costMinor },
  ]);
}

/**
 * Settles a refund that the acquirer made: pays the payer from the reserve, and posts the fees between us and the
 * merchant.
 */
export function refundSettle(refund: RefundPosting): Movement {
  return movement('refund_settle', refundEntries(refund, 'refund_reserve'));
}

/** Debits a refund that the acquirer made after its reserve had been released, even if the balance is too small. */
export function refundTake(refund: RefundPosting): Movement {
  return movement('refund_take', refundEntries(refund, 'available'));
}

/** Reverses `refundTake`: the money came back to the acquirer. */
export function refundReturn(refund: RefundPosting): Movement {
  return movement('refund_return', reversed(refundEntries(refund, 'available')));
}

/** Releases a refund that the acquirer did not make: the reserve returns to the accounts it was taken from. */
export function refundRelease(
  { gateId, currency }: Pick<RefundPosting, 'gateId' | 'currency'>,
  { availableMinor, holdMinor, rollingMinor }: RefundSources,
): Movement {
  const costMinor = availableMinor + holdMinor + rollingMinor;
  return movement('refund_release', [
    { account: { kind: 'refund_reserve', gateId }, currency, amountMinor: -costMinor },
    { account: { kind: 'available', gateId }, currency, amountMinor: availableMinor },
    { account: { kind: 'hold', gateId }, currency, amountMinor: holdMinor },
    { account: { kind: 'rolling', gateId }, currency, amountMinor: rollingMinor },
  ]);
}

/**
 * Corrects what the merchant was charged as a payin's fee, after a refund of it came to nothing: the correction of that
 * fee counted what the refund returned. A negative amount debits the merchant, even if the balance is too small.
 */
export function refundCorrection(money: GateMoney): Movement {
  return ofFees('refund_correction', money);
}

/** Reserves a dispute's amount and fee, even if the available balance does not cover them. */
export function disputeReserve(dispute: DisputePosting): Movement {
  return between('dispute_reserve', withDisputeFee(dispute), 'available', 'dispute_reserve');
}

/** Returns a won dispute's amount and fee to the merchant. */
export function disputeRelease(dispute: DisputePosting): Movement {
  return between('dispute_release', withDisputeFee(dispute), 'dispute_reserve', 'available');
}

/** Settles a lost dispute: the amount goes to the payer, the fee to us. */
export function disputeLose(dispute: DisputePosting): Movement {
  return movement('dispute_lose', lossOf(dispute));
}

/** Reverses `disputeLose`, for a lost dispute that was reopened or won after all. */
export function disputeRecover(dispute: DisputePosting): Movement {
  return movement('dispute_recover', reversed(lossOf(dispute)));
}

/** Releases a payin's hold after its settlement period. */
export function holdRelease(held: GateMoney): Movement {
  return between('hold_release', held, 'hold', 'available');
}

export function rollingRelease(rolled: GateMoney): Movement {
  return between('rolling_release', rolled, 'rolling', 'available');
}

/** Moves money for the operator, for instance between a gate and the wallet. */
export function transfer(from: Account, to: Account, { currency, amountMinor }: Money): Movement {
  return movement('transfer', [
    { account: from, currency, amountMinor: -amountMinor },
    { account: to, currency, amountMinor },
  ]);
}

/** Converts one currency into another for the operator: `sold` leaves, `bought` arrives. */
export function conversion(from: Account, sold: Money, to: Account, bought: Money): Movement {
  return movement('conversion', [
    { account: from, currency: sold.currency, amountMinor: -sold.amountMinor },
    ...exchanged(sold, bought),
    { account: to, currency: bought.currency, amountMinor: bought.amountMinor },
  ]);
}

/** Credits the merchant, from our fees, with what it was charged wrongly; a negative amount debits it. */
export function adjustment(money: GateMoney): Movement {
  return ofFees('adjustment', money);
}

/** Throws if the entries do not sum to zero in each currency: money would appear or vanish. */
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

/** Builds a movement, checks its balance, and drops entries of zero. */
function movement(kind: Movement['kind'], entries: readonly Entry[]): Movement {
  assertBalanced(entries);
  return { kind, entries: entries.filter(({ amountMinor }) => amountMinor !== 0n) };
}

function between(kind: Movement['kind'], money: GateMoney, from: Bucket, to: Bucket): Movement {
  const { gateId, currency, amountMinor } = money;
  return movement(kind, [
    { account: { kind: from, gateId }, currency, amountMinor: -amountMinor },
    { account: { kind: to, gateId }, currency, amountMinor },
  ]);
}

/** Credits the merchant from our fees; a negative amount debits it. */
function ofFees(kind: Movement['kind'], { gateId, currency, amountMinor }: GateMoney): Movement {
  return movement(kind, [
    { account: { kind: 'available', gateId }, currency, amountMinor },
    { account: { kind: 'fee_income' }, currency, amountMinor: -amountMinor },
  ]);
}

function reversed(entries: readonly Entry[]): Entry[] {
  return entries.map((entry) => ({ ...entry, amountMinor: -entry.amountMinor }));
}

/** Returns the entries that pay a refund to the payer from one of the gate's accounts. */
function refundEntries(refund: RefundPosting, from: Bucket): Entry[] {
  const { gateId, currency, amountMinor, paidBack, feeReturnedMinor, fixedFeeMinor } = refund;
  const feeMinor = fixedFeeMinor - feeReturnedMinor;
  return [
    { account: { kind: from, gateId }, currency, amountMinor: -(amountMinor + feeMinor) },
    ...exchanged({ currency, amountMinor }, paidBack),
    { account: CLEARING, currency: paidBack.currency, amountMinor: paidBack.amountMinor },
    { account: { kind: 'fee_income' }, currency, amountMinor: feeMinor },
  ];
}

function withDisputeFee({ gateId, currency, amountMinor, feeMinor }: DisputePosting): GateMoney {
  return { gateId, currency, amountMinor: amountMinor + feeMinor };
}

function lossOf(dispute: DisputePosting): Entry[] {
  const { gateId, currency, amountMinor, disputed, feeMinor } = dispute;
  const reserve: Account = { kind: 'dispute_reserve', gateId };
  return [
    { account: reserve, currency, amountMinor: -(amountMinor + feeMinor) },
    ...exchanged({ currency, amountMinor }, disputed),
    { account: CLEARING, currency: disputed.currency, amountMinor: disputed.amountMinor },
    { account: { kind: 'fee_income' }, currency, amountMinor: feeMinor },
  ];
}

function withFee({ gateId, currency, amountMinor, feeTotalMinor }: PayoutPosting): GateMoney {
  return { gateId, currency, amountMinor: amountMinor + feeTotalMinor };
}

/** Returns the two conversion entries; none within one currency, where they would cancel out. */
function exchanged(from: Money, to: Money): Entry[] {
  if (from.currency === to.currency) return [];
  return [
    { account: CONVERSION, currency: from.currency, amountMinor: from.amountMinor },
    { account: CONVERSION, currency: to.currency, amountMinor: -to.amountMinor },
  ];
}
