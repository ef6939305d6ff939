import type { Currency } from '#domain/money.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import type { Resolution, ResolutionCode } from '#domain/order/resolution.ts';
import type { GateMethod } from '../merchants/settings.ts';
import type { Terminals } from '../providers/registry.ts';
import { evaluateRoutes, type RoutingRefusal, type Wanted } from '../routing/choose.ts';

/** Why a request makes no order at all. */
export type MethodRefusal =
  | 'METHOD_NOT_FOUND'
  | 'METHOD_INACTIVE'
  | 'PAYMENT_METHOD_NOT_SUPPORTED'
  | 'CURRENCY_INVALID'
  | 'MERCHANT_MISCONFIGURATION';

/** Why an order is made FAILED at once, so that it can be read back. */
export interface BusinessRefusal {
  resolution: Resolution;
  code: ResolutionCode;
  message: string;
}

export interface RequestedMethod {
  merchant_gate_method_id: string;
  currency: Currency;
  direction: OrderDirection;
}

/** Whether a merchant's method can be used at all for what is requested (decision 2, the table of refusals). */
export function usableMethod(
  methods: ReadonlyMap<string, GateMethod>,
  request: RequestedMethod,
): GateMethod | MethodRefusal {
  const method = methods.get(request.merchant_gate_method_id);
  if (method === undefined) return 'METHOD_NOT_FOUND';
  if (!method.active) return 'METHOD_INACTIVE';
  if (method.direction !== request.direction) return 'PAYMENT_METHOD_NOT_SUPPORTED';
  if (method.currency !== request.currency) return 'CURRENCY_INVALID';
  const complete = conversionRate(method) !== undefined && method.hasGateAccount;
  return complete ? method : 'MERCHANT_MISCONFIGURATION';
}

/** Decimal text; '1' between the same currencies, undefined where a rate is needed and not configured. */
export function conversionRate(method: GateMethod): string | undefined {
  return method.currency === method.paymentMethodCurrency ? '1' : method.conversionRate;
}

/** What of a method decides when an order is made. */
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

/** The amount against the method's limits, the gate's balance, and then the route to a provider. */
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

/** What a method wants of the adapter that serves it. */
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

/** What an order that cannot be routed says of itself. */
export const ROUTING_REFUSALS = {
  ORDER_CANNOT_BE_ROUTED: systemError(
    'ORDER_CANNOT_BE_ROUTED',
    'No route of the payment method is up and accepts the payment.',
  ),
  PROVIDER_NOT_SUPPORTED: systemError(
    'PROVIDER_NOT_SUPPORTED',
    'No route of the payment method has an installed provider that supports it.',
  ),
} as const satisfies Record<RoutingRefusal, BusinessRefusal>;

export function systemError(code: ResolutionCode, message: string): BusinessRefusal {
  return { resolution: 'SYSTEM_ERROR', code, message };
}

export const FEE_NOT_BELOW_AMOUNT = systemError(
  'AMOUNT_UNDER_LIMIT',
  'The fee must be less than the amount.',
);

/** What must still hold in the statement that makes an order. */
export interface CreationGuard {
  /** The settings that the order was evaluated by; it is not made when they have changed since. */
  configVersion: bigint;
  /** The order is not made when one of these is on the merchant's block lists. */
  fingerprints: Uint8Array[];
}
