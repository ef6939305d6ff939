import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ServiceConfig } from '#service/start.ts';

const OWNER_ONLY_FILE = 0o600;

type Place = Pick<ServiceConfig, 'dataDirectory' | 'port'>;

/**
 * Leaves beside the operator's key where operators are answered: the commands look there. By the public port,
 * so that two programs that share a directory and a PostgreSQL do not take it from each other.
 */
export async function recordOperatorUrl(place: Place, url: string): Promise<void> {
  await writeFile(pathOf(place), `${url}\n`, { mode: OWNER_ONLY_FILE });
}

export async function forgetOperatorUrl(place: Place): Promise<void> {
  await rm(pathOf(place), { force: true });
}

function pathOf({ dataDirectory, port }: Place): string {
  return join(resolve(dataDirectory), `operator-${port}.url`);
}
