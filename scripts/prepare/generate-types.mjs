import { existsSync, writeFileSync } from 'node:fs';

import { filesIn, stampOf } from './inputs.mjs';
import { PINNED_NODE, inProject, run } from './project.mjs';

/** Generates the types that the project's own files import. */
export async function generateTypes() {
  await generateKitsTypes();
  await generateConsoleTypes();
}

/**
 * Makes Kit write the file that tsconfig.json extends, if it is missing. A build writes it too, but tests in a clone
 * without a build also read tsconfig.json.
 */
async function generateKitsTypes() {
  if (existsSync(inProject('.svelte-kit', 'tsconfig.json'))) return;
  const kit = inProject('node_modules', '@sveltejs', 'kit', 'svelte-kit.js');
  await run(PINNED_NODE, [kit, 'sync'], 'The types of the page could not be generated');
}

const GENERATOR = 'scripts/prepare/console-types.ts';

/** Writes the console's types of the operators' interface, unless they were written from the same files. */
async function generateConsoleTypes() {
  const sources = ['src/contract', 'src/domain', 'src/service'].flatMap(filesIn);
  const stamp = stampOf('src/console/lib/api/generated', [
    ...['package-lock.json', GENERATOR],
    ...sources.filter((file) => !file.endsWith('.test.ts')),
  ]);
  if (stamp.isThere) return;
  await run(PINNED_NODE, [inProject(GENERATOR)], 'The types of the console could not be generated');
  writeFileSync(stamp.path, stamp.inputs);
}
