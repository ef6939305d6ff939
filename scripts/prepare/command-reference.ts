/** `npm run generate -- commands`: writes docs/commands.md, the reference of operators' commands. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandReference } from '../operator/command-reference.ts';

await writeFile(join(import.meta.dirname, '../../docs/commands.md'), commandReference());
