import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { z } from 'zod';

const manifest = z.object({ version: z.string() });

/** Of the project that this file is a part of, from its sources and as it is built. */
export function readVersion(): string {
  const path = findPackageJSON('..', import.meta.url);
  if (path === undefined) throw new Error('The service is in no project');
  return manifest.parse(JSON.parse(readFileSync(path, 'utf8'))).version;
}
