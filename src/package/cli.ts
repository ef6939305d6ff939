#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { toVisibleLines } from '#contract/visible-text.ts';
import { z } from 'zod';
import { runCommandLine } from './cli/run.ts';

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

/** Returns the version from the manifest, which is beside this file in the package and two folders up in a clone. */
function version(): string {
  const places = ['./package.json', '../../package.json'];
  const manifest = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(url));
  if (manifest === undefined) throw new Error('The command line is in no package');
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8')))
    .version;
}
