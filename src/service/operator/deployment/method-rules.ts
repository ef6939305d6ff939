import { parseAmount } from '#domain/money.ts';
import type { AdapterDescription } from '../../providers/adapter.ts';
import type { Adapters } from '../../providers/registry.ts';
import type { OutlinedGate, OutlinedMerchant, OutlinedMethod, Outline } from './outline.ts';
import { member } from './place.ts';
import type { Present, PresentGate } from './present.ts';

/** Where a route may lead: the terminals that the file or the service has. */
interface Terminal {
  /** The merchant whose it is alone. */
  owner: string | undefined;
  adapter: AdapterDescription | undefined;
}
type Terminals = ReadonlyMap<string, Terminal>;

/** A method fits its gate and itself, and its routes lead somewhere that can take its payments. */
export function* methodRules(
  file: Outline,
  present: Present,
  adapters: Adapters,
): Iterable<string> {
  const terminals = allTerminals(file, present, adapters);
  for (const [index, merchant] of (file.merchants ?? []).entries()) {
    const place = member('merchants', merchant.name, index);
    yield* gateRules(place, merchant, present, terminals);
  }
}

function* gateRules(
  place: string,
  { name, gates }: OutlinedMerchant,
  present: Present,
  terminals: Terminals,
): Iterable<string> {
  const known = present.merchants.get(name ?? '');
  for (const [index, gate] of (gates ?? []).entries()) {
    const knownGate = known?.gates.get(gate.name ?? '');
    const gatePlace = `${place}.${member('gates', gate.name, index)}`;
    for (const [number, method] of (gate.methods ?? []).entries()) {
      const methodPlace = `${gatePlace}.${member('methods', method.name, number)}`;
      yield* accountRules(methodPlace, method, gate, knownGate);
      yield* identityRules(methodPlace, method, knownGate);
      yield* rangeRules(methodPlace, method);
      yield* conversionRules(methodPlace, method);
      yield* routeRules(methodPlace, method, name, terminals);
    }
  }
}

function* accountRules(
  place: string,
  { currency }: OutlinedMethod,
  gate: OutlinedGate,
  known: PresentGate | undefined,
): Iterable<string> {
  const accounts: (string | undefined)[] = [...(gate.accounts ?? []), ...(known?.accounts ?? [])];
  if (currency !== undefined && !accounts.includes(currency)) {
    yield `${place}.currency: the gate has no account in ${currency}; add it to accounts.`;
  }
}

/** Orders that were made with a method read as they were made. */
function* identityRules(
  place: string,
  method: OutlinedMethod,
  gate: PresentGate | undefined,
): Iterable<string> {
  const known = gate?.methods.get(method.name ?? '');
  if (known === undefined) return;
  for (const part of ['direction', 'payment_source', 'currency'] as const) {
    const [given, is] = [method[part], known.row[part]];
    if (given !== undefined && given !== is) {
      yield `${place}.${part}: it is ${is}, and cannot be changed; give another method another name.`;
    }
  }
}

function* rangeRules(place: string, method: OutlinedMethod): Iterable<string> {
  if (isReversed(method.amount_min, method.amount_max)) {
    yield `${place}.amount_max: must not be below amount_min.`;
  }
  if (isReversed(method.fee_min, method.fee_max)) {
    yield `${place}.fee_max: must not be below fee_min.`;
  }
}

function isReversed(min: string | null | undefined, max: string | null | undefined): boolean {
  const [least, most] = [parseAmount(min ?? ''), parseAmount(max ?? '')];
  return least !== undefined && most !== undefined && most < least;
}

function* conversionRules(place: string, method: OutlinedMethod): Iterable<string> {
  const { currency, payment_method_currency: other, conversion_rate: rate } = method;
  const converts = other !== undefined && other !== currency;
  if (converts && rate === undefined) {
    yield `${place}.conversion_rate: is missing: an amount in ${currency ?? 'its currency'} is paid in ${other}.`;
  }
  if (!converts && rate !== undefined) {
    yield `${place}.conversion_rate: is of no use: nothing is converted without another payment_method_currency.`;
  }
}

function* routeRules(
  place: string,
  method: OutlinedMethod,
  merchant: string | undefined,
  terminals: Terminals,
): Iterable<string> {
  for (const [index, route] of (method.routes ?? []).entries()) {
    const routePlace = `${place}.${member('routes', route.terminal, index)}`;
    if (isReversed(route.amount_min, route.amount_max)) {
      yield `${routePlace}.amount_max: must not be below amount_min.`;
    }
    if (route.terminal === undefined) continue;
    const terminal = terminals.get(route.terminal);
    if (terminal === undefined) yield `${routePlace}: there is no terminal ${route.terminal}.`;
    else if (terminal.owner !== undefined && terminal.owner !== merchant) {
      yield `${routePlace}: the terminal is ${terminal.owner}'s alone.`;
    } else yield* abilityRules(routePlace, method, terminal.adapter);
  }
}

function* abilityRules(
  place: string,
  method: OutlinedMethod,
  adapter: AdapterDescription | undefined,
): Iterable<string> {
  if (adapter === undefined) return;
  const { direction, payment_source: source } = method;
  const currency = method.payment_method_currency ?? method.currency;
  const cannot = (what: string) => `${place}: ${adapter.name} ${what}.`;
  if (direction === 'payout' && !adapter.payouts) yield cannot('makes no payouts');
  if (direction === 'payin' && adapter.cards === undefined) yield cannot('takes no payins');
  if (source !== undefined && !includes(adapter.paymentSources, source)) {
    yield cannot(`does not take ${source}`);
  }
  if (currency !== undefined && !includes(adapter.currencies, currency)) {
    yield cannot(`does not take ${currency}`);
  }
}

function includes(known: readonly string[], text: string): boolean {
  return known.includes(text);
}

function allTerminals(file: Outline, present: Present, adapters: Adapters): Terminals {
  const terminals = new Map<string, Terminal>();
  const describe = (name: string | undefined) => adapters.get(name ?? '')?.describe();
  for (const [name, owner] of present.ownersElsewhere ?? []) {
    terminals.set(name, { owner, adapter: undefined });
  }
  for (const [name, { adapter, merchant_name: owner }] of present.terminals) {
    terminals.set(name, { owner: owner ?? undefined, adapter: describe(adapter) });
  }
  for (const { name, adapter, merchant } of file.terminals ?? []) {
    if (name === undefined) continue;
    const owner = merchant === undefined ? terminals.get(name)?.owner : (merchant ?? undefined);
    terminals.set(name, { owner, adapter: describe(adapter) });
  }
  return terminals;
}
