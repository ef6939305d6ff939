import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const OWNER_ONLY_FILE = 0o600;
export const OWNER_ONLY_DIRECTORY = 0o700;

/**
 * Removes everybody's permissions but the owner's from a directory and its contents; skips links. It is synchronous,
 * because a database has a thousand files, which take ten times as long one by one through the event loop.
 */
export function makeOwnerOnly(directory: string): void {
  chmodSync(directory, OWNER_ONLY_DIRECTORY);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) makeOwnerOnly(path);
    else if (entry.isFile()) chmodSync(path, OWNER_ONLY_FILE);
  }
}
