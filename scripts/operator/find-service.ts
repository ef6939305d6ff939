import { readdir, readFile, stat } from 'node:fs/promises';
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
  const directory = resolve(DATA_DIR);
  const file = PORT === undefined ? await lastWritten(directory) : `operator-${PORT}.url`;
  const recorded = file === undefined ? undefined : await readIfThere(join(directory, file));
  return recorded?.trim() ?? `http://127.0.0.1:${Number(PORT ?? DEFAULT_PORT) + 1}`;
}

async function lastWritten(directory: string): Promise<string | undefined> {
  const names = await readdir(directory).catch(() => []);
  const files = await Promise.all(
    names
      .filter((name) => /^operator-\d+\.url$/.test(name))
      .map(async (name) => ({ name, writtenMs: await writtenAt(join(directory, name)) })),
  );
  return files.toSorted((a, b) => b.writtenMs - a.writtenMs)[0]?.name;
}

async function writtenAt(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}

async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
