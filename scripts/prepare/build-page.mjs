import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

import { PINNED_NODE, inProject, run } from './project.mjs';

/** Inside the build, which a new build empties first: an interrupted one leaves no stamp. */
const STAMP = inProject('build', '.inputs-sha256');

const CONFIGURATION = [
  'package.json',
  'package-lock.json',
  'svelte.config.js',
  'tsconfig.json',
  'vite.config.ts',
];

/** Builds the page and the console, unless the builds that are there were made from the same files. */
export function buildPage() {
  const inputs = hashOf([
    ...CONFIGURATION,
    ...filesIn('src').filter(isOfPage),
    ...filesIn('static'),
    ...filesIn('vite'),
    ...filesIn('docs').filter((file) => file.endsWith('.md')),
  ]);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return;
  console.log('Building the pages (once; again when its sources change) …');
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
  run(PINNED_NODE, [vite, 'build', '--logLevel=error'], 'The page could not be built');
  // Behind it, because the page's build empties the folder of both.
  const folder = inProject('src', 'console');
  run(PINNED_NODE, [vite, 'build', '--logLevel=error'], 'The console could not be built', folder);
  writeFileSync(STAMP, inputs);
}

/** The service is run from its sources, and tests are no part of the build. */
const isOfPage = (/** @type {string} */ file) =>
  !/^src\/(service\/|server\/|server\.ts$)|\.test\.ts$/.test(file);

/**
 * @param {string} folder
 * @returns {string[]} paths in the project, with forward slashes
 */
function filesIn(folder) {
  if (!existsSync(inProject(folder))) return [];
  return readdirSync(inProject(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

/**
 * By content, not by time: a checkout gives every file the time of the checkout.
 *
 * @param {string[]} files
 */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    const content = readFileSync(inProject(file));
    hash.update(`${file}\n${content.byteLength}\n`).update(content);
  }
  return hash.digest('hex');
}
