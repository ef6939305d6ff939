/**
 * What a schema cannot say about a part of a deployment. Each rule takes the members that could be read, so that all that
 * is wrong with a part is reported together, and returns sentences.
 */
import { z } from 'zod';
import type { AdapterDescription } from '../../acquirers/adapter.ts';
import { IN_CLEAR, clearSettingOf, settingInClear } from '../../acquirers/live-address.ts';
import type { Adapters } from '../../acquirers/registry.ts';
import { isPrivateByName } from '../../webhooks/address.ts';
import {
  type MerchantInFile,
  type MethodInFile,
  TOLERANCE_DIVISOR,
  type TerminalInFile,
  member,
  placeOf,
} from './file.ts';
import type { MethodRow, TerminalRow } from './queries.ts';
import { formatMinor, multiplyByRate, parseAmount } from '#domain/money.ts';

/** Replaces zod's "expected string, received undefined". */
const missing: z.core.$ZodErrorMap = ({ input }) =>
  input === undefined ? 'is missing' : undefined;

/** The most reasons reported about a part: more would not help the reader. */
const MOST_REASONS = 100;

/** The members of a part that could be read. */
type Members<Part> = { [Name in keyof Part]?: Part[Name] | undefined };

interface ReadPart<Part> {
  /** Undefined if anything is wrong. */
  part: Part | undefined;
  members: Members<Part>;
  problems: readonly string[];
}

/** Parses a part of a deployment; a part that is wrong has the members that could be read all the same. */
export function readPart<Shape extends z.core.$ZodShape>(
  schema: z.ZodObject<Shape>,
  given: unknown,
  place: string,
): ReadPart<z.output<z.ZodObject<Shape>>> {
  const { data, error } = schema.safeParse(given, { error: missing });
  if (error === undefined) return { part: data, members: data, problems: [] };
  const problems = error.issues.slice(0, MOST_REASONS).map((issue) => {
    const within = placeOf(issue.path, given);
    const at = [place, within].filter((step) => step !== '').join('.') || 'the file';
    return issue.code === 'unrecognized_keys'
      ? `${at}: unknown ${issue.keys.join(', ')}.`
      : `${at}: ${issue.message}`;
  });
  const wrong = new Set(error.issues.map(({ path: [name] }) => name));
  const right = Object.entries(typeof given === 'object' && given !== null ? given : {}).filter(
    ([name]) => Object.hasOwn(schema.shape, name) && !wrong.has(name),
  );
  const members = schema.partial().safeParse(Object.fromEntries(right)).data ?? {};
  return { part: undefined, members, problems };
}

/** Returns the names that a list contains more than once. */
export function repeated(names: readonly string[]): Set<string> {
  const known = new Set<string>();
  return new Set(names.filter((name) => known.size === known.add(name).size));
}

export function nameRules(list: string, names: readonly string[]): string[] {
  return [...repeated(names)].map((name) => `${list}[${name}]: the name is used more than once.`);
}

export const WEBHOOK_ADDRESSES = [
  'payin_webhook_url',
  'payout_webhook_url',
  'refund_webhook_url',
  'dispute_webhook_url',
] as const;

/** Checks webhook URLs by the same rule as `webhooks configure`: no private addresses. */
export function merchantRules(
  place: string,
  merchant: Members<Pick<MerchantInFile, (typeof WEBHOOK_ADDRESSES)[number]>>,
  { allowPrivateWebhooks }: { allowPrivateWebhooks: boolean },
): string[] {
  if (allowPrivateWebhooks) return [];
  return WEBHOOK_ADDRESSES.filter((name) => {
    const url = merchant[name];
    return typeof url === 'string' && isPrivateByName(new URL(url));
  }).map((name) => `${place}.${name}: must not resolve to a private address.`);
}

/** Checks that a terminal keeps its adapter, and that its settings and credentials fit it. */
export function terminalRules(
  place: string,
  terminal: Members<TerminalInFile>,
  present: Pick<TerminalRow, 'adapter' | 'settings'> | undefined,
  adapters: Adapters,
): string[] {
  const { adapter: name } = terminal;
  if (name === undefined) return [];
  if (present !== undefined && present.adapter !== name) {
    return [
      `${place}.adapter: it is ${present.adapter} and cannot be changed; to use another adapter, add a terminal with another name.`,
    ];
  }
  const adapter = adapters.get(name);
  if (adapter === undefined) {
    return [
      `${place}.adapter: there is no adapter ${name}; use one of ${[...adapters.keys()].join(', ')}.`,
    ];
  }
  const description = adapter.describe();
  const misfits = (['settings', 'credentials'] as const).flatMap((part) => {
    const given = terminal[part] ?? (present === undefined ? {} : undefined);
    return given === undefined ? [] : adapterRules(`${place}.${part}`, description, part, given);
  });
  const inClear = becomesClear(terminal, present?.settings, description);
  return inClear === undefined
    ? misfits
    : [...misfits, `${place}.settings.${inClear}: ${IN_CLEAR}.`];
}

function adapterRules(
  place: string,
  description: AdapterDescription,
  part: 'settings' | 'credentials',
  given: object,
): string[] {
  const { error } = description[part].safeParse(given, { error: missing });
  return (error?.issues ?? []).map(({ path, message }) => {
    const within = placeOf(path, given);
    // The message describes what is expected and never the given value, which may be a secret.
    return `${place}${within === '' ? '' : `.${within}`}: ${message} (${description.name})`;
  });
}

/**
 * Returns the setting that makes card data cross the network unencrypted, which is allowed only in an acquirer's test
 * environment. If the credentials are left out, the environment is unknown here: then only a terminal that has such a
 * setting already may have one.
 */
function becomesClear(
  { settings, credentials }: Members<TerminalInFile>,
  present: unknown,
  description: AdapterDescription,
): ReturnType<typeof clearSettingOf> {
  if (settings === undefined) return undefined;
  if (credentials !== undefined) return settingInClear(description, { settings, credentials });
  return clearSettingOf(present) === undefined ? clearSettingOf(settings) : undefined;
}

/** The terminals to which routes may lead, by name. */
export type RouteTerminals = ReadonlyMap<string, RouteTerminal>;

export interface RouteTerminal {
  id: string;
  adapter: string;
  /** The name of the merchant that owns it; null if all share it. */
  owner: string | null;
}

interface MethodPlace {
  place: string;
  merchant: string | undefined;
  /** The currencies of the gate's accounts, with those that are opened now. */
  accounts: readonly string[];
  /** The method as it is. */
  present: MethodRow | undefined;
  terminals: RouteTerminals;
  adapters: Adapters;
}

/**
 * Checks that a method is consistent with itself and its gate, and that the terminals of its routes support its
 * payments.
 */
export function methodRules(method: Members<MethodInFile>, at: MethodPlace): string[] {
  const { place } = at;
  const { currency } = method;
  const wrong: string[] = [];
  if (currency !== undefined && !at.accounts.includes(currency)) {
    wrong.push(`${place}.currency: the gate has no account in ${currency}; add it to accounts.`);
  }
  // Existing orders were created with these.
  for (const part of ['direction', 'payment_source', 'currency'] as const) {
    const [given, is] = [method[part], at.present?.[part]];
    if (given !== undefined && is !== undefined && given !== is) {
      wrong.push(
        `${place}.${part}: it is ${is} and cannot be changed; add a method with another name instead.`,
      );
    }
  }
  if (isReversed(method.amount_min, method.amount_max)) {
    wrong.push(`${place}.amount_max: must not be below amount_min.`);
  }
  if (isReversed(method.fee_min, method.fee_max)) {
    wrong.push(`${place}.fee_max: must not be below fee_min.`);
  }
  wrong.push(...toleranceRules(place, method), ...conversionRules(place, method));
  for (const [index, route] of (method.routes ?? []).entries()) {
    wrong.push(
      ...routeRules(`${place}.${member('routes', route.terminal, index)}`, route, method, at),
    );
  }
  return wrong;
}

/** Checks that the tolerance is at most a tenth of the lowest amount, in the payer's currency. */
function toleranceRules(place: string, method: Members<MethodInFile>): string[] {
  const { tolerance = '', tolerance_percent: percent = '', amount_min: least = '' } = method;
  const wrong: string[] = [];
  const toleranceMinor = parseAmount(tolerance) ?? 0n;
  const leastMinor = parseAmount(least);
  const mostMinor =
    leastMinor && multiplyByRate(leastMinor, method.conversion_rate ?? '1') / TOLERANCE_DIVISOR;
  if (mostMinor !== undefined && toleranceMinor > mostMinor) {
    wrong.push(
      `${place}.tolerance: must be at most a tenth of amount_min: ${formatMinor(mostMinor)}.`,
    );
  }
  if (toleranceMinor > 0n && Number(percent) > 0) {
    wrong.push(
      `${place}.tolerance_percent: must be 0 if there is a tolerance; use one of the two.`,
    );
  }
  return wrong;
}

function isReversed(min: string | null | undefined, max: string | null | undefined): boolean {
  const [least, most] = [parseAmount(min ?? ''), parseAmount(max ?? '')];
  return least !== undefined && most !== undefined && most < least;
}

function conversionRules(place: string, method: Members<MethodInFile>): string[] {
  const { currency, payment_method_currency: other } = method;
  const rate = method.conversion_rate ?? undefined;
  const converts = other !== undefined && other !== currency;
  if (converts && rate === undefined) {
    return [
      `${place}.conversion_rate: is required, because an amount in ${currency ?? 'its currency'} is paid in ${other}.`,
    ];
  }
  if (!converts && rate !== undefined) {
    return [
      `${place}.conversion_rate: needs a different payment_method_currency; without one, nothing is converted.`,
    ];
  }
  return [];
}

function routeRules(
  place: string,
  route: MethodInFile['routes'][number],
  method: Members<MethodInFile>,
  { merchant, terminals, adapters }: MethodPlace,
): string[] {
  const wrong = isReversed(route.amount_min, route.amount_max)
    ? [`${place}.amount_max: must not be below amount_min.`]
    : [];
  const terminal = terminals.get(route.terminal);
  if (terminal === undefined) {
    return [...wrong, `${place}: there is no terminal ${route.terminal}.`];
  }
  if (terminal.owner !== null && terminal.owner !== merchant) {
    return [...wrong, `${place}: the terminal belongs to ${terminal.owner}.`];
  }
  const adapter = adapters.get(terminal.adapter)?.describe();
  if (adapter === undefined) return wrong;
  return [...wrong, ...missingAbilities(method, adapter).map((what) => `${place}: ${what}.`)];
}

/** Says what an adapter lacks for a method's payments. */
function missingAbilities(method: Members<MethodInFile>, adapter: AdapterDescription): string[] {
  const { direction, payment_source: source } = method;
  const currency = method.payment_method_currency ?? method.currency;
  const sources = direction === 'payin' ? payinSources(adapter) : adapter.paymentSources;
  const lacking = [
    direction === 'payout' && !adapter.payouts && 'payouts',
    direction === 'payin' && source === 'CARD' && adapter.cards === undefined && 'payins',
    source !== undefined && !includes(sources, source) && source,
    currency !== undefined && !includes(adapter.currencies, currency) && currency,
  ];
  return lacking
    .filter((what) => typeof what === 'string')
    .map((what) => `${adapter.name} does not support ${what}`);
}

/** Returns the payment sources of an adapter's payins. */
function payinSources({ paymentSources, transfers }: AdapterDescription): readonly string[] {
  return paymentSources.filter((source) => source === 'CARD' || includes(transfers, source));
}

function includes(known: readonly string[], text: string): boolean {
  return known.includes(text);
}
