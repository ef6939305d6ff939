/**
 * What a schema cannot say about a part of a deployment. Each rule takes the members that could be read, so that all that
 * is wrong with a part is reported together. A place is a JSON pointer into the input.
 */
import type { z } from 'zod';
import type { InputError } from '../answer.ts';
import { errorsIn, REQUIRED, toSentence } from '../input-errors.ts';
import type { AdapterDescription } from '../../acquirers/adapter.ts';
import { IN_CLEAR, clearSettingOf, settingInClear } from '../../acquirers/live-address.ts';
import type { Adapters } from '../../acquirers/registry.ts';
import { isPrivateByName } from '../../webhooks/address.ts';
import {
  type MerchantInFile,
  type MethodInFile,
  TOLERANCE_DIVISOR,
  type TerminalInFile,
} from './file.ts';
import type { MethodRow, TerminalRow } from './queries.ts';
import { formatMinor, multiplyByRate, parseAmount } from '#domain/money.ts';

/** The most reasons reported about a part: more would not help the reader. */
const MOST_REASONS = 100;

/** The members of a part that could be read. */
type Members<Part> = { [Name in keyof Part]?: Part[Name] | undefined };

interface ReadPart<Part> {
  /** Undefined if anything is wrong. */
  part: Part | undefined;
  members: Members<Part>;
  errors: readonly InputError[];
}

/** Parses a part of a deployment; a part that is wrong has the members that could be read all the same. */
export function readPart<Shape extends z.core.$ZodShape>(
  schema: z.ZodObject<Shape>,
  given: unknown,
  place: string,
): ReadPart<z.output<z.ZodObject<Shape>>> {
  const { data, error } = schema.safeParse(given, { error: REQUIRED });
  if (error === undefined) return { part: data, members: data, errors: [] };
  const errors = errorsIn(error.issues.slice(0, MOST_REASONS), given, place);
  const wrong = new Set(error.issues.map(({ path: [name] }) => name));
  const right = Object.entries(typeof given === 'object' && given !== null ? given : {}).filter(
    ([name]) => Object.hasOwn(schema.shape, name) && !wrong.has(name),
  );
  const members = schema.partial().safeParse(Object.fromEntries(right)).data ?? {};
  return { part: undefined, members, errors };
}

/** Returns the names that a list contains more than once. */
export function repeated(names: readonly string[]): Set<string> {
  const known = new Set<string>();
  return new Set(names.filter((name) => known.size === known.add(name).size));
}

/** Checks that no two items of a list have one name; an item whose name could not be read has none. */
export function nameRules(list: string, names: readonly (string | undefined)[]): InputError[] {
  return [...repeated(names.filter((name) => name !== undefined))].map((name) =>
    errorAt(
      `${list}/${names.lastIndexOf(name)}/name`,
      'conflict',
      'The name is used more than once.',
    ),
  );
}

export function errorAt(pointer: string, code: string, detail: string): InputError {
  return { pointer, code, detail };
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
): InputError[] {
  if (allowPrivateWebhooks) return [];
  return WEBHOOK_ADDRESSES.filter((name) => {
    const url = merchant[name];
    return typeof url === 'string' && isPrivateByName(new URL(url));
  }).map((name) =>
    errorAt(`${place}/${name}`, 'private', 'Must not resolve to a private address.'),
  );
}

/** Checks that a terminal keeps its adapter, and that its settings and credentials fit it. */
export function terminalRules(
  place: string,
  terminal: Members<TerminalInFile>,
  present: Pick<TerminalRow, 'adapter' | 'settings'> | undefined,
  adapters: Adapters,
): InputError[] {
  const { adapter: name } = terminal;
  if (name === undefined) return [];
  if (present !== undefined && present.adapter !== name) {
    return [
      errorAt(
        `${place}/adapter`,
        'unchangeable',
        `It is ${present.adapter} and cannot be changed; to use another adapter, add a terminal with another name.`,
      ),
    ];
  }
  const adapter = adapters.get(name);
  if (adapter === undefined) {
    return [
      errorAt(
        `${place}/adapter`,
        'unsupported',
        `There is no adapter ${name}; use one of ${[...adapters.keys()].join(', ')}.`,
      ),
    ];
  }
  const description = adapter.describe();
  const misfits = (['settings', 'credentials'] as const).flatMap((part) => {
    const given = terminal[part] ?? (present === undefined ? {} : undefined);
    return given === undefined ? [] : adapterRules(`${place}/${part}`, description, part, given);
  });
  const inClear = becomesClear(terminal, present?.settings, description);
  return inClear === undefined
    ? misfits
    : [...misfits, errorAt(`${place}/settings/${inClear}`, 'conflict', toSentence(IN_CLEAR))];
}

function adapterRules(
  place: string,
  description: AdapterDescription,
  part: 'settings' | 'credentials',
  given: object,
): InputError[] {
  const { error } = description[part].safeParse(given, { error: REQUIRED });
  // A detail describes what is expected and never the given value, which may be a secret.
  return errorsIn(error?.issues ?? [], given, place).map((found) => ({
    ...found,
    detail: `${found.detail.replace(/\.$/, '')} (${description.name}).`,
  }));
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
export function methodRules(method: Members<MethodInFile>, at: MethodPlace): InputError[] {
  const { place } = at;
  const { currency } = method;
  const wrong: InputError[] = [];
  if (currency !== undefined && !at.accounts.includes(currency)) {
    wrong.push(
      errorAt(
        `${place}/currency`,
        'conflict',
        `The gate has no account in ${currency}; open one first.`,
      ),
    );
  }
  // Existing orders were created with these.
  for (const part of ['direction', 'payment_source', 'currency'] as const) {
    const [given, is] = [method[part], at.present?.[part]];
    if (given !== undefined && is !== undefined && given !== is) {
      wrong.push(
        errorAt(
          `${place}/${part}`,
          'unchangeable',
          `It is ${is} and cannot be changed; add a method with another name instead.`,
        ),
      );
    }
  }
  if (isReversed(method.amount_min, method.amount_max)) {
    wrong.push(errorAt(`${place}/amount_max`, 'range', 'Must not be below the minimum.'));
  }
  if (isReversed(method.fee_min, method.fee_max)) {
    wrong.push(errorAt(`${place}/fee_max`, 'range', 'Must not be below the minimum fee.'));
  }
  wrong.push(...toleranceRules(place, method), ...conversionRules(place, method));
  for (const [index, route] of (method.routes ?? []).entries()) {
    wrong.push(...routeRules(`${place}/routes/${index}`, route, method, at));
  }
  return wrong;
}

/** Checks that the tolerance is at most a tenth of the lowest amount, in the payer's currency. */
function toleranceRules(place: string, method: Members<MethodInFile>): InputError[] {
  const { tolerance = '', tolerance_percent: percent = '', amount_min: least = '' } = method;
  const wrong: InputError[] = [];
  const toleranceMinor = parseAmount(tolerance) ?? 0n;
  const leastMinor = parseAmount(least);
  const mostMinor =
    leastMinor && multiplyByRate(leastMinor, method.conversion_rate ?? '1') / TOLERANCE_DIVISOR;
  if (mostMinor !== undefined && toleranceMinor > mostMinor) {
    wrong.push(
      errorAt(
        `${place}/tolerance`,
        'range',
        `Must be at most a tenth of the minimum amount: ${formatMinor(mostMinor)}.`,
      ),
    );
  }
  if (toleranceMinor > 0n && Number(percent) > 0) {
    wrong.push(
      errorAt(
        `${place}/tolerance_percent`,
        'conflict',
        'Must be 0 if there is a tolerance; use one of the two.',
      ),
    );
  }
  return wrong;
}

function isReversed(min: string | null | undefined, max: string | null | undefined): boolean {
  const [least, most] = [parseAmount(min ?? ''), parseAmount(max ?? '')];
  return least !== undefined && most !== undefined && most < least;
}

function conversionRules(place: string, method: Members<MethodInFile>): InputError[] {
  const { currency, payment_method_currency: other } = method;
  const rate = method.conversion_rate ?? undefined;
  const converts = other !== undefined && other !== currency;
  if (converts && rate === undefined) {
    return [
      errorAt(
        `${place}/conversion_rate`,
        'required',
        `Is required, because an amount in ${currency ?? 'its currency'} is paid in ${other}.`,
      ),
    ];
  }
  if (!converts && rate !== undefined) {
    return [
      errorAt(
        `${place}/conversion_rate`,
        'conflict',
        'Needs another currency of the payer; without one, nothing is converted.',
      ),
    ];
  }
  return [];
}

function routeRules(
  place: string,
  route: MethodInFile['routes'][number],
  method: Members<MethodInFile>,
  { merchant, terminals, adapters }: MethodPlace,
): InputError[] {
  const wrong = isReversed(route.amount_min, route.amount_max)
    ? [errorAt(`${place}/amount_max`, 'range', 'Must not be below the minimum.')]
    : [];
  const terminal = terminals.get(route.terminal);
  if (terminal === undefined) {
    return [...wrong, errorAt(place, 'conflict', `There is no terminal ${route.terminal}.`)];
  }
  if (terminal.owner !== null && terminal.owner !== merchant) {
    return [...wrong, errorAt(place, 'conflict', `The terminal belongs to ${terminal.owner}.`)];
  }
  const adapter = adapters.get(terminal.adapter)?.describe();
  if (adapter === undefined) return wrong;
  return [
    ...wrong,
    ...missingAbilities(method, adapter).map((what) => errorAt(place, 'conflict', `${what}.`)),
  ];
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
