import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {string[]} segments */
export const inProject = (...segments) => join(ROOT, ...segments);

/** The Node that runs everything but these files, pinned as a package. */
export const PINNED_NODE = inProject('node_modules', '.bin', 'node');

/**
 * Announces a step, how long it usually takes, and how long it took; on a terminal also the seconds as they pass.
 * Prints on standard error, because what follows may print JSON.
 *
 * @param {string} title
 * @param {string} usually
 * @param {() => Promise<void>} work
 */
export async function step(title, usually, work) {
  const startedMs = Date.now();
  const seconds = () => Math.round((Date.now() - startedMs) / 1_000);
  const { stderr } = process;
  const text = `${title} (usually ${usually}) …`;
  stderr.write(stderr.isTTY ? text : `${text}\n`);
  const ticking = stderr.isTTY
    ? setInterval(() => stderr.write(`\r${text} ${seconds()} s`), 1_000)
    : undefined;
  try {
    await work();
  } finally {
    clearInterval(ticking);
    if (stderr.isTTY) stderr.write('\n');
  }
  stderr.write(`  done in ${seconds()} s\n`);
}

/**
 * Runs a program in the project with the pinned Node first on PATH, and waits for it. Shows its output only if it
 * fails, because build tools advise commands that are not ours.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {string} failure what to say when it fails
 * @param {string} [folder] where it runs, if not in the project's own
 * @returns {Promise<void>}
 */
export function run(program, args, failure, folder = ROOT) {
  const path = [dirname(PINNED_NODE), process.env['PATH']].join(delimiter);
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path },
  });
  /** @type {Buffer[]} */
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (/** @type {Buffer} */ chunk) => printed.push(chunk));
  }
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      reject(new Error(`${failure}: ${error.message}`));
    });
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${Buffer.concat(printed).toString().trim()}\n${failure}`));
    });
  });
}
