import type { ServiceContext } from '../platform/context.ts';
import { optionalMinor, routesFrom, type RouteDeps } from './method-routes.ts';
import { selectMerchantSettings, type MethodJson } from './queries.ts';
import type { GateMethod, MerchantSettings } from './settings.ts';

/** Reads a merchant's settings, for what is done on its behalf without its key; undefined for an unknown merchant. */
export async function readMerchant(
  deps: Pick<ServiceContext, 'db'> & RouteDeps,
  merchantId: string,
): Promise<MerchantSettings | undefined> {
  const row = await selectMerchantSettings(deps.db, merchantId);
  return (
    row && { merchantId, version: row.config_version, methods: methodsFrom(deps, row.methods) }
  );
}

/** Returns a merchant's methods by their ids. */
export function methodsFrom(
  deps: RouteDeps,
  methods: readonly MethodJson[],
): ReadonlyMap<string, GateMethod> {
  return new Map(methods.map((method) => [method.id, methodFrom(deps, method)]));
}

function methodFrom(deps: RouteDeps, json: MethodJson): GateMethod {
  return {
    id: json.id,
    name: json.name,
    gateId: json.gate_id,
    direction: json.direction,
    paymentSource: json.payment_source,
    currency: json.currency,
    paymentMethodCurrency: json.payment_method_currency,
    conversionRate: json.conversion_rate ?? undefined,
    fees: {
      percent: json.fee_percent,
      fixedMinor: BigInt(json.fee_fixed_minor),
      minMinor: optionalMinor(json.fee_min_minor),
      maxMinor: optionalMinor(json.fee_max_minor),
    },
    amountMinMinor: BigInt(json.amount_min_minor),
    amountMaxMinor: BigInt(json.amount_max_minor),
    settlementPeriodDays: json.settlement_period_days,
    rollingPercent: json.rolling_percent,
    maxAttempts: json.max_attempts,
    waitingSeconds: json.waiting_seconds,
    asksCpf: json.asks_cpf,
    maxPartAmountMinor: optionalMinor(json.max_part_amount_minor),
    active: json.active && json.gate_active,
    hasGateAccount: json.has_gate_account,
    gateFrozen: json.gate_frozen,
    routes: routesFrom(deps, json.routes),
  };
}
