import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '../network/listen.ts';

/** Below those that the system gives to a program that asks for any port: none of them is taken by chance. */
const LOWEST = 11_000;
const PAIRS = 10_000;
/** A file for each pair that is somebody's. */
const OWNERS = join(tmpdir(), 'tollgate-ports');
const DAY_MS = 86_400_000;

const mine = new Set<string>();
let next = Math.floor(Math.random() * PAIRS);

/**
 * A port that nobody listens on, nor on the one above it, where a program answers its operators. While this
 * process lives, no other process is given either: a program that is to listen there takes a while to start.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PAIRS; tries += 1) {
    const port = LOWEST + 2 * (next % PAIRS);
    next += 1;
    if (isMine(port) && (await isFree(port)) && (await isFree(port + 1))) return port;
  }
  throw new Error(`No port is free: each is listened on, or has a file in ${OWNERS}`);
}

/** Makes the pair this process's own, if it is nobody's: a file that only one process can make. */
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

/** Of a process that was killed: none of the tests' processes lives for a day. */
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
