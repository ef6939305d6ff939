import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '../network/listen.ts';

/** The lowest port used: below the system's ephemeral ports, so that no other program gets one by chance. */
const LOWEST = 11_000;
const PAIRS = 10_000;
/** Holds one file for each pair of ports that a process owns. */
const OWNERS = join(tmpdir(), 'tollgate-ports');
const DAY_MS = 86_400_000;

const mine = new Set<string>();
let next = Math.floor(Math.random() * PAIRS);

/** Returns a free port whose successor is free too, for operators. Reserves both until this process ends. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PAIRS; tries += 1) {
    const port = LOWEST + 2 * (next % PAIRS);
    next += 1;
    if (isMine(port) && (await isFree(port)) && (await isFree(port + 1))) return port;
  }
  throw new Error(`No port is free: each is listened on, or has a file in ${OWNERS}`);
}

/** Claims the pair if no process owns it, by exclusive creation of a file. */
function isMine(port: number): boolean {
  const owner = join(OWNERS, String(port));
  mkdirSync(OWNERS, { recursive: true });
  if (isLeftBehind(owner)) rmSync(owner, { force: true });
  try {
    writeFileSync(owner, '', { flag: 'wx' });
  } catch {
    return false;
  }
  if (mine.size === 0) process.once('exit', giveBack);
  mine.add(owner);
  return true;
}

/** Returns whether a killed process left the file: it is older than a day, which is longer than any test runs. */
function isLeftBehind(owner: string): boolean {
  const since = statSync(owner, { throwIfNoEntry: false })?.mtimeMs;
  return since !== undefined && Date.now() - since > DAY_MS;
}

function giveBack(): void {
  for (const owner of mine) rmSync(owner, { force: true });
}

async function isFree(port: number): Promise<boolean> {
  try {
    const { close } = await listen(createServer(), port);
    await close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
}
