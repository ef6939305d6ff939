import type { Selectable } from 'kysely';
import { isMacOf, macOf } from '../platform/bound-rows.ts';
import type { Tables } from '../platform/database/schema.ts';
import { FINGERPRINTED, type Keyring } from '../platform/keyring.ts';

/** The columns of each table that the keyed hash covers: who gets access, with which role, and until when. */
const GRANTED = {
  people: ['id', 'email', 'role', 'merchant_id', 'oidc_issuer', 'oidc_subject', 'removed_at'],
  passkeys: ['id', 'person_id', 'credential_id', 'public_key'],
  invitations: ['id', 'token_hash', 'person_id', 'role', 'merchant_id', 'email', 'expires_at'],
  operator_sessions: ['id', 'token_hash', 'person_id', 'expires_at'],
  operator_tokens: ['id', 'token_hash', 'name', 'role', 'expires_at'],
} as const satisfies { [Table in keyof Tables]?: readonly (keyof Tables[Table])[] };

export type GrantTable = keyof typeof GRANTED;
type Member<Table extends GrantTable> = (typeof GRANTED)[Table][number];
type Grant<Table extends GrantTable> = Pick<
  Selectable<Tables[Table]>,
  Member<Table> & keyof Selectable<Tables[Table]>
>;

/**
 * Returns the keyed hash that is stored with a row that grants access. Without the master key, write access to the
 * database is not enough to add such a row, or to change a row's role, person or expiry.
 */
export function grantMac<Table extends GrantTable>(
  keyring: Pick<Keyring, 'fingerprint'>,
  table: Table,
  row: Grant<Table>,
): Buffer {
  return macOf(keyring, FINGERPRINTED.grant, valuesOf(table, row));
}

/** Returns whether this service wrote the row and nobody has changed it since. */
export function isGranted<Table extends GrantTable>(
  keyring: Pick<Keyring, 'fingerprint'>,
  table: Table,
  row: Grant<Table> & { grant_mac: Uint8Array | null },
): boolean {
  return isMacOf(keyring, FINGERPRINTED.grant, valuesOf(table, row), row.grant_mac);
}

function valuesOf(table: GrantTable, row: object): unknown[] {
  const members = new Map<string, unknown>(Object.entries(row));
  return [table, ...GRANTED[table].map((member) => members.get(member))];
}
