import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps what is below it in memory. */
const IN_MEMORY = '/dev/shm';
/** An embedded database takes 40 MB, and a dozen of them are open at once; containers may have 64 MB. */
const ENOUGH_BYTES = 2 * 1024 ** 3;
const PREFIX = 'tollgate-test-';

/**
 * An empty folder for what one program keeps. In memory, where there is room, it is written in a fraction of
 * the time: an embedded database is a thousand files. None of the tests cuts the power.
 */
export async function scratchFolder(): Promise<string> {
  return (await memoryFolder()) ?? mkdtemp(join(tmpdir(), PREFIX));
}

/** An empty folder in memory; undefined where there is no room. */
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
