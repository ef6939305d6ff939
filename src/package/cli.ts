#!/usr/bin/env node
import { runCommandLine } from './cli/run.ts';

const stop = new AbortController();
process.once('SIGINT', () => {
  stop.abort();
});
process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  env: process.env,
  out: (text) => process.stdout.write(`${text}\n`),
  signal: stop.signal,
});
