import * as v from 'valibot';

/** One change: who made it, of what, from what to what, and why. */
export const auditEntry = v.object({
  number: v.number(),
  at: v.string(),
  actor: v.string(),
  role: v.string(),
  address: v.nullable(v.string()),
  command: v.string(),
  subject: v.string(),
  /** JSON. */
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
  reason: v.nullable(v.string()),
});
export type AuditEntry = v.InferOutput<typeof auditEntry>;

/** What entries are found by, named as the command and the address have them. */
export const AUDIT_FILTERS = [
  { name: 'actor', label: 'Who', placeholder: 'person ada@example.com' },
  { name: 'command', label: 'Command', placeholder: 'gates freeze' },
  { name: 'subject', label: 'What it was about', placeholder: 'An id, or a part of it' },
] as const;

/** The filters that an address names. */
export function auditFiltersIn(address: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    AUDIT_FILTERS.flatMap(({ name }) => {
      const value = address.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
}
