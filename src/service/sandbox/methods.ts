import type { CardBrand } from '#domain/card/number.ts';
import type { NewGateMethod } from '../platform/database/schema.ts';

/** One method of the sandbox merchant: the columns that differ from `DEFAULTS`. */
export interface SandboxMethod extends Partial<NewGateMethod> {
  gate: 'main' | 'crypto';
  routeUp?: boolean;
  /** The card brands of its only route; default: every brand. */
  brands?: CardBrand[];
  direction: NewGateMethod['direction'];
  payment_source: NewGateMethod['payment_source'];
  currency: NewGateMethod['currency'];
}

/** Half an hour: long enough to find a card, short enough to release the shop's reserved goods. */
const WAITING_SECONDS = 1_800;

export const DEFAULTS = {
  amount_min_minor: 1n,
  amount_max_minor: 100_000_000n,
  waiting_seconds: WAITING_SECONDS,
};

export const SANDBOX_METHODS = {
  card_eur: {
    direction: 'payin',
    gate: 'main',
    payment_source: 'CARD',
    currency: 'EUR',
    fee_percent: '2.9',
    fee_fixed_minor: 30n,
    fee_min_minor: 50n,
    fee_max_minor: 5_000n,
    amount_min_minor: 100n,
    amount_max_minor: 500_000n,
    settlement_period_days: 2,
    rolling_percent: '5',
    max_attempts: 3,
  },
  card_usd: {
    direction: 'payin',
    gate: 'main',
    payment_source: 'CARD',
    currency: 'USD',
    max_attempts: 1,
  },
  card_kzt: {
    direction: 'payin',
    gate: 'main',
    payment_source: 'CARD',
    currency: 'KZT',
    payment_method_currency: 'USD',
    conversion_rate: '0.0021',
  },
  card_short: {
    direction: 'payin',
    gate: 'main',
    payment_source: 'CARD',
    currency: 'USD',
    waiting_seconds: 3,
  },
  card_brands: {
    direction: 'payin',
    gate: 'main',
    payment_source: 'CARD',
    currency: 'EUR',
    brands: ['visa', 'mastercard'],
  },
  inactive_eur: {
    direction: 'payin',
    gate: 'main',
    payment_source: 'CARD',
    currency: 'EUR',
    active: false,
  },
  unrouted_eur: {
    direction: 'payin',
    gate: 'main',
    payment_source: 'CARD',
    currency: 'EUR',
    routeUp: false,
  },
  p2p_uah: {
    direction: 'payin',
    gate: 'main',
    payment_source: 'P2P',
    currency: 'UAH',
  },
  crypto_usdt: {
    direction: 'payin',
    gate: 'crypto',
    payment_source: 'CRYPTO',
    currency: 'USDT_TRON',
    waiting_seconds: 3_600,
  },
  phone_eur: {
    direction: 'payin',
    gate: 'main',
    payment_source: 'PHONE',
    currency: 'EUR',
  },
  pix_usd: {
    direction: 'payin',
    gate: 'main',
    payment_source: 'PIX',
    currency: 'USD',
    asks_cpf: true,
  },
  blik_eur: {
    direction: 'payin',
    gate: 'main',
    payment_source: 'BLIK',
    currency: 'EUR',
  },
  payout_card_eur: {
    direction: 'payout',
    gate: 'main',
    payment_source: 'CARD',
    currency: 'EUR',
    fee_percent: '1',
    fee_fixed_minor: 25n,
    amount_min_minor: 100n,
    amount_max_minor: 5_000_000n,
  },
  payout_crypto_usdt: {
    direction: 'payout',
    gate: 'crypto',
    payment_source: 'CRYPTO',
    currency: 'USDT_TRON',
  },
  payout_split_eur: {
    direction: 'payout',
    gate: 'main',
    payment_source: 'P2P',
    currency: 'EUR',
    max_part_amount_minor: 100_000n,
  },
} as const satisfies Record<string, SandboxMethod>;

/** The gates' accounts and opening balances. */
export const SANDBOX_ACCOUNTS = [
  { gate: 'main', currency: 'EUR', openingMinor: 1_000_000n },
  { gate: 'main', currency: 'USD', openingMinor: 0n },
  { gate: 'main', currency: 'KZT', openingMinor: 0n },
  { gate: 'main', currency: 'UAH', openingMinor: 0n },
  { gate: 'crypto', currency: 'USDT_TRON', openingMinor: 50_000n },
] as const;

/** A card on the sandbox merchant's block list. */
export const BLOCKED_CARD = '4100000000000019';
