import { globSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The variables that determine the operators' address. Empty variables are left out. */
export interface ServicePlace {
  OPERATOR_URL?: string;
  OPERATOR_PORT?: string;
  PORT?: string;
  DATA_DIR?: string;
}

const DEFAULT_PORT = '3000';

/**
 * Returns the running service's address for operators: from the environment, or else from the file for its public
 * port that it wrote beside its key. Without PORT, it is the service that started last in that directory.
 */
export async function findService(place: ServicePlace): Promise<string> {
  const { OPERATOR_URL, OPERATOR_PORT, PORT, DATA_DIR = '.data' } = place;
  if (OPERATOR_URL !== undefined) return OPERATOR_URL.replace(/\/+$/, '');
  if (OPERATOR_PORT !== undefined) return `http://127.0.0.1:${OPERATOR_PORT}`;
  const writtenAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const [path = ''] = globSync(`operator-${PORT ?? '*'}.url`, { cwd: resolve(DATA_DIR) })
    .map((name) => join(resolve(DATA_DIR), name))
    .toSorted((a, b) => writtenAt(b) - writtenAt(a));
  const recorded = await readFile(path, 'utf8').catch(() => undefined);
  return recorded?.trim() ?? `http://127.0.0.1:${Number(PORT ?? DEFAULT_PORT) + 1}`;
}
