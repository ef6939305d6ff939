import { writeFileSync } from 'node:fs';

import { filesIn, stampOf } from './inputs.mjs';
import { PINNED_NODE, inProject, run, step } from './project.mjs';

const CONFIGURATION = [
  'package.json',
  'package-lock.json',
  'svelte.config.js',
  'tsconfig.json',
  'vite.config.ts',
];

/** Builds the page and the console, unless the existing builds were made from the same files. */
export async function buildPage() {
  const stamp = stampOf('build', [
    ...CONFIGURATION,
    ...filesIn('src').filter(isOfPage),
    ...filesIn('static'),
    ...filesIn('vite'),
    ...[...filesIn('docs'), ...filesIn('packages/tollgate')].filter((file) => file.endsWith('.md')),
  ]);
  if (stamp.isThere) return;
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--logLevel=error'];
  await step('Building the payment page and the docs', 'about 20 s', () =>
    run(PINNED_NODE, args, 'The page could not be built'),
  );
  // After the page, because the page's build empties the folder that contains both.
  const folder = inProject('src', 'console');
  await step('Building the console', 'about 20 s', () =>
    run(PINNED_NODE, args, 'The console could not be built', folder),
  );
  writeFileSync(stamp.path, stamp.inputs);
}

/**
 * Returns whether a file is part of the page's build. The service is built separately, but for the problems that the docs
 * list; tests and generated types are not built.
 */
const isOfPage = (/** @type {string} */ file) =>
  file === 'src/service/http/problems.ts' ||
  !/^src\/(service\/|server\/|server\.ts$|.*\/generated\/)|\.test\.ts$/.test(file);
