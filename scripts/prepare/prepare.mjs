/**
 * Runs before `npm start`, `npm test` and the like: installs and builds what is missing or outdated, and otherwise
 * does nothing. Plain JavaScript without dependencies, because a fresh clone has only the machine's own Node, which
 * may be version 20.
 *
 * --no-build leaves page and service unbuilt, for commands that do not serve them.
 */
import process from 'node:process';

import { buildPage } from './build-page.mjs';
import { buildService } from './build-service.mjs';
import { generateTypes } from './generate-types.mjs';
import { installPackages } from './install-packages.mjs';

try {
  await installPackages();
  if (process.argv.includes('--no-build')) {
    await generateTypes();
  } else {
    await buildPage();
    await buildService();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
