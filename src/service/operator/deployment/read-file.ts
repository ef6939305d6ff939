import {
  type DeploymentFile,
  MAX_LISTED,
  TOLERANCE_DIVISOR,
  type Outline,
  type OutlinedGate,
  type OutlinedMerchant,
  type OutlinedMethod,
  type OutlinedTerminal,
  MAX_ROUTES,
  deploymentFile,
  gateInFile,
  member,
  merchantInFile,
  methodInFile,
  outlinedGate,
  outlinedMerchant,
  outlinedMethod,
  outlinedRoute,
  outlinedTerminal,
  placeOf,
  routeInFile,
  terminalInFile,
} from './file.ts';
import { type Present, type PresentGate, repeated } from './export.ts';
import { z } from 'zod';
import type { AdapterDescription } from '../../acquirers/adapter.ts';
import { IN_CLEAR, clearSettingOf, settingInClear } from '../../acquirers/live-address.ts';
import type { Adapters } from '../../acquirers/registry.ts';
import { valuesIn } from '../../platform/json-in-slices.ts';
import { isPrivateByName } from '../../webhooks/address.ts';
import { formatMinor, multiplyByRate, parseAmount } from '#domain/money.ts';

/** The problems that a rule finds, as sentences; undefined where other work may get a turn. */
type Rules = Iterable<string | undefined>;

/** Checks that names are unique. */
export function* nameRules(file: Outline, present: Present): Rules {
  yield* repeatedNames('terminals', file.terminals);
  yield* repeatedNames('merchants', file.merchants);
  for (const name of present.sharedNames) {
    yield `merchants[${name}]: several merchants have this name; rename all but one first (merchants brand).`;
  }
  for (const [index, merchant] of (file.merchants ?? []).entries()) {
    yield;
    yield* namesOfMerchant(member('merchants', merchant.name, index), merchant);
  }
}

function* namesOfMerchant(place: string, { gates }: OutlinedMerchant): Iterable<string> {
  yield* repeatedNames(`${place}.gates`, gates);
  for (const [index, gate] of (gates ?? []).entries()) {
    yield* namesOfGate(`${place}.${member('gates', gate.name, index)}`, gate);
  }
}

function* namesOfGate(place: string, { accounts, methods }: OutlinedGate): Iterable<string> {
  yield* repeatedNames(`${place}.methods`, methods);
  const currencies = (accounts ?? []).filter((currency) => currency !== undefined);
  for (const currency of repeated(currencies)) {
    yield `${place}.accounts: ${currency} is listed more than once.`;
  }
}

function* repeatedNames(
  list: string,
  items: readonly { name?: string | undefined }[] | undefined,
): Iterable<string> {
  const names = (items ?? []).map(({ name }) => name).filter((name) => name !== undefined);
  for (const name of repeated(names)) yield `${list}[${name}]: the name is used more than once.`;
}

/** Checks that a terminal's owner exists and its settings and credentials fit its adapter. */
export function* terminalRules(file: Outline, present: Present, adapters: Adapters): Rules {
  const merchants = new Set([
    ...present.merchants.keys(),
    ...(file.merchants ?? []).map(({ name }) => name),
  ]);
  for (const [index, terminal] of (file.terminals ?? []).entries()) {
    yield;
    const place = member('terminals', terminal.name, index);
    const { merchant } = terminal;
    if (typeof merchant === 'string' && !merchants.has(merchant)) {
      yield `${place}.merchant: there is no merchant ${merchant}.`;
    }
    yield* adapterRules(place, terminal, present, adapters);
  }
}

function* adapterRules(
  place: string,
  terminal: OutlinedTerminal,
  present: Present,
  adapters: Adapters,
): Iterable<string> {
  const { adapter: adapterName } = terminal;
  if (adapterName === undefined) return;
  const known = terminal.name === undefined ? undefined : present.terminals.get(terminal.name);
  if (known !== undefined && known.adapter !== adapterName) {
    yield `${place}.adapter: it is ${known.adapter} and cannot be changed; to use another adapter, add a terminal with another name.`;
    return;
  }
  const adapter = adapters.get(adapterName);
  if (adapter === undefined) {
    yield `${place}.adapter: there is no adapter ${adapterName}; use one of ${[...adapters.keys()].join(', ')}.`;
    return;
  }
  const description = adapter.describe();
  for (const part of ['settings', 'credentials'] as const) {
    const given = terminal[part] ?? (known === undefined ? {} : undefined);
    if (given !== undefined) yield* misfits(`${place}.${part}`, description, part, given);
  }
  const inClear = becomesClear(terminal, known?.settings, description);
  if (inClear !== undefined) yield `${place}.settings.${inClear}: ${IN_CLEAR}.`;
}

/**
 * Returns the setting that makes card data cross the network unencrypted, which is allowed only in an acquirer's test
 * environment. If the file leaves out the credentials, the environment is unknown here: then only a terminal that has
 * such a setting already may have one.
 */
function becomesClear(
  { settings, credentials }: OutlinedTerminal,
  known: unknown,
  description: AdapterDescription,
): ReturnType<typeof clearSettingOf> {
  if (settings === undefined) return undefined;
  if (credentials !== undefined) return settingInClear(description, { settings, credentials });
  return clearSettingOf(known) === undefined ? clearSettingOf(settings) : undefined;
}

function* misfits(
  place: string,
  description: AdapterDescription,
  part: 'settings' | 'credentials',
  given: unknown,
): Iterable<string> {
  const { error } = description[part].safeParse(given, { error: missing });
  for (const { path, message } of error?.issues ?? []) {
    const within = placeOf(path, given);
    // The message describes what is expected and never the given value, which may be a secret.
    yield `${place}${within === '' ? '' : `.${within}`}: ${message} (${description.name})`;
  }
}

/** Replaces zod's "expected string, received undefined". */
export const missing: z.core.$ZodErrorMap = ({ input }) =>
  input === undefined ? 'is missing' : undefined;

export const WEBHOOK_ADDRESSES = [
  'payin_webhook_url',
  'payout_webhook_url',
  'refund_webhook_url',
  'dispute_webhook_url',
] as const;

/** Checks webhook URLs by the same rule as `webhooks configure`: no private addresses. */
export function* webhookRules(
  file: Outline,
  { allowPrivateWebhooks }: { allowPrivateWebhooks: boolean },
): Iterable<string> {
  if (allowPrivateWebhooks) return;
  for (const [index, merchant] of (file.merchants ?? []).entries()) {
    const place = member('merchants', merchant.name, index);
    for (const name of WEBHOOK_ADDRESSES) {
      const url = merchant[name];
      if (url !== undefined && URL.canParse(url) && isPrivateByName(new URL(url))) {
        yield `${place}.${name}: must not resolve to a private address.`;
      }
    }
  }
}

/** A terminal of the file or of the service, to which a route may lead. */
interface Terminal {
  /** The owner; undefined if all merchants share it. */
  owner: string | undefined;
  adapter: AdapterDescription | undefined;
}
type Terminals = ReadonlyMap<string, Terminal>;

/**
 * Checks that a method is consistent with itself and its gate, and that the terminals of its routes support its
 * payments.
 */
export function* methodRules(file: Outline, present: Present, adapters: Adapters): Rules {
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
): Rules {
  const known = present.merchants.get(name ?? '');
  for (const [index, gate] of (gates ?? []).entries()) {
    const knownGate = known?.gates.get(gate.name ?? '');
    const gatePlace = `${place}.${member('gates', gate.name, index)}`;
    for (const [number, method] of (gate.methods ?? []).entries()) {
      yield;
      const methodPlace = `${gatePlace}.${member('methods', method.name, number)}`;
      yield* accountRules(methodPlace, method, gate, knownGate);
      yield* identityRules(methodPlace, method, knownGate);
      yield* rangeRules(methodPlace, method);
      yield* toleranceRules(methodPlace, method);
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

/** Checks that a method keeps its direction, source and currency, because existing orders were created with them. */
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
      yield `${place}.${part}: it is ${is} and cannot be changed; add a method with another name instead.`;
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

/** Checks that the tolerance is at most a tenth of the lowest amount, in the payer's currency. */
function* toleranceRules(place: string, method: OutlinedMethod): Iterable<string> {
  const { tolerance = '', tolerance_percent: percent = '', amount_min: least = '' } = method;
  const toleranceMinor = parseAmount(tolerance) ?? 0n;
  const leastMinor = convertedMinor(parseAmount(least), method.conversion_rate ?? '1');
  if (leastMinor !== undefined && toleranceMinor > leastMinor / TOLERANCE_DIVISOR) {
    const highest = formatMinor(leastMinor / TOLERANCE_DIVISOR);
    yield `${place}.tolerance: must be at most a tenth of amount_min: ${highest}.`;
  }
  if (toleranceMinor > 0n && Number(percent) > 0) {
    yield `${place}.tolerance_percent: must be 0 if there is a tolerance; use one of the two.`;
  }
}

/** Returns undefined if either is malformed, which is reported elsewhere. */
function convertedMinor(minor: bigint | undefined, rate: string): bigint | undefined {
  if (minor === undefined || !RATE.test(rate)) return undefined;
  return multiplyByRate(minor, rate);
}

const RATE = /^\d{1,9}(?:\.\d{1,12})?$/;

function isReversed(min: string | null | undefined, max: string | null | undefined): boolean {
  const [least, most] = [parseAmount(min ?? ''), parseAmount(max ?? '')];
  return least !== undefined && most !== undefined && most < least;
}

function* conversionRules(place: string, method: OutlinedMethod): Iterable<string> {
  const { currency, payment_method_currency: other, conversion_rate: rate } = method;
  const converts = other !== undefined && other !== currency;
  if (converts && rate === undefined) {
    yield `${place}.conversion_rate: is required, because an amount in ${currency ?? 'its currency'} is paid in ${other}.`;
  }
  if (!converts && rate !== undefined) {
    yield `${place}.conversion_rate: needs a different payment_method_currency; without one, nothing is converted.`;
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
      yield `${routePlace}: the terminal belongs to ${terminal.owner}.`;
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
  if (direction === 'payout' && !adapter.payouts) yield cannot('does not support payouts');
  if (direction === 'payin' && source === 'CARD' && adapter.cards === undefined) {
    yield cannot('does not support payins');
  }
  const takes = direction === 'payin' ? takenIn(adapter) : adapter.paymentSources;
  if (source !== undefined && !includes(takes, source)) yield cannot(`does not support ${source}`);
  if (currency !== undefined && !includes(adapter.currencies, currency)) {
    yield cannot(`does not support ${currency}`);
  }
}

/** Returns the payment sources of an adapter's payins. */
function takenIn({ paymentSources, transfers }: AdapterDescription): readonly string[] {
  return paymentSources.filter((source) => source === 'CARD' || includes(transfers, source));
}

function includes(known: readonly string[], text: string): boolean {
  return known.includes(text);
}

function allTerminals(file: Outline, present: Present, adapters: Adapters): Terminals {
  const terminals = new Map<string, Terminal>();
  const describe = (name: string | undefined) => adapters.get(name ?? '')?.describe();
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

function listed(most: number) {
  return z.array(z.unknown()).max(most).optional();
}
/** Schemas of each part's own members; the items of its lists are parsed one by one. */
const ownOfFile = deploymentFile.extend({
  terminals: listed(MAX_LISTED),
  merchants: listed(MAX_LISTED),
});
const ownOfMerchant = merchantInFile.extend({ gates: listed(MAX_LISTED) });
const ownOfGate = gateInFile.extend({ methods: listed(MAX_LISTED) });
const ownOfMethod = methodInFile.extend({ routes: listed(MAX_ROUTES) });

/** The most values in one part. Even a route with full lists has fewer. */
const MAX_VALUES = 1_000;
const TOO_MUCH = `has more than ${MAX_VALUES} values`;

type Path = readonly PropertyKey[];

/** A part of a file: parsed if it is valid, and outlined as far as it can be read. */
interface Part<Read, Outlined> {
  read: Read | undefined;
  outlined: Outlined;
}
type Take = <Read, Outlined>(
  schemas: { whole: z.ZodType<Read>; outline: z.ZodType<Outlined>; lists?: readonly string[] },
  part: unknown,
  path: Path,
) => Part<Read, Outlined>;

export interface ReadFile {
  /** Undefined if anything is wrong. */
  file: DeploymentFile | undefined;
  /** Undefined if a list or part exceeds its limit: then nothing else is checked. */
  outline: Outline | undefined;
  issues: readonly z.core.$ZodIssue[];
}

/**
 * Parses a file with the same result as `deploymentFile`, or reports everything that is wrong with it. Yields for each
 * terminal, gate, method and route: there may be tens of thousands, and other work needs a turn.
 */
export function* readFile(
  file: unknown,
  error: z.core.$ZodErrorMap,
): Generator<undefined, ReadFile> {
  const issues: z.core.$ZodIssue[] = [];
  const take: Take = ({ whole, outline, lists = [] }, part, path) => {
    if (hasTooMuch(part, lists)) {
      issues.push({ code: 'custom', path: [...path], message: TOO_MUCH, input: undefined });
      return { read: undefined, outlined: outline.parse({}) };
    }
    const parsed = whole.safeParse(part, { error });
    for (const issue of parsed.error?.issues ?? []) {
      issues.push({ ...issue, path: [...path, ...issue.path] });
    }
    return { read: parsed.data, outlined: outline.parse(part) };
  };
  const lists = ['terminals', 'merchants'];
  take({ whole: ownOfFile, outline: z.unknown(), lists }, file, []);
  const terminals = yield* eachIn(file, 'terminals', [], function* (part, path) {
    yield;
    return take({ whole: terminalInFile, outline: outlinedTerminal }, part, path);
  });
  const merchants = yield* eachIn(file, 'merchants', [], (part, path) =>
    readMerchant(take, part, path),
  );
  const read = { terminals: terminals.read, merchants: merchants.read };
  const outline = { terminals: terminals.outlined, merchants: merchants.outlined };
  return {
    issues,
    file: issues.length > 0 ? undefined : read,
    outline: issues.some(isTooLong) ? undefined : outline,
  };
}

function* readMerchant(take: Take, part: unknown, path: Path) {
  const schemas = { whole: ownOfMerchant, outline: outlinedMerchant, lists: ['gates'] };
  const own = take(schemas, part, path);
  const gates = yield* eachIn(part, 'gates', path, (one, at) => readGate(take, one, at));
  return {
    read: own.read && { ...own.read, gates: own.read.gates && gates.read },
    outlined: { ...own.outlined, gates: gates.outlined },
  };
}

function* readGate(take: Take, part: unknown, path: Path) {
  yield;
  const schemas = { whole: ownOfGate, outline: outlinedGate, lists: ['methods'] };
  const own = take(schemas, part, path);
  const methods = yield* eachIn(part, 'methods', path, (one, at) => readMethod(take, one, at));
  return {
    read: own.read && { ...own.read, methods: own.read.methods && methods.read },
    outlined: { ...own.outlined, methods: methods.outlined },
  };
}

function* readMethod(take: Take, part: unknown, path: Path) {
  yield;
  const schemas = { whole: ownOfMethod, outline: outlinedMethod, lists: ['routes'] };
  const own = take(schemas, part, path);
  const routes = yield* eachIn(part, 'routes', path, function* (one, at) {
    yield;
    return take({ whole: routeInFile, outline: outlinedRoute }, one, at);
  });
  return {
    read: own.read && { ...own.read, routes: routes.read },
    outlined: { ...own.outlined, routes: routes.outlined },
  };
}

/** @param lists the lists whose items are parsed one by one */
function hasTooMuch(part: unknown, lists: readonly string[]): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const own = Object.entries(part).filter(([name]) => !lists.includes(name));
  return valuesIn(own, MAX_VALUES) > MAX_VALUES;
}

function isTooLong(issue: z.core.$ZodIssue): boolean {
  return (issue.code === 'too_big' && issue.origin === 'array') || issue.message === TOO_MUCH;
}

/** Reads the items of a part's list. A list above the limit is skipped: the schema of the part reports it. */
function* eachIn<Read, Outlined>(
  part: unknown,
  name: string,
  path: Path,
  readItem: (item: unknown, path: Path) => Generator<undefined, Part<Read, Outlined>>,
): Generator<undefined, { read: Read[]; outlined: Outlined[] | undefined }> {
  const list: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, name) : [];
  const items: unknown[] = Array.isArray(list) && list.length <= MAX_LISTED ? list : [];
  const [read, outlined]: [Read[], Outlined[]] = [[], []];
  for (const [index, item] of items.entries()) {
    const one = yield* readItem(item, [...path, name, index]);
    if (one.read !== undefined) read.push(one.read);
    outlined.push(one.outlined);
  }
  return { read, outlined: Array.isArray(list) ? outlined : undefined };
}
