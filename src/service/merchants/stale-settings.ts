import type { Caller } from './settings.ts';

/**
 * Thrown if the caller's settings changed after they were read and before the statement that relied on them. An
 * exception, so that the transaction rolls back. Only the request pipeline catches it; it handles the request again
 * with fresh settings.
 */
export class StaleSettings extends Error {
  override name = 'StaleSettings';

  constructor() {
    super("The merchant's settings changed while a request was answered");
  }
}

/**
 * Returns what a statement read, if the caller's settings were still current.
 *
 * @throws StaleSettings if the settings version differs from the one that the caller was checked against, or the
 *   merchant no longer exists. Page keys have no version: their settings are read for each request.
 */
export function expectCurrent<Read extends { configVersion: bigint }>(
  caller: Caller,
  read: Read | undefined,
): Read {
  if (read === undefined) throw new StaleSettings();
  if (caller.scope === 'merchant' && caller.version !== read.configVersion) {
    throw new StaleSettings();
  }
  return read;
}

/** Returns whether a caller's settings are still those of this version. A page key has no version of its own. */
export function isCurrent(caller: Caller, { configVersion }: { configVersion: bigint }): boolean {
  return caller.scope !== 'merchant' || caller.version === configVersion;
}
