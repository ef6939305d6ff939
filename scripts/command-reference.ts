/** `npm run generate -- commands`: docs/commands.md, the reference of what operators can ask of the service. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandReference } from './operator/command-reference.ts';

await writeFile(join(import.meta.dirname, '../docs/commands.md'), commandReference());
