/** `npm run scripts -- inventory`: prints every script and style sheet of the pages, with its hash and its purpose, as JSON. */
import { asksForHelp, done, end, wrongUsage } from '../command-line.ts';
import { takeInventory } from './page-scripts/inventory.ts';

const USAGE = `npm run scripts -- inventory

Prints every script and style sheet of the pages as JSON: name, hash, size, purpose and source.`;

const args = process.argv.slice(2);
if (asksForHelp(args)) end(done(USAGE));
else if (args.length > 0) end(wrongUsage(USAGE));
else console.log(JSON.stringify(await takeInventory(), null, 2));
