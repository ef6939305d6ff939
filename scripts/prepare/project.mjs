import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {string[]} segments */
export const inProject = (...segments) => join(ROOT, ...segments);

/** The Node that runs everything but these files, pinned as a package. */
export const PINNED_NODE = inProject('node_modules', '.bin', 'node');

/**
 * Runs a program in the project with the pinned Node first on PATH, and waits for it.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {string} failure what to say when it fails
 * @param {string} [folder] where it runs, if not in the project's own
 */
export function run(program, args, failure, folder = ROOT) {
  const path = [dirname(PINNED_NODE), process.env['PATH']].join(delimiter);
  const { status, error } = spawnSync(program, args, {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  if (status !== 0) throw new Error(error ? `${failure}: ${error.message}` : failure);
}
