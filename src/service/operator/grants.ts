import { isBound, type BoundRow, type BoundTable } from '../platform/bound-rows.ts';
import type { ServiceContext } from '../platform/context.ts';

/** The tables whose rows let people and programs in, and what a row is called. */
const GRANTING = {
  people: 'person',
  passkeys: 'passkey',
  invitations: 'invitation',
  operator_sessions: 'session',
  operator_tokens: 'token',
} as const satisfies Partial<Record<BoundTable, string>>;
type GrantTable = keyof typeof GRANTING;

/** A row that grants entry, with the answer of `isCopiedBack`. */
type Grant<Table extends GrantTable> = BoundRow<Table> & { id: string; is_copied_back: boolean };

export type GrantDeps = Pick<ServiceContext, 'keyring' | 'reportUnverified'>;

/**
 * Returns whether a row that grants entry is as this service left it, by its keyed hash and by the audit. Reports it
 * otherwise: somebody wrote to the database.
 */
export function isGranted<Table extends GrantTable>(
  { keyring, reportUnverified }: GrantDeps,
  table: Table,
  row: Grant<Table>,
): boolean {
  const isRight = isBound(keyring, table, row) && !row.is_copied_back;
  if (!isRight) reportUnverified(`${GRANTING[table]} ${row.id}`, 'It is not used.');
  return isRight;
}
