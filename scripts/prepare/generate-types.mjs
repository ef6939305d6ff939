import { existsSync } from 'node:fs';

import { PINNED_NODE, inProject, run } from './project.mjs';

/**
 * Has Kit write what tsconfig.json extends, where it is not there: a build does so as well, but tests of a
 * clone without one read tsconfig.json too.
 */
export async function generateTypes() {
  if (existsSync(inProject('.svelte-kit', 'tsconfig.json'))) return;
  const kit = inProject('node_modules', '@sveltejs', 'kit', 'svelte-kit.js');
  await run(PINNED_NODE, [kit, 'sync'], 'The types of the page could not be generated');
}
