import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

export interface Build {
  version: string;
  /** In full; "unknown" in a copy of the sources without its history. */
  commit: string;
}

const manifest = z.object({ version: z.string(), commit: z.string().optional() });

/** Reads what is running, built or not: a package's manifest names its commit, in a clone git does. */
export function readBuild(): Build {
  const path = findPackageJSON('..', import.meta.url);
  if (path === undefined) throw new Error('The service is in no project');
  const { version, commit } = manifest.parse(JSON.parse(readFileSync(path, 'utf8')));
  return { version, commit: commit ?? readCommit(dirname(path)) };
}

export function describeBuild({ version, commit }: Build): string {
  return `${version} (commit ${commit})`;
}

function readCommit(project: string): string {
  // Otherwise git would look for a repository in the folders above.
  if (!existsSync(join(project, '.git'))) return UNKNOWN;
  try {
    return execFileSync('git', HEAD, { cwd: project, encoding: 'utf8', stdio: QUIET }).trim();
  } catch {
    return UNKNOWN;
  }
}

const UNKNOWN = 'unknown';
/** Also in a clone of another user, whose settings and hooks this does not use. */
const HEAD = ['-c', 'safe.directory=*', 'rev-parse', 'HEAD'];
const QUIET = ['ignore', 'pipe', 'ignore'] as const satisfies ('ignore' | 'pipe')[];
