import type { Currency } from '#domain/money.ts';
import type { FeePlan } from '#domain/order/fees.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import type { Route } from '#domain/routing/route.ts';

/** A merchant with its methods, read in one statement. `version` is its `config_version` at that moment. */
export interface MerchantSettings {
  merchantId: string;
  version: bigint;
  methods: ReadonlyMap<string, GateMethod>;
}

/** The key of a request's caller, with its merchant's settings, read in one statement. */
export interface MerchantCaller extends MerchantSettings {
  scope: 'merchant';
  keyId: string;
  secret: string;
  expiresAt: Date | null;
}

/** The payment page. It may read any merchant's payins and submit card data for them, nothing else. */
export interface PageCaller {
  scope: 'page';
  keyId: string;
  secret: string;
  expiresAt: Date | null;
}

export type Caller = MerchantCaller | PageCaller;

/**
 * The problem of a use case whose caller's settings have changed since they were read. Nothing was done. The request
 * pipeline reads them again and handles the request again, a bounded number of times.
 */
export interface StaleSettings {
  code: 'stale_settings';
}

export const STALE: StaleSettings = { code: 'stale_settings' };

/**
 * Returns whether the settings that a caller was checked against are still current, and its merchant exists. A page key
 * has no version: its settings are read for each request.
 */
export function isCurrent<Read extends { configVersion: bigint }>(
  caller: Caller | MerchantSettings,
  read: Read | undefined,
): read is Read {
  return read !== undefined && (!('version' in caller) || caller.version === read.configVersion);
}

export interface GateMethod {
  id: string;
  /** Unique within the gate. */
  name: string;
  gateId: string;
  direction: OrderDirection;
  paymentSource: PaymentSource;
  currency: Currency;
  paymentMethodCurrency: Currency;
  /** Decimal text; undefined if the currencies differ and no rate is set. */
  conversionRate: string | undefined;
  fees: FeePlan;
  amountMinMinor: bigint;
  amountMaxMinor: bigint;
  settlementPeriodDays: number;
  rollingPercent: string;
  maxAttempts: number;
  waitingSeconds: number;
  /** Whether the payer has to give a taxpayer number (PIX). */
  asksCpf: boolean;
  maxPartAmountMinor: bigint | undefined;
  /** True if both the method and its gate are active. */
  active: boolean;
  /** True if the gate has an account in the method's currency. */
  hasGateAccount: boolean;
  /** True if the operator has frozen the gate's balances: new orders fail. */
  gateFrozen: boolean;
  /** Only active routes to active terminals. */
  routes: readonly Route[];
}
