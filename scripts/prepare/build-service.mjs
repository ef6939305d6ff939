import { writeFileSync } from 'node:fs';

import { filesIn, stampOf } from './inputs.mjs';
import { PINNED_NODE, inProject, run, step } from './project.mjs';

const BUNDLER = 'scripts/prepare/bundle-service.ts';

/**
 * Builds what `npm start` runs, unless the existing build was made from the same files. Must run after the page's
 * build, which empties the folder.
 */
export async function buildService() {
  const sources = ['src/contract', 'src/domain', 'src/server', 'src/service'].flatMap(filesIn);
  const stamp = stampOf('build/service', [
    ...['package.json', 'package-lock.json', BUNDLER, 'src/server.ts'],
    ...sources.filter((file) => !file.endsWith('.test.ts')),
  ]);
  if (stamp.isThere) return;
  await step('Building the service', 'about 2 s', () =>
    run(PINNED_NODE, [inProject(BUNDLER)], 'The service could not be built'),
  );
  writeFileSync(stamp.path, stamp.inputs);
}
