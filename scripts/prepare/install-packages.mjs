import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';

import { PINNED_NODE, inProject, run, step } from './project.mjs';

/** Installs what package-lock.json says, unless node_modules already has it. */
export async function installPackages() {
  if (existsSync(PINNED_NODE) && isInstalled()) return;
  const [program, npm] = npmCommand();
  // Development packages are part of running from a clone: they build the page and bring Node.
  const args = [...npm, 'ci', '--include=dev', '--loglevel=error'];
  await step('Installing packages', 'about a minute', () =>
    run(program, args, 'npm ci failed; what is wrong stands above'),
  );
  if (!existsSync(PINNED_NODE)) {
    throw new Error('The pinned Node is missing: its package needs install scripts to be on');
  }
}

/** Returns the npm that runs this program, so that a machine with several uses the same one. */
function npmCommand() {
  const running = process.env['npm_execpath'];
  return /** @type {[string, string[]]} */ (
    running?.endsWith('npm-cli.js') ? [process.execPath, [running]] : ['npm', []]
  );
}

/**
 * Returns whether all packages of the lock file are installed. npm records them in node_modules last: a version that
 * is missing there was never installed, or an installation was interrupted.
 */
function isInstalled() {
  const installed = readLock('node_modules/.package-lock.json');
  return Object.entries(readLock('package-lock.json')).every(
    ([path, wanted]) =>
      path === '' || wanted.optional === true || installed[path]?.version === wanted.version,
  );
}

/**
 * @typedef {Record<string, { version?: string, optional?: boolean }>} Packages by their path
 * @param {string} file
 * @returns {Packages}
 */
function readLock(file) {
  const path = inProject(file);
  if (!existsSync(path)) return {};
  const lock = /** @type {{ packages: Packages }} */ (JSON.parse(readFileSync(path, 'utf8')));
  return lock.packages;
}
