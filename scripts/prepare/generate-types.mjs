import { existsSync } from 'node:fs';

import { PINNED_NODE, inProject, run } from './project.mjs';

/**
 * Makes Kit write the file that tsconfig.json extends, if it is missing. A build writes it too, but tests in a clone
 * without a build also read tsconfig.json.
 */
export async function generateTypes() {
  if (existsSync(inProject('.svelte-kit', 'tsconfig.json'))) return;
  const kit = inProject('node_modules', '@sveltejs', 'kit', 'svelte-kit.js');
  await run(PINNED_NODE, [kit, 'sync'], 'The types of the page could not be generated');
}
