import { SEALED, type Keyring } from '../../platform/keyring.ts';
import type { TerminalRow } from './queries.ts';

/** Decrypts a terminal's credentials. */
export function openCredentials(
  keyring: Keyring,
  { id, credentials_sealed: sealed }: Pick<TerminalRow, 'id' | 'credentials_sealed'>,
): object {
  const opened: unknown = JSON.parse(keyring.unseal(SEALED.terminalCredentials, id, sealed));
  return typeof opened === 'object' && opened !== null ? opened : {};
}
