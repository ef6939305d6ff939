#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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
function out(text: string) {
  return process.stdout.write(`${toVisibleLines(text)}\n`);
}

process.exitCode = await runCommandLine(
  { args, env: process.env, out, signal: stop.signal },
  version(),
);

/**
 * Returns the version and its commit. The manifest is beside this file in the package, which names the commit there, and
 * two folders up in a clone, where git does.
 */
function version(): string {
  const places = ['./package.json', '../../package.json'];
  const path = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(url));
  if (path === undefined) throw new Error('The command line is in no package');
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
