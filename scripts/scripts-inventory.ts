/** `npm run scripts:inventory`: every script of the built page, its hash and its purpose, as JSON. */
import { takeInventory } from './page-scripts/inventory.ts';

console.log(JSON.stringify(await takeInventory(), null, 2));
