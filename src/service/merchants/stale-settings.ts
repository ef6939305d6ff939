import type { Caller } from './settings.ts';

/**
 * The caller's settings changed between their being read and the statement that relied on them. Thrown
 * rather than returned, so that a transaction rolls back; the request pipeline alone catches it, and
 * handles the request again with fresh settings.
 */
export class StaleSettings extends Error {
  override name = 'StaleSettings';

  constructor() {
    super("The merchant's settings changed while a request was answered");
  }
}

/**
 * What a statement read together with the version of the settings that were true of it.
 *
 * @throws StaleSettings when that is not the version that the caller was checked by, or the merchant is
 *   gone. A page key's settings are read anew for each request.
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
