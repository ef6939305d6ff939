import { bareAmount } from '#console/format/money.ts';
import { formatMinor } from '#domain/money.ts';
import * as v from 'valibot';

/** A changed member in readable form. `before` or `after` is undefined if the member did not exist then. */
export interface Difference {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

const record = v.record(v.string(), v.unknown());

/**
 * Returns the changes that an audit entry records, one per member. Nested members are named by their path.
 *
 * @param before JSON; null if nothing existed before
 */
export function differences(before: string | null, after: string | null): Difference[] {
  const [was, is] = [membersOf(before), membersOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].map((name) => ({
    name,
    before: was.get(name),
    after: is.get(name),
  }));
}

function membersOf(json: string | null): Map<string, string> {
  const found = new Map<string, string>();
  if (json === null) return found;
  const add = (path: readonly string[], value: unknown): void => {
    const parsed = Array.isArray(value) ? undefined : v.safeParse(record, value);
    if (parsed?.success) {
      for (const [name, member] of Object.entries(parsed.output)) add([...path, name], member);
      return;
    }
    const name = path.map(placeInWords).join(' › ') || 'value';
    if (name.endsWith(MINOR)) found.set(name.slice(0, -MINOR.length), amountOf(value));
    else found.set(name, textOf(value));
  };
  add([], JSON.parse(json));
  return found;
}

/** The end of the name of an amount in minor units. */
const MINOR = ' minor';

function amountOf(value: unknown): string {
  const text = textOf(value);
  return /^-?\d+$/.test(text) ? bareAmount(formatMinor(BigInt(text))) : text;
}

/**
 * Shortens a place in a deployment to the names in it: `merchants[Acme].gates[main]` is "Acme › main". Other names
 * become words.
 */
function placeInWords(place: string): string {
  return place.includes('[')
    ? place.replaceAll(/\w+\[([^\]]*)\]\.?/g, '$1 › ').replace(/ › $/, '')
    : place.replaceAll('_', ' ');
}

function textOf(value: unknown): string {
  if (value === null || value === '') return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(textOf).join(', ');
  const parsed = v.safeParse(record, value);
  if (!parsed.success) return typeof value === 'string' ? value : JSON.stringify(value);
  // An object in a list, such as a route, becomes "name value · name value".
  return Object.entries(parsed.output)
    .map(([name, member]) => `${name} ${textOf(member)}`)
    .join(' · ');
}
