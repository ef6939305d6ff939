import type { ItemOf } from '#console/api/client.ts';
import { BEFORE, FROM, type Filter } from '#console/filters/filter.ts';

/** One change: who made it, of what, from what to what, and why. */
export type AuditEntry = ItemOf<'audit list'>;

/** What entries are found by. */
export const AUDIT_FILTERS: readonly Filter[] = [
  { name: 'actor', label: 'Who', placeholder: 'person ada@example.com' },
  { name: 'command', label: 'Command', placeholder: 'gates freeze' },
  { name: 'subject', label: 'What it was about', placeholder: 'An id, or a part of it' },
  FROM,
  BEFORE,
];

/** Where what an entry is about has a view of its own. */
export function placeOf(subject: string): string | undefined {
  const [, kind = '', name = ''] =
    /^(?:routes of )?(order|merchant|method|terminal|webhook|person) (.+)$/.exec(subject) ?? [];
  const isId = UUID.test(name);
  if (kind === 'terminal') return `/terminals/${encodeURIComponent(name)}`;
  if (!isId) return undefined;
  return {
    order: `/orders/${name}`,
    merchant: `/merchants/${name}`,
    method: `/methods/${name}`,
    webhook: `/webhooks/${name}`,
    person: `/people/${name}`,
  }[kind];
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
