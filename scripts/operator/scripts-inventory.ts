/** `npm run scripts -- inventory`: prints every script and style sheet of the pages, with its hash and its purpose, as JSON. */
import { done, end, runCommandLine } from '../command-line.ts';
import { takeInventory } from './page-scripts/inventory.ts';

end(
  await runCommandLine('npm run scripts -- inventory', process.argv.slice(2), (program, ends) => {
    program
      .description(
        'Prints every script and style sheet of the pages as JSON, with hash and purpose.',
      )
      .action(ends(async () => done(JSON.stringify(await takeInventory(), null, 2))));
  }),
);
