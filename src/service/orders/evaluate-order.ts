import type { Currency } from '#domain/money.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import type { Resolution, ResolutionCode } from '#domain/order/resolution.ts';
import { failure, success, type Result } from '#domain/result.ts';
import { column, type InputOf } from '../platform/database/batch.ts';
import type { GateMethod } from '../merchants/settings.ts';
import type { Terminals } from '../acquirers/registry.ts';
import { evaluateRoutes, type RoutingRefusal, type Wanted } from '../routing/choose.ts';

/** Why a request creates no order at all. */
export type MethodRefusal =
  | 'METHOD_NOT_FOUND'
  | 'METHOD_INACTIVE'
  | 'PAYMENT_METHOD_NOT_SUPPORTED'
  | 'CURRENCY_INVALID'
  | 'MERCHANT_MISCONFIGURATION';

/** Why an order is FAILED from the beginning. It is created nevertheless, so that it can be read back. */
export interface BusinessRefusal {
  resolution: Resolution;
  code: ResolutionCode;
  message: string;
}

export interface RequestedMethod {
  merchant_gate_method_id: string;
  /** Undefined for the method's own. */
  currency?: Currency;
  direction: OrderDirection;
}

/**
 * Returns a merchant's method, or why the request cannot use it (decision 2). `docs/resolution-codes.md` lists these
 * refusals.
 */
export function usableMethod(
  methods: ReadonlyMap<string, GateMethod>,
  request: RequestedMethod,
): Result<GateMethod, MethodRefusal> {
  const method = methods.get(request.merchant_gate_method_id);
  if (method === undefined) return failure('METHOD_NOT_FOUND');
  if (!method.active) return failure('METHOD_INACTIVE');
  if (method.direction !== request.direction) return failure('PAYMENT_METHOD_NOT_SUPPORTED');
  const { currency = method.currency } = request;
  if (method.currency !== currency) return failure('CURRENCY_INVALID');
  const complete = conversionRate(method) !== undefined && method.hasGateAccount;
  return complete ? success(method) : failure('MERCHANT_MISCONFIGURATION');
}

/** Returns the rate as decimal text: '1' between the same currencies; undefined if one is needed and not configured. */
export function conversionRate(method: GateMethod): string | undefined {
  return method.currency === method.paymentMethodCurrency ? '1' : method.conversionRate;
}

/** The members of a method that decide whether an order is refused. */
type EvaluatedMethod = Pick<
  GateMethod,
  | 'amountMinMinor'
  | 'amountMaxMinor'
  | 'gateFrozen'
  | 'routes'
  | 'direction'
  | 'paymentSource'
  | 'paymentMethodCurrency'
>;

/**
 * Evaluates the amount against the method's limits, then whether the gate's balance is frozen, and then the routes.
 *
 * @returns the first refusal; undefined if there is none
 */
export function evaluateOrder(
  method: EvaluatedMethod,
  amountMinor: bigint,
  terminals: Pick<Terminals, 'adapters'>,
): BusinessRefusal | undefined {
  const refused = evaluateAmount(method, amountMinor) ?? evaluateGate(method);
  if (refused) return refused;
  const payment = { amountMinor, card: undefined, country: undefined };
  const unroutable = evaluateRoutes(terminals, method.routes, wantedBy(method), payment);
  return unroutable && ROUTING_REFUSALS[unroutable];
}

/** Returns what a method requires of the adapter that serves it. */
export function wantedBy(method: EvaluatedMethod): Wanted {
  const { direction, paymentSource, paymentMethodCurrency: currency } = method;
  return { direction, paymentSource, currency };
}

function evaluateAmount(method: EvaluatedMethod, amountMinor: bigint): BusinessRefusal | undefined {
  if (amountMinor > method.amountMaxMinor) {
    return systemError('AMOUNT_OVER_LIMIT', 'The amount is above the limit of the payment method.');
  }
  if (amountMinor < method.amountMinMinor) {
    return systemError(
      'AMOUNT_UNDER_LIMIT',
      'The amount is below the limit of the payment method.',
    );
  }
  return undefined;
}

function evaluateGate({ gateFrozen }: EvaluatedMethod): BusinessRefusal | undefined {
  return gateFrozen
    ? systemError('BALANCE_UPDATE_FAILED', "The gate's balance is frozen.")
    : undefined;
}

/** The refusals of orders that cannot be routed. */
export const ROUTING_REFUSALS = {
  ORDER_CANNOT_BE_ROUTED: systemError(
    'ORDER_CANNOT_BE_ROUTED',
    'No route of the payment method is up and accepts the payment.',
  ),
  PROVIDER_NOT_SUPPORTED: systemError(
    'PROVIDER_NOT_SUPPORTED',
    'No route of the payment method has an installed acquirer that supports it.',
  ),
} as const satisfies Record<RoutingRefusal, BusinessRefusal>;

export function systemError(code: ResolutionCode, message: string): BusinessRefusal {
  return { resolution: 'SYSTEM_ERROR', code, message };
}

export const FEE_NOT_BELOW_AMOUNT = systemError(
  'AMOUNT_UNDER_LIMIT',
  'The fee must be less than the amount.',
);

/** What the statement that creates an order must still find true. */
export const GUARD_COLUMNS = {
  /** The version of the settings that the order was evaluated with. It is not created if they have changed since. */
  configVersion: column<bigint>('bigint'),
  /** The order is not created if one of these is on the merchant's block lists. */
  fingerprints: column<Uint8Array[]>('bytea[]'),
};

export type CreationGuard = InputOf<typeof GUARD_COLUMNS>;
