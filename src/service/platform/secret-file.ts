import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OWNER_ONLY_DIRECTORY, OWNER_ONLY_FILE } from './database/owner-only.ts';
import { StartError, usingFiles } from './start-error.ts';

interface SecretFile {
  path: string;
  create: () => string;
  /**
   * Returns what is wrong with the secret, in words for the person who starts the program; undefined if it is valid.
   */
  evaluate: (secret: string) => string | undefined;
}

/**
 * Reads the secret in a file, or creates both. The file appears complete or not at all. If two processes create it at
 * once, one wins, and both return its secret.
 *
 * @throws StartError if the file cannot be used or contains no such secret
 */
export async function readOrCreateSecret({ path, create, evaluate }: SecretFile): Promise<string> {
  return usingFiles(path, async () => {
    await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY_DIRECTORY });
    const text = (await readIfThere(path)) ?? (await createAtomically(path, create()));
    await chmod(path, OWNER_ONLY_FILE);
    const secret = text.trim();
    const problem = evaluate(secret);
    if (problem !== undefined) throw new StartError(`${path} ${problem}`);
    return secret;
  });
}

/** @returns undefined if there is no such file */
async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Creates the file as a hard link, which fails if the name is taken: then the other process's secret counts. */
async function createAtomically(path: string, secret: string): Promise<string> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${secret}\n`, { mode: OWNER_ONLY_FILE, flag: 'wx' });
  try {
    await link(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
