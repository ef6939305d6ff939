import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { pageConfig } from '../settings.ts';

/**
 * The shop's own record of its purchases, a file each: which order a reference became. A merchant
 * has a database for this.
 */
export const rememberOrder = async (reference: string, orderId: string): Promise<void> => {
  await mkdir(folder(), { recursive: true });
  await writeFile(join(folder(), reference), orderId);
};

/** The order of a reference; undefined where the shop sold nothing under it. */
export const recallOrder = async (reference: string): Promise<string | undefined> => {
  try {
    return await readFile(join(folder(), reference), 'utf8');
  } catch {
    return undefined;
  }
};

const folder = (): string => join(pageConfig().dataDir, 'demo-shop');
