import type { Currency } from '#domain/money.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import type { Route } from '#domain/routing/route.ts';

/**
 * What a request needs to know of its caller: the key, the merchant and the merchant's methods, read
 * together in one statement. `version` is the merchant's `config_version` at that moment.
 */
export interface MerchantCaller {
  scope: 'merchant';
  keyId: string;
  secret: string;
  expiresAt: Date | null;
  merchantId: string;
  version: bigint;
  methods: ReadonlyMap<string, GateMethod>;
}

/** The payment page: any merchant's orders, but only to read one and to give its card data. */
export interface PageCaller {
  scope: 'page';
  keyId: string;
  secret: string;
  expiresAt: Date | null;
}

export type Caller = MerchantCaller | PageCaller;

export interface GateMethod {
  id: string;
  gateId: string;
  direction: OrderDirection;
  paymentSource: PaymentSource;
  currency: Currency;
  paymentMethodCurrency: Currency;
  /** Decimal text; undefined where the currencies differ and nobody has set a rate. */
  conversionRate: string | undefined;
  feePercent: string;
  feeFixedMinor: bigint;
  feeMinMinor: bigint | undefined;
  feeMaxMinor: bigint | undefined;
  amountMinMinor: bigint;
  amountMaxMinor: bigint;
  settlementPeriodDays: number;
  rollingPercent: string;
  maxAttempts: number;
  waitingSeconds: number;
  maxPartAmountMinor: bigint | undefined;
  /** Both the method and its gate are switched on. */
  active: boolean;
  /** The gate has an account in the method's currency. */
  hasGateAccount: boolean;
  /** The operator has frozen the gate's balances. */
  gateFrozen: boolean;
  /** Those that are up, and lead to a terminal that is. */
  routes: readonly Route[];
}
