import type { Kysely } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { Tables } from '../../platform/database/schema.ts';

/** One thing that a file makes, changes or switches off. */
export interface Change {
  kind: 'add' | 'change' | 'switch_off';
  place: string;
  /** Secrets stand here as fingerprints. */
  members: Record<string, MemberChange>;
}

export interface MemberChange {
  before?: unknown;
  after?: unknown;
}

/** A change, and how it is carried out in the transaction that applies the file. */
export interface PlannedChange extends Change {
  write: (trx: Kysely<Tables>) => Promise<unknown>;
}

/** Only what differs; members that are not given stay as they are. */
export function memberChanges(before: object, given: object): Record<string, MemberChange> {
  const present = new Map(entries(before));
  return Object.fromEntries(
    entries(given)
      .map(([name, after]) => [name, { before: present.get(name), after }] as const)
      .filter(([, change]) => !isDeepStrictEqual(change.before, change.after)),
  );
}

/** What something new begins with, as far as it says something. */
export function newMembers(given: object): Record<string, MemberChange> {
  return Object.fromEntries(
    entries(given)
      .filter(([, after]) => after !== null && after !== undefined)
      .map(([name, after]) => [name, { after }]),
  );
}

function entries(members: object): [name: string, value: unknown][] {
  return Object.entries(members);
}
