import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that Linux keeps in memory. */
const IN_MEMORY = '/dev/shm';
/** The free space required. An embedded database takes 40 MB, a dozen are open; a container may have 64 MB. */
const ENOUGH_BYTES = 2 * 1024 ** 3;
const PREFIX = 'tollgate-test-';

/**
 * Creates an empty folder for one program's data. If there is room it is in memory, where an embedded database's
 * thousand files are written far faster. No test needs the folder to survive a power cut.
 */
export async function scratchFolder(): Promise<string> {
  return (await memoryFolder()) ?? mkdtemp(join(tmpdir(), PREFIX));
}

/** Creates an empty folder in memory. Returns undefined if there is no room. */
export async function memoryFolder(): Promise<string | undefined> {
  return (await hasRoom(IN_MEMORY)) ? mkdtemp(join(IN_MEMORY, PREFIX)) : undefined;
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize > ENOUGH_BYTES;
  } catch {
    return false;
  }
}
