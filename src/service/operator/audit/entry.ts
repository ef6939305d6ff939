import type { Selectable } from 'kysely';
import type { Keyring } from '../../platform/keyring.ts';
import { FINGERPRINTED } from '../../platform/keyring-purposes.ts';
import type { AuditTable } from '../../platform/database/tables/operating.ts';

export type AuditRow = Selectable<AuditTable>;

/** Before the first. */
export const NO_HASH = Buffer.alloc(0);

/**
 * A row's hash, over all that it says and the hash before it. It is keyed: whoever can write to the database
 * but has not the master key cannot make the chain anew over what he changed.
 */
export function hashOf(
  keyring: Keyring,
  { hash: _hash, number, at, ...row }: Omit<AuditRow, 'hash'> & { hash?: unknown },
  previous: Uint8Array,
): Buffer {
  const said = [
    Buffer.from(previous).toString('hex'),
    String(number),
    at.toISOString(),
    ...[row.actor, row.role, row.address, row.command],
    ...[row.subject, row.before, row.after, row.reason],
    // A release before did not say it.
    ...(row.cell === null ? [] : [row.cell]),
  ];
  return keyring.fingerprint(FINGERPRINTED.auditRow, JSON.stringify(said));
}
