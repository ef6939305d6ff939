import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { z } from 'zod';

const manifest = z.object({ version: z.string() });

/** Returns the version in the project's package.json, for both the sources and the build. */
export function readVersion(): string {
  const path = findPackageJSON('..', import.meta.url);
  if (path === undefined) throw new Error('The service is in no project');
  return manifest.parse(JSON.parse(readFileSync(path, 'utf8'))).version;
}
