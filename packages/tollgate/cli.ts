#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { toVisibleLines } from '../../src/contract/visible-text.ts';
import { z } from 'zod';
import { runCommandLine } from './cli/run.ts';

const manifest = z.object({ version: z.string(), commit: z.string().optional() });
const stop = new AbortController();
process.once('SIGINT', () => {
  stop.abort();
});
const args = process.argv.slice(2);

/** Prints a text. Any of it may be somebody else's: a terminal gets no commands from it. */
const printTo = (stream: NodeJS.WriteStream) => (text: string) => {
  stream.write(`${toVisibleLines(text)}\n`);
};

process.exitCode = await runCommandLine(
  {
    args,
    env: process.env,
    out: printTo(process.stdout),
    err: printTo(process.stderr),
    signal: stop.signal,
  },
  version(),
);

/**
 * Returns the version and its commit. In the package, the manifest beside this file names both; in a clone, the one of the
 * project names the version, and git the commit.
 */
function version(): string {
  const folder = import.meta.url.endsWith('.ts') ? '../../' : './';
  const path = new URL(`${folder}package.json`, import.meta.url);
  const { version: number, commit = commitOf(new URL('.', path)) } = manifest.parse(
    JSON.parse(readFileSync(path, 'utf8')),
  );
  return `${number} (commit ${commit})`;
}

function commitOf(clone: URL): string {
  try {
    const head = ['-c', 'safe.directory=*', 'rev-parse', 'HEAD'];
    return execFileSync('git', head, { cwd: clone, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unknown';
  }
}
